import type { JsonObject } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Bool, JsonMap, OneOf, Text } from './fields/index.js';
import { PageQuery, PageView } from './page.js';

const OPTIONAL = { optional: true } as const;
const EXAMPLE_ID = '01934870-0c55-7d0b-b0d5-94a1c9a4ff10';
const TIME = { type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' } as const;

/** What becomes of an event whose person nobody is. */
export const UNKNOWN_PERSON = ['create', 'park'] as const;
export type UnknownPerson = (typeof UNKNOWN_PERSON)[number];

/** How far an event of a source is; what is parked or failed can be tried again. */
export const SOURCE_EVENT_STATES = ['received', 'processed', 'ignored', 'parked', 'failed'] as const;
export type SourceEventState = (typeof SOURCE_EVENT_STATES)[number];

const NAME = { min: 1, max: 64, header: true, description: 'What you call it.', example: 'Live shop' } as const;
const UNKNOWN = {
  ...OPTIONAL,
  description:
    'When nobody is whom an event is about: `create` makes a user of what the event says, `park` keeps the event until it ' +
    'is tried again. `create` when absent.',
  example: 'create',
} as const;
const ENABLED = {
  ...OPTIONAL,
  description: 'Whether it takes calls; a sender sees 404 otherwise.',
  example: true,
} as const;

/** POST /console/sources. */
export class AddSourceBody {
  @Text({ min: 1, max: 64, description: 'One of the kinds.', example: 'segment' })
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
    description: 'Settings to change; the others, secrets too, stay as they are. null clears one.',
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
  @OneOf(SOURCE_EVENT_STATES, { ...OPTIONAL, blankIsAbsent: true, description: 'Only events that are so far.' })
  state?: SourceEventState;
}

/** POST /console/sources/{id}/preview. */
export class PreviewSourceBody {
  @JsonMap({
    description: 'What the sender would call with.',
    example: { type: 'track', messageId: 'm-1', userId: 'u-1', event: 'Order placed', properties: { total: 49.9 } },
  })
  payload!: JsonObject;

  @JsonMap({ ...OPTIONAL, description: 'Settings to try on top of those that are stored.', example: {} })
  settings?: JsonObject;
}

/** A sender that can be connected. */
export class SourceKindView {
  @ApiProperty({ example: 'segment' })
  kind!: string;

  @ApiProperty({ example: 'Segment' })
  title!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON schema of its settings.' })
  settings_schema!: JsonObject;

  @ApiProperty({ type: [String], description: 'Settings that are never shown again.', example: ['sharedSecret'] })
  secret_settings!: string[];
}

/** Every sender. */
export class SourceKindsView {
  @ApiProperty({ type: [SourceKindView] })
  data!: SourceKindView[];
}

/** A connected sender, without its secrets. */
export class SourceView {
  @ApiProperty({ example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ example: 'segment' })
  kind!: string;

  @ApiProperty({ example: 'Live shop' })
  name!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Without the secrets.', example: {} })
  settings!: JsonObject;

  @ApiProperty({ enum: UNKNOWN_PERSON, example: 'create' })
  unknown_person!: UnknownPerson;

  @ApiProperty({ example: true })
  enabled!: boolean;

  @ApiProperty({
    description: 'Where the sender calls. Whoever knows it can call, so treat it as a secret.',
    example: `https://send.example.com/hooks/sources/1.${EXAMPLE_ID}.kq3`,
  })
  url!: string;

  @ApiProperty({
    description: 'Whether calls with the API key come here, such as those of /v1/segment.',
    example: false,
  })
  by_key!: boolean;

  @ApiProperty({ description: 'Events that were stored.', example: 12 })
  accepted!: number;

  @ApiProperty({ description: 'Events that had come before.', example: 1 })
  repeated!: number;

  @ApiProperty({ ...TIME, nullable: true, description: 'When the last event came.' })
  accepted_at!: string | null;

  @ApiProperty({ description: 'Calls that did not come from the sender.', example: 0 })
  refused!: number;

  @ApiProperty({ ...TIME, nullable: true, description: 'When the last of them came.' })
  refused_at!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it was refused.', example: null })
  refusal!: string | null;

  @ApiProperty(TIME)
  created_at!: string;
}

/** Every source of the workspace. */
export class SourcesView {
  @ApiProperty({ type: [SourceView] })
  data!: SourceView[];
}

/** An event as a source received it. */
export class SourceEventView {
  @ApiProperty({ description: 'The sender’s own id of it.', example: 'evt_1NG8Du2eZvKYlo2C' })
  event_id!: string;

  @ApiProperty({ enum: SOURCE_EVENT_STATES, example: 'processed' })
  state!: SourceEventState;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it is not processed.', example: null })
  reason!: string | null;

  @ApiProperty({ type: [String], description: 'What was left out or changed.', example: [] })
  notices!: string[];

  @ApiProperty({ type: 'string', nullable: true, description: 'The event that it became.', example: 'Invoice paid' })
  event!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Whose event it became.', example: 'u-1' })
  uid!: string | null;

  @ApiProperty({ description: 'How often it was tried.', example: 1 })
  attempts!: number;

  @ApiProperty({ ...TIME, nullable: true, description: 'When it is tried next.' })
  due_at!: string | null;

  @ApiProperty(TIME)
  received_at!: string;

  @ApiProperty({ description: 'The beginning of what was sent, as JSON.', example: '{"id":"evt_1NG8Du2eZvKYlo2C"}' })
  payload!: string;
}

/** A page of events, newest received first. */
export class SourceEventPage extends PageView {
  @ApiProperty({ type: [SourceEventView] })
  data!: SourceEventView[];
}

/** How many events are tried again. */
export class SourceRetryView {
  @ApiProperty({ example: 12 })
  retried!: number;
}

/** What one event would become. */
export class PreviewedEventView {
  @ApiProperty({ example: 'evt_1NG8Du2eZvKYlo2C' })
  event_id!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it means nothing here.', example: null })
  ignored!: string | null;

  @ApiProperty({ type: [String], description: 'What would be left out or changed.', example: [] })
  notices!: string[];

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'Each with the person, the fields written to it and the event; or with two uids to merge.',
    example: [{ person: { uid: 'u-1' }, fields: {}, event: { name: 'Order placed', properties: { total: 49.9 } } }],
  })
  effects!: JsonObject[];
}

/** What a call would become; nothing is stored. */
export class SourcePreviewView {
  @ApiProperty({ type: [PreviewedEventView] })
  data!: PreviewedEventView[];
}
