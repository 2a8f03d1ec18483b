import type { Scalar } from '@dundun/domain';
import type { Device } from './person-values.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('people')
export class Person {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  uid!: string;

  /** The uid is generated, so a caller's own may replace it. */
  @Column({ name: 'uid_updateable', type: 'boolean' })
  uidUpdateable!: boolean;

  @Column({ name: 'first_name', type: 'text', nullable: true })
  firstName!: string | null;

  @Column({ name: 'last_name', type: 'text', nullable: true })
  lastName!: string | null;

  @Column({ type: 'text', nullable: true })
  email!: string | null;

  @Column({ type: 'text', nullable: true })
  number!: string | null;

  @Column({ type: 'text', nullable: true })
  tz!: string | null;

  @Column({ name: 'is_account', type: 'boolean' })
  isAccount!: boolean;

  /** At most five, newest first. */
  @Column({ type: 'jsonb' })
  devices!: Device[];

  @Column({ type: 'jsonb' })
  meta!: Record<string, Scalar>;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
