import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('integrations')
export class Integration {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  channel!: 'email' | 'sms';

  /** Name of the adapter; `inbox` keeps messages instead of sending them. */
  @Column({ type: 'text' })
  provider!: string;

  /** How callers name an SMS integration. */
  @Column({ type: 'text', nullable: true })
  source!: string | null;

  @Column({ type: 'jsonb' })
  settings!: object;

  /** The secret settings, sealed as one JSON object. */
  @Column({ name: 'sealed_settings', type: 'text', nullable: true, select: false })
  sealedSettings!: string | null;

  @Column({ name: 'sender_ids', type: 'text', array: true })
  senderIds!: string[];

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
