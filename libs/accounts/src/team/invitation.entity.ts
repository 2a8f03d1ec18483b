import type { Role } from '@dundun/domain';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('invitations')
export class Invitation {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text' })
  role!: Role;

  @Column({ name: 'list_ids', type: 'uuid', array: true, nullable: true })
  listIds!: string[] | null;

  /** SHA-256 of the token in the link, so that a leaked table opens nothing. */
  @Column({ name: 'token_hash', type: 'bytea', select: false })
  tokenHash!: Buffer;

  /** The email of the member; null for an API key. */
  @Column({ name: 'invited_by', type: 'text', nullable: true })
  invitedBy!: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'sent_at', type: 'timestamptz', precision: 3 })
  sentAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}
