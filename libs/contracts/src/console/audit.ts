import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text, Timestamp } from '../fields/index.js';
import { PageQuery, PageView } from '../page.js';

/** Who changes things: a member in the console, a server with key and secret, or the service itself. */
export const AUDIT_ACTORS = ['member', 'key', 'system'] as const;

const OPTIONAL = { optional: true, refusesEmpty: true } as const;
const ID = '01934870-1c55-7d0b-b0d5-94a1c9a4ff11';
const AT = '2026-11-20T09:30:00.000Z';

/** Selects changes. */
export class AuditQuery extends PageQuery {
  @OneOf(AUDIT_ACTORS, { ...OPTIONAL, description: 'Only changes by members, by keys, or by the service itself.' })
  actor?: (typeof AUDIT_ACTORS)[number];

  @Text({ ...OPTIONAL, max: 255, description: 'Only changes by the member or key with this id.' })
  actor_id?: string;

  @Text({ ...OPTIONAL, max: 64, description: 'Only changes of this kind of thing.', example: 'webhook' })
  thing?: string;

  @Text({ ...OPTIONAL, max: 255, description: 'Only changes of the thing with this id; of a person, the uid.' })
  thing_id?: string;

  @Text({ ...OPTIONAL, max: 64, description: 'Only calls of this operation.', example: 'updateWebhook' })
  operation?: string;

  @Timestamp({ ...OPTIONAL, description: 'Only changes since then.' })
  from?: Date;

  @Timestamp({ ...OPTIONAL, description: 'Only changes until then.' })
  to?: Date;
}

const ANY_VALUE = [
  ...['string', 'number', 'boolean', 'null'].map((type) => ({ type })),
  { type: 'array', items: {} },
  { type: 'object', additionalProperties: true },
];

/** A field before and after a change. */
export class AuditChangeView {
  @ApiProperty({ description: 'The name of the field.', example: 'url' })
  field!: string;

  @ApiProperty({
    description: 'The value before; null if there was none. Of a secret, only that there was one.',
    oneOf: ANY_VALUE,
    example: 'https://example.com/old',
  })
  before!: unknown;

  @ApiProperty({
    description: 'The value after; null if there is none.',
    oneOf: ANY_VALUE,
    example: 'https://example.com/new',
  })
  after!: unknown;
}

/** A recorded change. */
export class AuditEntryView {
  @ApiProperty({ description: 'The id.', example: ID })
  id!: string;

  @ApiProperty({ description: 'When it happened.', type: 'string', format: 'date-time', example: AT })
  at!: string;

  @ApiProperty({ description: 'The kind of actor.', enum: AUDIT_ACTORS, example: 'member' })
  actor!: (typeof AUDIT_ACTORS)[number];

  @ApiProperty({ description: 'The id of the member or key.', type: 'string', nullable: true, example: ID })
  actor_id!: string | null;

  @ApiProperty({
    description: 'The name of the member or key at that time.',
    type: 'string',
    nullable: true,
    example: 'Ada Lovelace',
  })
  actor_name!: string | null;

  @ApiProperty({ description: 'The operation, as this reference names it.', example: 'updateWebhook' })
  operation!: string;

  @ApiProperty({ description: 'The kind of thing.', example: 'webhook' })
  thing!: string;

  @ApiProperty({
    description: 'The id of the thing. People are named by a hash of the uid, which outlives an erasure.',
    type: 'string',
    nullable: true,
    example: ID,
  })
  thing_id!: string | null;

  @ApiProperty({ description: 'The name of the thing.', type: 'string', nullable: true, example: 'Our data warehouse' })
  thing_name!: string | null;

  @ApiProperty({ description: 'The fields that changed.', type: [AuditChangeView] })
  changes!: AuditChangeView[];

  @ApiProperty({ description: 'The address of the caller.', type: 'string', nullable: true, example: '203.0.113.7' })
  ip!: string | null;

  @ApiProperty({ description: 'The program of the caller.', type: 'string', nullable: true, example: 'Mozilla/5.0' })
  user_agent!: string | null;

  @ApiProperty({ description: 'The Request-Id of the call.', type: 'string', nullable: true, example: 'req_0193487' })
  request_id!: string | null;
}

/** A page of changes, newest first. */
export class AuditPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [AuditEntryView] })
  data!: AuditEntryView[];
}
