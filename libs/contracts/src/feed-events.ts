import { ApiProperty } from '@nestjs/swagger';

const ID = '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10';
const AT = '2026-11-20T09:30:00.000Z';
const TIME = { type: 'string', format: 'date-time', example: AT } as const;
const TEXT_OR_NULL = { type: 'string', nullable: true } as const;

/** One recipient of a message in an entry of the feed. */
export class FeedRecipientView {
  @ApiProperty({ description: 'The address or number.', example: 'grace@example.com' })
  address!: string;

  @ApiProperty({ description: 'The name, if one was given.', ...TEXT_OR_NULL, example: 'Grace' })
  name!: string | null;

  @ApiProperty({ description: 'Where the address stands.', type: 'string', enum: ['to', 'cc', 'bcc'], example: 'to' })
  kind!: string;

  @ApiProperty({ description: 'The state of this recipient.', example: 'delivered' })
  status!: string;

  @ApiProperty({ description: 'What the provider said.', ...TEXT_OR_NULL, example: '250 2.0.0 OK' })
  detail!: string | null;
}

/** Data of message.sent, .delivered, .bounced, .complained, .captured, .failed, .suppressed, .unknown and .canceled. */
export class MessageEventView {
  @ApiProperty({ description: 'The id of the message.', example: ID })
  message_id!: string;

  @ApiProperty({ description: 'Email or SMS.', type: 'string', enum: ['email', 'sms'], example: 'email' })
  channel!: string;

  @ApiProperty({ description: 'The second part of the type.', example: 'delivered' })
  status!: string;

  @ApiProperty({ ...TEXT_OR_NULL, description: 'Why the message failed, if known.', example: null })
  reason!: string | null;

  @ApiProperty({ description: 'The list that the message belongs to.', ...TEXT_OR_NULL, example: null })
  list_id!: string | null;

  @ApiProperty({ description: 'Each recipient with its state.', type: [FeedRecipientView] })
  recipients!: FeedRecipientView[];

  @ApiProperty({ type: [String], description: 'As given with the send.', example: ['receipt'] })
  tags!: string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'As given with the send.',
    example: { order: 1042 },
  })
  metadata!: Record<string, unknown>;

  @ApiProperty({ ...TIME, description: 'When the message was accepted.' })
  created_at!: string;

  @ApiProperty({
    description: 'The status before. Absent in entries from before this field existed.',
    example: 'sending',
  })
  previous_status!: string;

  @ApiProperty({ ...TIME, nullable: true, description: 'When it was handed over, or given up.' })
  ended_at!: string | null;
}

/** Data of message.opened and message.clicked. */
export class HitEventView {
  @ApiProperty({ description: 'The id of the message.', example: ID })
  message_id!: string;

  @ApiProperty({
    description: 'Sent twice if the open or click later proves to be a machine’s; the last value counts.',
    example: '01934872-6c8f-7a1b-8d2e-3f7c9f5b8d21',
  })
  hit_id!: string;

  @ApiProperty({
    ...TEXT_OR_NULL,
    description: 'Target of the link; null for an open.',
    example: 'https://example.com/',
  })
  url!: string | null;

  @ApiProperty({ ...TIME, description: 'When it happened.' })
  at!: string;

  @ApiProperty({
    description: 'Whether a scanner, a proxy or a mail program caused it instead of a person.',
    example: false,
  })
  machine!: boolean;

  @ApiProperty({ ...TEXT_OR_NULL, description: 'Why it is attributed to a machine.', example: null })
  reason!: string | null;

  @ApiProperty({ description: 'The program that made the request.', ...TEXT_OR_NULL, example: 'Mozilla/5.0' })
  user_agent!: string | null;

  @ApiProperty({
    description: 'Present, and true, if an earlier entry with this hit_id said the opposite of machine.',
    required: false,
    example: true,
  })
  reclassified?: boolean;
}

/** Data of subscriber.requested, .subscribed, .confirmed, .unsubscribed, .removed and .resumed. */
export class SubscriberEventView {
  @ApiProperty({
    ...TEXT_OR_NULL,
    description: 'Null for a step about all messages, such as STOP or START.',
    example: ID,
  })
  list_id!: string | null;

  @ApiProperty({ ...TEXT_OR_NULL, description: 'Null for an address without a user.', example: 'user-1' })
  uid!: string | null;

  @ApiProperty({ description: 'The address or number.', ...TEXT_OR_NULL, example: 'grace@example.com' })
  address!: string | null;

  @ApiProperty({ description: 'Method of the step: api, form, one_click …', example: 'api' })
  method!: string;

