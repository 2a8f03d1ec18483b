import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('sessions')
export class Session {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  /** SHA-256 of the cookie's value, so that a leaked table grants no access. */
  @PrimaryColumn({ name: 'token_hash', type: 'bytea' })
  tokenHash!: Buffer;

  @Column({ name: 'member_id', type: 'uuid' })
  memberId!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  @Column({ name: 'user_agent', type: 'text', nullable: true })
  userAgent!: string | null;

  /** Names the session to people, without its token. */
  @Column({ type: 'uuid' })
  id!: string;

  /** The address of the sign-in. */
  @Column({ type: 'text', nullable: true })
  address!: string | null;

  @Column({ name: 'last_seen_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  lastSeenAt!: Date;

  /** Whether an identity provider confirmed the person. */
  @Column({ name: 'by_sso', type: 'boolean', default: false })
  bySso!: boolean;

  /** Sealed, for the sign-out at the identity provider. */
  @Column({ name: 'sealed_id_token', type: 'text', nullable: true, select: false })
  sealedIdToken!: string | null;
}
