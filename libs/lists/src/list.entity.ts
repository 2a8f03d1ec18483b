import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('lists')
export class List {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  title!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ name: 'redirect_url', type: 'text', nullable: true })
  redirectUrl!: string | null;

  @Column({ name: 'double_optin', type: 'boolean' })
  doubleOptin!: boolean;

  @Column({ name: 'broadcast_count', type: 'int' })
  broadcastCount!: number;

  @Column({ name: 'archived_at', type: 'timestamptz', precision: 3, nullable: true })
  archivedAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}

export const listsEntities = [List];
