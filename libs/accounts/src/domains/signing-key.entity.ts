import type { DkimKeyState } from '@dundun/domain';
import type { DkimKey } from '@dundun/providers';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3 } as const;

/** A DKIM key of a sending domain. */
@Entity('dkim_keys')
export class SigningKey {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ name: 'domain_id', type: 'uuid' })
  domainId!: string;

  @PrimaryColumn({ type: 'text' })
  selector!: string;

  @Column({ type: 'text' })
  algorithm!: DkimKey['algorithm'];

  /** The value published after `p=`. */
  @Column({ name: 'public_key', type: 'text' })
  publicKey!: string;

  /** PKCS #8, base64, sealed. */
  @Column({ name: 'sealed_private_key', type: 'text', select: false })
  sealedPrivateKey!: string;

  @Column({ type: 'text' })
  state!: DkimKeyState;

  /** Set while the last conclusive check found its record right. */
  @Column({ name: 'seen_at', ...time, nullable: true })
  seenAt!: Date | null;

  @Column({ name: 'retired_at', ...time, nullable: true })
  retiredAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', ...time })
  createdAt!: Date;
}
