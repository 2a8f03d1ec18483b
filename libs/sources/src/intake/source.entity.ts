import type { UnknownPerson } from '@dundun/contracts';
import type { JsonObject } from '@dundun/domain';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3 } as const;
/** PostgreSQL returns bigint as text; the counts fit in a double. */
const count = { type: 'bigint', insert: false, update: false, transformer: { from: Number, to: String } } as const;

@Entity('sources')
export class Source {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  kind!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'jsonb' })
  settings!: JsonObject;

  /** The secret settings, sealed as one JSON object. */
  @Column({ name: 'sealed_settings', type: 'text', nullable: true, select: false })
  sealedSettings!: string | null;

  @Column({ name: 'unknown_person', type: 'text' })
  unknownPerson!: UnknownPerson;

  @Column({ type: 'boolean' })
  enabled!: boolean;

  @Column({ name: 'by_key', type: 'boolean' })
  byKey!: boolean;

  @Column(count)
  accepted!: number;

  @Column(count)
  repeated!: number;

  @Column({ name: 'accepted_at', ...time, nullable: true, insert: false, update: false })
  acceptedAt!: Date | null;

  @Column(count)
  refused!: number;

  @Column({ name: 'refused_at', ...time, nullable: true, insert: false, update: false })
  refusedAt!: Date | null;

  @Column({ type: 'text', nullable: true, insert: false, update: false })
  refusal!: string | null;

  @CreateDateColumn({ name: 'created_at', ...time })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', ...time })
  updatedAt!: Date;
}

export const sourcesEntities: (new () => object)[] = [Source];