  @ApiProperty({
    description: 'The channels that the step is about.',
    type: 'array',
    items: { type: 'string', enum: ['email', 'sms'] },
    example: ['email'],
  })
  channels!: string[];

  @ApiProperty({ ...TEXT_OR_NULL, description: 'The mail whose link led to the step.', example: null })
  message_id!: string | null;

  @ApiProperty({ ...TIME, description: 'When it happened.' })
  at!: string;
}

/** Data of user.created. */
export class UserEventView {
  @ApiProperty({ description: 'The uid of the person.', example: 'user-1' })
  uid!: string;

  @ApiProperty({ description: 'The email address.', ...TEXT_OR_NULL, example: 'grace@example.com' })
  email!: string | null;

  @ApiProperty({ description: 'The phone number, digits only.', ...TEXT_OR_NULL, example: '2348012345678' })
  number!: string | null;

  @ApiProperty({ description: 'The first name.', ...TEXT_OR_NULL, example: 'Grace' })
  first_name!: string | null;

  @ApiProperty({ description: 'The last name.', ...TEXT_OR_NULL, example: 'Hopper' })
  last_name!: string | null;

  @ApiProperty({ ...TIME, description: 'When it was created.' })
  created_at!: string;
}

/** Data of user.updated. */
export class UserUpdatedEventView extends UserEventView {
  @ApiProperty({ type: [String], description: 'Names of the fields that changed.', example: ['email', 'meta'] })
  changed!: string[];

  @ApiProperty({ ...TEXT_OR_NULL, description: 'The previous uid, if it changed.', example: null })
  previous_uid!: string | null;
}

/** Data of user.deleted. */
export class UserDeletedEventView {
  @ApiProperty({ description: 'The uid of the person.', example: 'user-1' })
  uid!: string;
}

/** Data of user.merged. */
export class UserMergedEventView {
  @ApiProperty({ ...TEXT_OR_NULL, description: 'The uid that remains.', example: 'user-1' })
  uid!: string | null;

  @ApiProperty({ description: 'The uid that was merged away.', example: 'anonymous-7' })
  merged_uid!: string;
}

/** Data of list.created. */
export class ListEventView {
  @ApiProperty({ description: 'The id of the list.', example: ID })
  list_id!: string;

  @ApiProperty({ description: 'The title.', example: 'Newsletter' })
  title!: string;

  @ApiProperty({ description: 'The description.', ...TEXT_OR_NULL, example: null })
  description!: string | null;

  @ApiProperty({ description: 'Where people go after they confirmed.', ...TEXT_OR_NULL, example: null })
  redirect_url!: string | null;

  @ApiProperty({ description: 'Whether people confirm by mail.', example: false })
  double_optin!: boolean;

  @ApiProperty({ ...TIME, description: 'When it was created.' })
  created_at!: string;
}

/** Data of list.updated and list.archived. */
export class ListUpdatedEventView extends ListEventView {
  @ApiProperty({ type: [String], description: 'Names of the fields that changed.', example: ['title'] })
  changed!: string[];
}

/** Data of segment.entered and segment.left. */
export class SegmentEventView {
  @ApiProperty({ description: 'The id of the segment.', example: ID })
  segment_id!: string;

  @ApiProperty({ description: 'The name of the segment.', example: 'At risk' })
  name!: string;

  @ApiProperty({ description: 'The uid of the person.', example: 'user-1' })
  uid!: string;

  @ApiProperty({
    description:
      'Why: something happened, a day passed, a snapshot was refreshed, the nightly check, by hand, an import, or a merge.',
    type: 'string',
    enum: ['change', 'time', 'refresh', 'repair', 'manual', 'import', 'merge'],
    example: 'change',
  })
  cause!: string;

  @ApiProperty({ ...TIME, description: 'When the person entered or left.' })
  at!: string;
}

/** Data of campaign.scheduled, .taken_back, .started, .paused, .resumed, .halted, .sent and .canceled. */
export class CampaignEventView {
  @ApiProperty({ description: 'The id of the campaign.', example: ID })
  campaign_id!: string;

  @ApiProperty({ description: 'The name of the campaign.', example: 'November news' })
  name!: string;

  @ApiProperty({ type: [String], description: 'The labels of the campaign.', example: ['newsletter'] })
  labels!: string[];

  @ApiProperty({ description: 'The state before.', example: 'sending' })
  previous_state!: string;

  @ApiProperty({ ...TIME, nullable: true, description: 'When it starts, or started; null for taken_back.' })
  start_at!: string | null;

  @ApiProperty({ ...TEXT_OR_NULL, description: 'Why it halted, for programs; null for other types.', example: null })
  code!: string | null;

