import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('sending_domains')
export class SendingDomain {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Lower case, punycode. */
  @Column({ type: 'text' })
  domain!: string;

  /** Since when the workspace may send from it; null while that is not proven. */
  @Column({ name: 'connected_at', type: 'timestamptz', precision: 3, nullable: true })
  connectedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
