import type { JsonObject, MessageChannel, SmsSource } from '@dundun/domain';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3 } as const;

@Entity('integrations')
export class Integration {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  channel!: MessageChannel;

  /** Name of the adapter; `inbox` keeps messages instead of sending them. */
  @Column({ type: 'text' })
  provider!: string;

  /** The name by which callers select an SMS integration. */
  @Column({ type: 'text', nullable: true })
  source!: SmsSource | null;

  /** Chosen by the members. */
  @Column({ type: 'text', nullable: true })
  name!: string | null;

  @Column({ type: 'text', nullable: true })
  endpoint!: string | null;

  @Column({ type: 'jsonb' })
  settings!: JsonObject;

  /** The secret settings, sealed as one JSON object. */
  @Column({ name: 'sealed_settings', type: 'text', nullable: true, select: false })
  sealedSettings!: string | null;

  @Column({ name: 'sender_ids', type: 'text', array: true })
  senderIds!: string[];

  /** The domains that the account can send from: listed by the provider or entered. */
  @Column({ type: 'text', array: true })
  domains!: string[];

  @Column({ name: 'rate_limit', type: 'int', nullable: true })
  rateLimit!: number | null;

  @Column({ type: 'boolean' })
  enabled!: boolean;

  @Column({ name: 'tested_at', ...time, nullable: true })
  testedAt!: Date | null;

  /** What the last test could not check, because the credentials allow only to send. */
  @Column({ type: 'text', nullable: true })
  unchecked!: string | null;

  /** Since when the account has failed: the provider rejects it, or two calls in a row got no further. */
  @Column({ name: 'failing_since', ...time, nullable: true })
  failingSince!: Date | null;

  @Column({ type: 'text', nullable: true })
  failure!: string | null;

  @CreateDateColumn({ name: 'created_at', ...time })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', ...time })
  updatedAt!: Date;
}