  @ApiProperty({ ...TEXT_OR_NULL, description: 'Why it halted, in words; null for other types.', example: null })
  reason!: string | null;

  @ApiProperty({ ...TIME, description: 'When it happened.' })
  at!: string;
}

/** Data of automation.published, .paused, .resumed, .draining, .stopped and .closed. */
export class AutomationEventView {
  @ApiProperty({ description: 'The id of the automation.', example: ID })
  automation_id!: string;

  @ApiProperty({ description: 'The name of the automation.', example: 'Welcome' })
  name!: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The published version.', example: 3 })
  version!: number | null;

  @ApiProperty({ description: 'The state before.', example: 'live' })
  previous_state!: string;

  @ApiProperty({ ...TEXT_OR_NULL, description: 'Why nobody enters it any more; null unless closed.', example: null })
  reason!: string | null;

  @ApiProperty({ ...TIME, description: 'When it happened.' })
  at!: string;
}

/** Data of event.tracked. */
export class TrackedEventView {
  @ApiProperty({ description: 'The uid of the person.', example: 'user-1' })
  uid!: string;

  @ApiProperty({ description: 'The name of the event.', example: 'Order placed' })
  event!: string;

  @ApiProperty({
    description: 'A number, text or boolean.',
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
    example: 49.9,
  })
  value!: string | number | boolean | null;

  @ApiProperty({
    description: 'Further facts about the event.',
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: { sku: 'A-1' },
  })
  properties!: Record<string, unknown> | null;

  @ApiProperty({ ...TIME, nullable: true, description: 'When the event happened, according to the caller.' })
  timestamp!: string | null;
}

/** Data of webhook.disabled. */
export class WebhookDisabledEventView {
  @ApiProperty({ description: 'The id of the webhook.', example: ID })
  webhook_id!: string;

  @ApiProperty({ description: 'The address that was called.', example: 'https://example.com/hooks/dundun' })
  url!: string;

  @ApiProperty({
    description: 'Why it was switched off.',
    type: 'string',
    enum: ['gone', 'failing'],
    example: 'failing',
  })
  reason!: string;
}

/** Data of webhook.test, which is sent only on request and is not in the feed. */
export class WebhookTestEventView {
  @ApiProperty({ description: 'The id of the webhook.', example: ID })
  webhook_id!: string;
}

/** Types of feed entries, each with the class of its data. */
export const FEED_EVENTS = {
  'message.sent': MessageEventView,
  'message.delivered': MessageEventView,
  'message.bounced': MessageEventView,
  'message.complained': MessageEventView,
  'message.captured': MessageEventView,
  'message.failed': MessageEventView,
  'message.suppressed': MessageEventView,
  'message.unknown': MessageEventView,
  'message.canceled': MessageEventView,
  'message.opened': HitEventView,
  'message.clicked': HitEventView,
  'subscriber.requested': SubscriberEventView,
  'subscriber.subscribed': SubscriberEventView,
  'subscriber.confirmed': SubscriberEventView,
  'subscriber.unsubscribed': SubscriberEventView,
  'subscriber.removed': SubscriberEventView,
  'subscriber.resumed': SubscriberEventView,
  'user.created': UserEventView,
  'user.updated': UserUpdatedEventView,
  'user.deleted': UserDeletedEventView,
  'user.merged': UserMergedEventView,
  'list.created': ListEventView,
  'list.updated': ListUpdatedEventView,
  'list.archived': ListUpdatedEventView,
  'segment.entered': SegmentEventView,
  'segment.left': SegmentEventView,
  'campaign.scheduled': CampaignEventView,
  'campaign.taken_back': CampaignEventView,
  'campaign.started': CampaignEventView,
  'campaign.paused': CampaignEventView,
  'campaign.resumed': CampaignEventView,
  'campaign.halted': CampaignEventView,
  'campaign.sent': CampaignEventView,
  'campaign.canceled': CampaignEventView,
  'automation.published': AutomationEventView,
  'automation.paused': AutomationEventView,
  'automation.resumed': AutomationEventView,
  'automation.draining': AutomationEventView,
  'automation.stopped': AutomationEventView,
  'automation.closed': AutomationEventView,
  'event.tracked': TrackedEventView,
  'webhook.disabled': WebhookDisabledEventView,
} as const;

/** The name of a type of entry. */
export type FeedEventType = keyof typeof FEED_EVENTS;

/** Every event that a webhook can receive. */
export const WEBHOOK_EVENTS: Record<string, new () => object> = {
  ...FEED_EVENTS,
  'webhook.test': WebhookTestEventView,
};
