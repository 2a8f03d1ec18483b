import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3 } as const;

@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  url!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text', array: true })
  types!: string[];

  @Column({ name: 'sealed_secret', type: 'text', select: false })
  sealedSecret!: string;

  /** The secret before the last rotation. */
  @Column({ name: 'sealed_previous', type: 'text', nullable: true, select: false })
  sealedPrevious!: string | null;

  @Column({ name: 'previous_until', ...time, nullable: true })
  previousUntil!: Date | null;

  @Column({ name: 'disabled_at', ...time, nullable: true })
  disabledAt!: Date | null;

  @Column({ name: 'disabled_reason', type: 'text', nullable: true })
  disabledReason!: 'switched_off' | 'gone' | 'failing' | null;

  @Column({ name: 'failing_since', ...time, nullable: true })
  failingSince!: Date | null;

  @CreateDateColumn({ name: 'created_at', ...time })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...time })
  updatedAt!: Date;
}
