import type { DnsRecordStatus, DnsRecordType } from '@dundun/domain';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3 } as const;

/** The result of checking one record, identified by type, name and value. */
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

  /** When the domain was connected; null while ownership is not proven. */
  @Column({ name: 'connected_at', ...time, nullable: true })
  connectedAt!: Date | null;

  /** Who connected it; checks disconnect only domains that a check connected. */
  @Column({ name: 'connected_by', type: 'text', nullable: true })
  connectedBy!: 'operator' | 'check' | null;

  @Column({ name: 'checked_at', ...time, nullable: true })
  checkedAt!: Date | null;

  @Column({ name: 'next_check_at', ...time })
  nextCheckAt!: Date;

  /** Since when the required records have been right without interruption. */
  @Column({ name: 'fine_since', ...time, nullable: true })
  fineSince!: Date | null;

  /** Since when the required records of a connected domain have been wrong. */
  @Column({ name: 'failing_since', ...time, nullable: true })
  failingSince!: Date | null;

  @Column({ name: 'rotation_asked_at', ...time, nullable: true })
  rotationAskedAt!: Date | null;

  @Column({ type: 'jsonb' })
  findings!: Finding[];

  @CreateDateColumn({ name: 'created_at', ...time })
  createdAt!: Date;
}
