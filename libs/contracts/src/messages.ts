import { MESSAGE_CHANNELS, MESSAGE_STATUSES, type MessageChannel, type MessageStatus } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text, Timestamp } from './fields/index.js';
import { PageQuery, PageView } from './page.js';
import {
  MessageCauseView,
  MessageContentView,
  MessageCostView,
  MessageTemplateView,
  RecipientView,
  TimelineEntry,
} from './message-parts.js';
import { TAG } from './message-tags.js';

const filter = (description: string, example: string, max = 255) =>
  ({ max, optional: true, refusesEmpty: true, description, example }) as const;

/** What can be done with a message. */
export type MessageAction = 'cancel' | 'send_again' | 'settle';

/** What a person found out about a message with an unknown outcome. */
export class SettleMessageBody {
  @OneOf(['arrived', 'send_again'], {
    description: 'Whether it arrived, or is to be sent again as a new message.',
    example: 'arrived',
  })
  outcome!: 'arrived' | 'send_again';
}

/** What became of a settled message. */
export class MessageSettled {
  @ApiProperty({ type: 'string', nullable: true, description: 'The new message, if it was sent again.', example: null })
  id!: string | null;
}

/** A message. */
export class MessageView {
  @ApiProperty({ description: 'The id.', example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  id!: string;

  @ApiProperty({ description: 'Email or SMS.', type: 'string', enum: [...MESSAGE_CHANNELS], example: 'email' })
  channel!: MessageChannel;

  @ApiProperty({
    description: 'The state of the message.',
    type: 'string',
    enum: [...MESSAGE_STATUSES],
    example: 'sent',
  })
  status!: MessageStatus;

  @ApiProperty({
    description: 'The sender’s address with its name, or the sender ID.',
    example: 'Ada <ada@example.com>',
  })
  from!: string;

  @ApiProperty({ description: 'The recipients.', type: [String], example: ['grace@example.com'] })
  to!: string[];

  @ApiProperty({ description: 'The carbon copy recipients.', type: [String], example: [] })
  cc!: string[];

  @ApiProperty({ description: 'The blind carbon copy recipients.', type: [String], example: [] })
  bcc!: string[];

  @ApiProperty({ type: 'string', nullable: true, description: 'Null for SMS.', example: 'Welcome' })
  subject!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Segments of an SMS, null for email.', example: null })
  segments!: number | null;

  @ApiProperty({
    description: 'When the message was accepted.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  created_at!: string;

  @ApiProperty({
    type: MessageCostView,
    nullable: true,
    description: 'Present if the provider reported it.',
    example: null,
  })
  cost!: MessageCostView | null;

  @ApiProperty({
    description: 'When the message is due.',
    type: 'string',
    nullable: true,
    format: 'date-time',
    example: null,
  })
  send_at!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The list that the message belongs to.', example: null })
  list!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The name of the list.', example: null })
  list_name!: string | null;

  @ApiProperty({
    type: MessageCauseView,
    nullable: true,
    description:
      'The campaign or automation that sent it; null for other messages, and for members who are limited to lists.',
  })
  cause!: MessageCauseView | null;

  @ApiProperty({ type: MessageTemplateView, nullable: true, description: 'The template that it was made from.' })
  template!: MessageTemplateView | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The message that this one repeats.', example: null })
  again!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The call that sent it.', example: 'req_1042' })
  request_id!: string | null;

  @ApiProperty({
    type: 'string',
    isArray: true,
    enum: ['cancel', 'send_again', 'settle'],
    description: 'What can be done with it now.',
    example: ['send_again'],
  })
  actions!: MessageAction[];

  @ApiProperty({ description: 'The tags of the send.', type: [String], example: ['receipt'] })
  tags!: string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'As given with the send.',
    example: { order: 1042 },
  })
  metadata!: Record<string, unknown>;

  @ApiProperty({ type: MessageContentView, nullable: true, description: 'Null once the content has expired.' })
  content!: MessageContentView | null;

  @ApiProperty({ description: 'Each recipient with its state.', type: [RecipientView] })
  recipients!: RecipientView[];

  @ApiProperty({ type: [TimelineEntry], description: 'Oldest first; includes the newest 1,000 opens and clicks.' })
  timeline!: TimelineEntry[];
}

/** Selects messages. */
export class MessagesQuery extends PageQuery {
  @Text({ ...TAG, description: 'Only messages with this tag.' })
  tag?: string;

  @OneOf(MESSAGE_CHANNELS, { optional: true, refusesEmpty: true, description: 'Only this channel.', example: 'email' })
  channel?: MessageChannel;

  @OneOf(MESSAGE_STATUSES, {
    optional: true,
    refusesEmpty: true,
    description: 'Only messages in this status.',
    example: 'bounced',
  })
  status?: MessageStatus;

  @Text(
    filter(
      'Finds messages by the beginnings of words of the subject, or of the addresses and names of recipients; or by id.',
      'order 1042',
    ),
  )
  search?: string;

  @Text(filter('Only messages to this email address or number.', 'grace@example.com', 320))
  address?: string;

  @Text(filter('Only messages to the person with this uid.', 'u-1042'))
  uid?: string;

  @Text(filter('Only messages with an attempt at this provider.', 'brevo'))
  provider?: string;

  @Text(filter('Only messages of the list with this id.', '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11'))
  list?: string;

  @Timestamp({ optional: true, refusesEmpty: true, description: 'Only messages accepted at this time or later.' })
  since?: Date;

  @Timestamp({ optional: true, refusesEmpty: true, description: 'Only messages accepted before this time.' })
  until?: Date;
}

/** A message in a list, without content and timeline. */
export class ListedMessageView {
  @ApiProperty({ description: 'The id.', example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  id!: string;

  @ApiProperty({ description: 'Email or SMS.', type: 'string', enum: [...MESSAGE_CHANNELS], example: 'email' })
  channel!: MessageChannel;

  @ApiProperty({
    description: 'The state of the message.',
    type: 'string',
    enum: [...MESSAGE_STATUSES],
    example: 'sent',
  })
  status!: MessageStatus;

  @ApiProperty({
    description: 'The sender’s address with its name, or the sender ID.',
    example: 'Ada <ada@example.com>',
  })
  from!: string;

  @ApiProperty({ type: [String], description: 'The first ten recipients.', example: ['grace@example.com'] })
  to!: string[];

  @ApiProperty({ type: 'string', nullable: true, description: 'Null for SMS.', example: 'Welcome' })
  subject!: string | null;

  @ApiProperty({ description: 'The tags of the send.', type: [String], example: ['receipt'] })
  tags!: string[];

  @ApiProperty({ type: 'string', nullable: true, description: 'The list that the message belongs to.', example: null })
  list!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The name of the list.', example: null })
  list_name!: string | null;

  @ApiProperty({
    type: MessageCauseView,
    nullable: true,
    description:
      'The campaign or automation that sent it; null for other messages, and for members who are limited to lists.',
  })
  cause!: MessageCauseView | null;

  @ApiProperty({ type: MessageTemplateView, nullable: true, description: 'The template that it was made from.' })
  template!: MessageTemplateView | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The provider of the last attempt.', example: 'smtp' })
  provider!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it waits or did not arrive.', example: null })
  reason!: string | null;

  @ApiProperty({
    description: 'When it was created.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  created_at!: string;

  @ApiProperty({
    description: 'When the message is due.',
    type: 'string',
    nullable: true,
    format: 'date-time',
    example: null,
  })
  send_at!: string | null;
}

/** A page of messages, newest first. */
export class MessagePage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [ListedMessageView] })
  data!: ListedMessageView[];

  @ApiProperty({
    description:
      'Set if the search took long and stopped at messages of this time. The page may be short or empty; its cursor continues there.',
    type: 'string',
    nullable: true,
    format: 'date-time',
    example: null,
  })
  searched_to!: string | null;
}

/** Why a message did or did not arrive. */
export class ExplanationView {
  @ApiProperty({ description: 'Stable name of the reason.', example: 'suppressed' })
  reason!: string;

  @ApiProperty({
    description: 'The reason as a sentence.',
    example:
      'grace@example.com has been suppressed since 2026-11-20 because a mail to it bounced (550 5.1.1 no such user).',
  })
  text!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The recommended next step.', example: null })
  advice!: string | null;

  @ApiProperty({
    description: 'The state of the message.',
    type: 'string',
    enum: [...MESSAGE_STATUSES],
    example: 'suppressed',
  })
  status!: MessageStatus;
}
