import type { KeyKind } from '@dundun/domain';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('api_keys')
export class ApiKey {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  kind!: KeyKind;

  @Column({ type: 'text' })
  key!: string;

  /** SHA-256; read only by the statement that checks credentials. */
  @Column({ name: 'secret_hash', type: 'bytea', select: false })
  secretHash!: Buffer;

  /** Whether anybody was given the secret. */
  @Column({ name: 'has_secret', type: 'boolean' })
  hasSecret!: boolean;

  @Column({ name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'revoked_at', type: 'timestamptz', precision: 3, nullable: true })
  revokedAt!: Date | null;
}
