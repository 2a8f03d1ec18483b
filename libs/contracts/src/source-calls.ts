import { isScalar, isStorableObject, type JsonObject, type Scalar } from '@dundun/domain';
import { field, JsonMap, OneOf, ScalarValue, Text } from './fields/index.js';

const MAYBE = { optional: true, nullable: true } as const;

/** The calls of Segment's specification. */
export const SEGMENT_CALLS = ['identify', 'track', 'page', 'screen', 'group', 'alias'] as const;

/** POST /v1/segment: one call of Segment's specification; other fields are ignored. */
export class SegmentCallBody {
  @OneOf(SEGMENT_CALLS, { description: 'The method of the specification.', example: 'track' })
  type!: (typeof SEGMENT_CALLS)[number];

  @ScalarValue({ ...MAYBE, description: 'Segment’s id of the call.', example: 'm-1' })
  messageId?: Scalar | null;

  @ScalarValue({ ...MAYBE, description: 'The uid.', example: 'u-1' })
  userId?: Scalar | null;

  @ScalarValue({ ...MAYBE, description: 'The uid of a user who has not signed in.', example: null })
  anonymousId?: Scalar | null;

  @ScalarValue({ ...MAYBE, description: 'alias: the uid that is merged into userId.', example: null })
  previousId?: Scalar | null;

  @ScalarValue({ ...MAYBE, description: 'group: the uid of the account.', example: null })
  groupId?: Scalar | null;

  @Text({ ...MAYBE, description: 'track: the name of the event.', example: 'Order placed' })
  event?: string | null;

  @Text({ ...MAYBE, description: 'page, screen: its name.', example: null })
  name?: string | null;

  @Text({ ...MAYBE, description: 'page, screen: its category.', example: null })
  category?: string | null;

  @JsonMap({ ...MAYBE, description: 'Properties of the event.', example: { total: 49.9 } })
  properties?: JsonObject | null;

  @JsonMap({ ...MAYBE, description: 'Traits of the person or the account.', example: null })
  traits?: JsonObject | null;

  @JsonMap({ ...MAYBE, description: 'Context of the call.', example: null })
  context?: JsonObject | null;

  @ScalarValue({ ...MAYBE, description: 'Time of the call.', example: '2026-11-20T09:30:00.000Z' })
  timestamp?: Scalar | null;
}

const NAME_OR_EVENT = {
  name: 'posthog_event',
  message: 'must be the name of an event, or the event itself',
  test: (value: unknown) => (typeof value === 'string' && isScalar(value) && value !== '') || isStorableObject(value),
  schema: { type: Object, oneOf: [{ type: 'string' as const }, { type: 'object' as const }] },
};

/** POST /v1/posthog: an event of PostHog as its destinations send it; other fields are ignored. */
export class PostHogEventBody {
  @field(NAME_OR_EVENT, {
    description: 'The name of the event, or the whole event as the HTTP webhook sends it.',
    example: 'Order placed',
  })
  event!: string | JsonObject;

  @ScalarValue({ ...MAYBE, description: 'PostHog’s id of the event.', example: '0193486f-63d0-7b5e-8f8e-1f3f9d1d9c01' })
  uuid?: Scalar | null;

  @ScalarValue({ ...MAYBE, description: 'The uid.', example: 'u-1' })
  distinct_id?: Scalar | null;

  @JsonMap({ ...MAYBE, description: 'Properties of the event.', example: { total: 49.9 } })
  properties?: JsonObject | null;

  @JsonMap({ ...MAYBE, description: 'The person, according to PostHog.', example: null })
  person?: JsonObject | null;

  @JsonMap({ ...MAYBE, description: 'Attributes of the person.', example: null })
  $set?: JsonObject | null;

  @JsonMap({ ...MAYBE, description: 'Attributes to set only if they are not set yet.', example: null })
  $set_once?: JsonObject | null;

  @ScalarValue({ ...MAYBE, description: 'Time of the event.', example: '2026-11-20T09:30:00.000Z' })
  timestamp?: Scalar | null;
}
