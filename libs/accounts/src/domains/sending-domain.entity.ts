import type { DnsRecordStatus, DnsRecordType } from '@dundun/domain';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3 } as const;

/** What a check found of one record; the record is named by its type, name and value. */
export interface Finding {
  type: DnsRecordType;
  name: string;
  value: string;
  status: DnsRecordStatus;
  found: string[];
  change: string | null;
}

@Entity('sending_domains')
export class SendingDomain {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Lower case, punycode. */
  @Column({ type: 'text' })
  domain!: string;

  /** Since when the workspace may send from it; null while that is not proven. */
  @Column({ name: 'connected_at', ...time, nullable: true })
  connectedAt!: Date | null;

  /** On whose word; only what a check connected is disconnected by checks. */
  @Column({ name: 'connected_by', type: 'text', nullable: true })
  connectedBy!: 'operator' | 'check' | null;

  @Column({ name: 'checked_at', ...time, nullable: true })
  checkedAt!: Date | null;

  @Column({ name: 'next_check_at', ...time })
  nextCheckAt!: Date;

  /** Since when the required records are right without a break. */
  @Column({ name: 'fine_since', ...time, nullable: true })
  fineSince!: Date | null;

  /** Since when a connected domain has been without them. */
  @Column({ name: 'failing_since', ...time, nullable: true })
  failingSince!: Date | null;

  @Column({ name: 'rotation_asked_at', ...time, nullable: true })
  rotationAskedAt!: Date | null;

  @Column({ type: 'jsonb' })
  findings!: Finding[];

  @CreateDateColumn({ name: 'created_at', ...time })
  createdAt!: Date;
}
