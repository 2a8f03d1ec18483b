import { ApiProperty } from '@nestjs/swagger';
import { Bool, OneOf, Text, TextList, Timestamp, Url } from '../fields/index.js';
import { PageQuery, PageView } from '../page.js';

const ID = '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10';
const AT = '2026-11-20T09:30:00.000Z';
const TIME = { type: 'string', format: 'date-time', example: AT } as const;
const TIME_OR_NULL = { type: 'string', format: 'date-time', nullable: true, example: null } as const;
const OPTIONAL = { optional: true } as const;
const URL = {
  description: 'Address to call: https or http, on a public host.',
  example: 'https://example.com/hooks/dundun',
};
const TYPES = {
  min: 1,
  max: 64,
  most: 50,
  description: 'Types of entries: names, message.* for all of a kind, or * for everything. * by default.',
  example: ['message.*', 'subscriber.unsubscribed'],
};

/** Fields common to creating and changing a webhook: an absent key leaves the value, null clears it. */
abstract class WebhookBody {
  @Text({
    ...OPTIONAL,
    nullable: true,
    max: 255,
    description: 'Purpose of the webhook.',
    example: 'Our data warehouse',
  })
  description?: string | null;

  @TextList({ ...OPTIONAL, ...TYPES })
  types?: string[];
}

/** POST /console/webhooks. */
export class CreateWebhookBody extends WebhookBody {
  @Url(URL)
  url!: string;
}

/** PUT /console/webhooks/{id}. */
export class UpdateWebhookBody extends WebhookBody {
  @Url({ ...OPTIONAL, ...URL })
  url?: string;

  @Bool({
    ...OPTIONAL,
    description:
      'Whether entries are delivered. After a pause, delivery starts with new entries; the gap can be replayed.',
    example: true,
  })
  enabled?: boolean;
}

/** POST /console/webhooks/{id}/replay: every failed delivery, or a period of time. */
export class ReplayBody {
  @Bool({ ...OPTIONAL, description: 'Whether to replay every failed delivery.', example: true })
  failed?: boolean;

  @Timestamp({
    ...OPTIONAL,
    description: 'Start of a period: replays every entry that matches the current types, delivered before or not.',
  })
  from?: Date;

  @Timestamp({ ...OPTIONAL, description: 'End of the period; now by default.' })
  to?: Date;
}

/** GET /console/webhooks/{id}/replay: what a replay would send. */
export class ReplayQuery {
  @Timestamp({
    ...OPTIONAL,
    refusesEmpty: true,
    description: 'Start of a period. Without it, failed deliveries count.',
  })
  from?: Date;

  @Timestamp({ ...OPTIONAL, refusesEmpty: true, description: 'End of the period; now by default.' })
  to?: Date;
}

/** A webhook. */
export class WebhookView {
  @ApiProperty({ description: 'The id.', example: ID })
  id!: string;

  @ApiProperty({ description: 'The address that is called.', example: 'https://example.com/hooks/dundun' })
  url!: string;

  @ApiProperty({
    description: 'Your note about the webhook.',
    type: 'string',
    nullable: true,
    example: 'Our data warehouse',
  })
  description!: string | null;

  @ApiProperty({ description: 'The kinds of entries that it gets.', type: [String], example: ['message.*'] })
  types!: string[];

  @ApiProperty({ description: 'Whether it is called.', example: true })
  enabled!: boolean;

  @ApiProperty({ ...TIME_OR_NULL, description: 'When it was switched off.' })
  disabled_at!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    enum: ['switched_off', 'gone', 'failing', null],
    description: 'gone: the receiver answered 410. failing: nothing was delivered for three days.',
    example: null,
  })
  disabled_reason!: string | null;

  @ApiProperty({ ...TIME_OR_NULL, description: 'The first failure since the last success.' })
  failing_since!: string | null;

  @ApiProperty({ ...TIME_OR_NULL, description: 'Until when calls also carry a signature with the previous secret.' })
  previous_secret_until!: string | null;

  @ApiProperty({ ...TIME, description: 'When it was created.' })
  created_at!: string;

  @ApiProperty({ ...TIME, description: 'When it last changed.' })
  updated_at!: string;
}

