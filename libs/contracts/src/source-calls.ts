import { isScalar, isStorableObject, type JsonObject, type Scalar } from '@dundun/domain';
import { field, JsonMap, OneOf, ScalarValue, Text } from './fields/index.js';

const MAYBE = { optional: true, nullable: true } as const;

/** The calls of Segment's specification. */
export const SEGMENT_CALLS = ['identify', 'track', 'page', 'screen', 'group', 'alias'] as const;

/** POST /v1/segment: one call of Segment's specification; what else is in it means nothing here. */
export class SegmentCallBody {
  @OneOf(SEGMENT_CALLS, { description: 'What is called.', example: 'track' })
  type!: (typeof SEGMENT_CALLS)[number];

  @ScalarValue({ ...MAYBE, description: 'Segment’s id of the call.', example: 'm-1' })
  messageId?: Scalar | null;

  @ScalarValue({ ...MAYBE, description: 'The uid.', example: 'u-1' })
  userId?: Scalar | null;

  @ScalarValue({ ...MAYBE, description: 'The uid of somebody who has not signed in.', example: null })
  anonymousId?: Scalar | null;

  @ScalarValue({ ...MAYBE, description: 'alias: the uid that is merged into userId.', example: null })
  previousId?: Scalar | null;

  @ScalarValue({ ...MAYBE, description: 'group: the uid of the account.', example: null })
  groupId?: Scalar | null;

  @Text({ ...MAYBE, description: 'track: the name of the event.', example: 'Order placed' })
  event?: string | null;

  @Text({ ...MAYBE, description: 'page, screen: the name of it.', example: null })
  name?: string | null;

  @Text({ ...MAYBE, description: 'page, screen: its category.', example: null })
  category?: string | null;

  @JsonMap({ ...MAYBE, description: 'Of the event.', example: { total: 49.9 } })
  properties?: JsonObject | null;

  @JsonMap({ ...MAYBE, description: 'Of the person or the account.', example: null })
  traits?: JsonObject | null;

  @JsonMap({ ...MAYBE, description: 'Where it was called.', example: null })
  context?: JsonObject | null;

  @ScalarValue({ ...MAYBE, description: 'When it was called.', example: '2026-11-20T09:30:00.000Z' })
  timestamp?: Scalar | null;
}

const NAME_OR_EVENT = {
  name: 'posthog_event',
  message: 'must be the name of an event, or the event itself',
  test: (value: unknown) => (typeof value === 'string' && isScalar(value) && value !== '') || isStorableObject(value),
  schema: { type: Object, oneOf: [{ type: 'string' as const }, { type: 'object' as const }] },
};

/** POST /v1/posthog: an event of PostHog as its destinations send it; what else is in it means nothing here. */
export class PostHogEventBody {
  @field(NAME_OR_EVENT, {
    description: 'Its name; or the whole event, as the HTTP webhook sends it.',
    example: 'Order placed',
  })
  event!: string | JsonObject;

  @ScalarValue({ ...MAYBE, description: 'PostHog’s id of the event.', example: '0193486f-63d0-7b5e-8f8e-1f3f9d1d9c01' })
  uuid?: Scalar | null;

  @ScalarValue({ ...MAYBE, description: 'The uid.', example: 'u-1' })
  distinct_id?: Scalar | null;

  @JsonMap({ ...MAYBE, description: 'Of the event.', example: { total: 49.9 } })
  properties?: JsonObject | null;

  @JsonMap({ ...MAYBE, description: 'Whom PostHog takes it for.', example: null })
  person?: JsonObject | null;

  @JsonMap({ ...MAYBE, description: 'Attributes of the person.', example: null })
  $set?: JsonObject | null;

  @JsonMap({ ...MAYBE, description: 'The same, when they are not set.', example: null })
  $set_once?: JsonObject | null;

  @ScalarValue({ ...MAYBE, description: 'When it happened.', example: '2026-11-20T09:30:00.000Z' })
  timestamp?: Scalar | null;
}
