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

  @Column({ name: 'password_hash', type: 'text', select: false })
  passwordHash!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