/** A webhook with its signing secret, which is shown only once. */
export class WebhookSecretView extends WebhookView {
  @ApiProperty({
    description: 'The signing secret. It is shown once.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  secret!: string;
}

/** The webhooks of a workspace, oldest first. */
export class WebhookList {
  @ApiProperty({ description: 'The rows.', type: [WebhookView] })
  data!: WebhookView[];
}

/** A receiver's answer. */
abstract class WebhookAnswer {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null when there was no answer.', example: 200 })
  status!: number | null;

  @ApiProperty({ description: 'How long the call took.', type: 'integer', nullable: true, example: 120 })
  milliseconds!: number | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The start of the answer’s body.', example: 'ok' })
  response!: string | null;

  @ApiProperty({ description: 'Why there was no answer.', type: 'string', nullable: true, example: null })
  error!: string | null;
}

/** Result of a test call. */
export class WebhookTestView extends WebhookAnswer {
  @ApiProperty({ description: 'Whether the answer was a 2xx.', example: true })
  delivered!: boolean;
}

/** One call of a receiver. */
export class WebhookAttemptView extends WebhookAnswer {
  @ApiProperty({ description: 'The number of the attempt, from 1.', type: 'integer', example: 1 })
  number!: number;

  @ApiProperty({ ...TIME, description: 'When the call began.' })
  started_at!: string;
}

const STATES = ['pending', 'delivered', 'failed'] as const;

/** Selects deliveries. */
export class DeliveriesQuery extends PageQuery {
  @OneOf(STATES, {
    optional: true,
    refusesEmpty: true,
    description: 'Only deliveries in this state.',
    example: 'failed',
  })
  state?: (typeof STATES)[number];
}

/** A delivery of one entry to one webhook. */
export class DeliveryView {
  @ApiProperty({ description: 'The id of the entry, and the webhook-id of every call.', example: ID })
  id!: string;

  @ApiProperty({ description: 'The kind of entry.', example: 'message.delivered' })
  type!: string;

  @ApiProperty({ description: 'The result of the delivery.', type: 'string', enum: [...STATES], example: 'delivered' })
  state!: string;

  @ApiProperty({ type: 'integer', description: 'Number of calls, including replays.', example: 1 })
  attempts!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Status of the answer to the last call.', example: 200 })
  status!: number | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the last call failed.', example: null })
  error!: string | null;

  @ApiProperty({ ...TIME_OR_NULL, description: 'Time of the next call; null in a final state.' })
  next_attempt_at!: string | null;

  @ApiProperty({ ...TIME, description: 'When it was created.' })
  created_at!: string;

  @ApiProperty({ description: 'When it was delivered or given up.', ...TIME_OR_NULL, example: AT })
  ended_at!: string | null;
}

/** A delivery with its body and every call. */
export class DeliveryDetail extends DeliveryView {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The body of every call; null once the entry has expired.',
    example: { type: 'user.deleted', timestamp: AT, data: { uid: 'user-1' } },
  })
  payload!: Record<string, unknown> | null;

  @ApiProperty({ description: 'Every attempt, oldest first.', type: [WebhookAttemptView] })
  calls!: WebhookAttemptView[];
}

/** A page of deliveries, newest first. */
export class DeliveryPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [DeliveryView] })
  data!: DeliveryView[];
}

/** Result of a replay. */
export class ReplayedView {
  @ApiProperty({
    type: 'integer',
    description: 'Number of deliveries that were started, again or for the first time.',
    example: 120,
  })
  replayed!: number;
}

/** What a replay would send. */
export class ReplayCountView {
  @ApiProperty({ type: 'integer', description: 'Number of deliveries that a replay would start.', example: 120 })
  deliveries!: number;
}
