import type { JsonObject } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Bool, JsonMap, OneOf, Text } from '../fields/index.js';
import { PageQuery, PageView } from '../page.js';

const OPTIONAL = { optional: true } as const;
const EXAMPLE_ID = '01934870-0c55-7d0b-b0d5-94a1c9a4ff10';
const TIME = { type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' } as const;

/** Handling of an event about an unknown person. */
export const UNKNOWN_PERSON = ['create', 'park'] as const;
export type UnknownPerson = (typeof UNKNOWN_PERSON)[number];

/** States of an event of a source; parked and failed events can be retried. */
export const SOURCE_EVENT_STATES = ['received', 'processed', 'ignored', 'parked', 'failed'] as const;
export type SourceEventState = (typeof SOURCE_EVENT_STATES)[number];

const NAME = { min: 1, max: 64, header: true, description: 'Your name for it.', example: 'Live shop' } as const;
const UNKNOWN = {
  ...OPTIONAL,
  description:
    'Handling of events about unknown users: `create` creates the user from the event, `park` stores the event until a ' +
    'retry. `create` by default.',
  example: 'create',
} as const;
const ENABLED = {
  ...OPTIONAL,
  description: 'Whether the source accepts calls; otherwise senders get 404.',
  example: true,
} as const;

/** POST /console/sources. */
export class AddSourceBody {
  @Text({ min: 1, max: 64, description: 'Kind of the source.', example: 'segment' })
  kind!: string;

  @Text(NAME)
  name!: string;

  @JsonMap({ ...OPTIONAL, description: 'The settings of that kind.', example: { sharedSecret: 'a shared secret' } })
  settings?: JsonObject;

  @OneOf(UNKNOWN_PERSON, UNKNOWN)
  unknown_person?: UnknownPerson;

  @Bool(ENABLED)
  enabled?: boolean;
}

/** PUT /console/sources/{id}. */
export class UpdateSourceBody {
  @Text({ ...NAME, ...OPTIONAL })
  name?: string;

  @JsonMap({
    ...OPTIONAL,
    description: 'Settings to change. Others, including secrets, stay; null clears a setting.',
    example: {},
  })
  settings?: JsonObject;

  @OneOf(UNKNOWN_PERSON, UNKNOWN)
  unknown_person?: UnknownPerson;

  @Bool(ENABLED)
  enabled?: boolean;
}

/** GET /console/sources/{id}/events. */
export class SourceEventsQuery extends PageQuery {
  @OneOf(SOURCE_EVENT_STATES, { ...OPTIONAL, refusesEmpty: true, description: 'Only events in this state.' })
  state?: SourceEventState;
}

/** POST /console/sources/{id}/preview. */
export class PreviewSourceBody {
  @JsonMap({
    description: 'The payload of a call by the sender.',
    example: { type: 'track', messageId: 'm-1', userId: 'u-1', event: 'Order placed', properties: { total: 49.9 } },
  })
  payload!: JsonObject;

  @JsonMap({ ...OPTIONAL, description: 'Settings that override the stored ones in this trial.', example: {} })
  settings?: JsonObject;
}

/** A sender that can be connected. */
export class SourceKindView {
  @ApiProperty({ description: 'The name for `kind`.', example: 'segment' })
  kind!: string;

  @ApiProperty({ description: 'The name that people know.', example: 'Segment' })
  title!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON schema of its settings.' })
  settings_schema!: JsonObject;

  @ApiProperty({ type: [String], description: 'Settings that are never shown again.', example: ['sharedSecret'] })
  secret_settings!: string[];
}

/** Every sender. */
export class SourceKindsView {
  @ApiProperty({ description: 'The rows.', type: [SourceKindView] })
  data!: SourceKindView[];
}

/** A connected sender, without its secrets. */
export class SourceView {
  @ApiProperty({ description: 'The id.', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ description: 'The kind of sender.', example: 'segment' })
  kind!: string;

  @ApiProperty({ description: 'Your name for the source.', example: 'Live shop' })
  name!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Without the secrets.', example: {} })
  settings!: JsonObject;

  @ApiProperty({ description: 'What happens to events of unknown people.', enum: UNKNOWN_PERSON, example: 'create' })
  unknown_person!: UnknownPerson;

  @ApiProperty({ description: 'Whether events are accepted.', example: true })
  enabled!: boolean;

  @ApiProperty({
    description: 'Address for the sender’s calls. Treat it as a secret: it is enough to call.',
    example: `https://send.example.com/hooks/sources/1.${EXAMPLE_ID}.kq3`,
  })
  url!: string;

  @ApiProperty({
    description: 'Whether it receives calls with the API key, such as POST /v1/segment.',
    example: false,
  })
  by_key!: boolean;

  @ApiProperty({ description: 'Number of stored events.', example: 12 })
  accepted!: number;

  @ApiProperty({ description: 'Number of repeated events.', example: 1 })
  repeated!: number;

  @ApiProperty({ ...TIME, nullable: true, description: 'Time of the last event.' })
  accepted_at!: string | null;

  @ApiProperty({ description: 'Number of refused calls.', example: 0 })
  refused!: number;

  @ApiProperty({ ...TIME, nullable: true, description: 'Time of the last refused call.' })
  refused_at!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Reason of the last refusal.', example: null })
  refusal!: string | null;

  @ApiProperty({ ...TIME, description: 'When it was created.' })
  created_at!: string;
}

/** Every source of the workspace. */
export class SourcesView {
  @ApiProperty({ description: 'The rows.', type: [SourceView] })
  data!: SourceView[];
}

/** An event as a source received it. */
export class SourceEventView {
  @ApiProperty({ description: 'The sender’s id of the event.', example: 'evt_1NG8Du2eZvKYlo2C' })
  event_id!: string;

  @ApiProperty({ description: 'The result of the event.', enum: SOURCE_EVENT_STATES, example: 'processed' })
  state!: SourceEventState;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the event is not processed.', example: null })
  reason!: string | null;

  @ApiProperty({ type: [String], description: 'Values that were omitted or changed.', example: [] })
  notices!: string[];

  @ApiProperty({ type: 'string', nullable: true, description: 'Name of the resulting event.', example: 'Invoice paid' })
  event!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The uid of the resulting event.', example: 'u-1' })
  uid!: string | null;

  @ApiProperty({ description: 'Number of attempts.', example: 1 })
  attempts!: number;

  @ApiProperty({ ...TIME, nullable: true, description: 'Time of the next attempt.' })
  due_at!: string | null;

  @ApiProperty({ ...TIME, description: 'When it was received.' })
  received_at!: string;

  @ApiProperty({ description: 'The start of the received payload, as JSON.', example: '{"id":"evt_1NG8Du2eZvKYlo2C"}' })
  payload!: string;
}

/** A page of events, newest received first. */
export class SourceEventPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [SourceEventView] })
  data!: SourceEventView[];
}

/** Number of events to retry. */
export class SourceRetryView {
  @ApiProperty({ description: 'How many events are tried again.', example: 12 })
  retried!: number;
}

/** Result that one event would have. */
export class PreviewedEventView {
  @ApiProperty({ description: 'The id, which keeps duplicates out.', example: 'evt_1NG8Du2eZvKYlo2C' })
  event_id!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the event is ignored.', example: null })
  ignored!: string | null;

  @ApiProperty({ type: [String], description: 'Values that would be omitted or changed.', example: [] })
  notices!: string[];

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'Changes, each with the person, its fields and the event, or with two uids to merge.',
    example: [{ person: { uid: 'u-1' }, fields: {}, event: { name: 'Order placed', properties: { total: 49.9 } } }],
  })
  effects!: JsonObject[];
}

/** Result that a call would have; nothing is stored. */
export class SourcePreviewView {
  @ApiProperty({ description: 'The events that the payload would become.', type: [PreviewedEventView] })
  data!: PreviewedEventView[];
}
