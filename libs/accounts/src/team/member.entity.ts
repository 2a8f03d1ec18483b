import type { Role } from '@dundun/domain';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('members')
export class Member {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  role!: Role;

  /** The lists that the access is limited to; null for all. */
  @Column({ name: 'list_ids', type: 'uuid', array: true, nullable: true })
  listIds!: string[] | null;

  /** What the person signs in with, here and in other workspaces. */
  @Column({ name: 'login_id', type: 'uuid' })
  loginId!: string;

  /** Whether the membership came from the identity provider, which may take it back. */
  @Column({ name: 'by_sso', type: 'boolean', default: false })
  bySso!: boolean;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
