import { MESSAGE_CHANNELS, MESSAGE_STATUSES, type MessageChannel, type MessageStatus } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';

/** Status of one recipient of a message. */
export class RecipientView {
  @ApiProperty({ example: 'grace@example.com' })
  address!: string;

  @ApiProperty({ type: 'string', enum: [...MESSAGE_STATUSES], example: 'sent' })
  status!: MessageStatus;

  @ApiProperty({ type: 'string', nullable: true, description: 'The provider’s answer.', example: '250 OK' })
  detail!: string | null;
}

/** An entry of a message's timeline. */
export class TimelineEntry {
  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.480Z' })
  at!: string;

  @ApiProperty({ description: 'Stable name of what happened.', example: 'accepted' })
  type!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The provider involved.', example: 'smtp' })
  provider!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The name of the account at the provider, if it has one.',
    example: 'mail.example.com',
  })
  account!: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: '250 OK' })
  detail!: string | null;
}

/** Content of a message, for as long as the workspace keeps it. */
export class MessageContentView {
  @ApiProperty({ type: 'string', nullable: true, example: '<p>Welcome, Grace</p>' })
  html!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The text part, or the SMS.', example: 'Welcome, Grace' })
  text!: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: 'help@example.com' })
  reply_to!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'A template stored at the provider.',
    example: null,
  })
  template!: string | null;

  @ApiProperty({ type: [String], description: 'Names of the attached files.', example: [] })
  attachments!: string[];
}

/** Cost of an SMS, as reported by the provider. */
export class MessageCostView {
  @ApiProperty({ example: '0.0075' })
  amount!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'ISO 4217; null if the provider reports no currency or its own units.',
    example: 'USD',
  })
  currency!: string | null;
}

/** A message. */
export class MessageView {
  @ApiProperty({ example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  id!: string;

  @ApiProperty({ type: 'string', enum: [...MESSAGE_CHANNELS], example: 'email' })
  channel!: MessageChannel;

  @ApiProperty({ type: 'string', enum: [...MESSAGE_STATUSES], example: 'sent' })
  status!: MessageStatus;

  @ApiProperty({
    description: 'The sender’s address with its name, or the sender ID.',
    example: 'Ada <ada@example.com>',
  })
  from!: string;

  @ApiProperty({ type: [String], example: ['grace@example.com'] })
  to!: string[];

  @ApiProperty({ type: [String], example: [] })
  cc!: string[];

  @ApiProperty({ type: [String], example: [] })
  bcc!: string[];

  @ApiProperty({ type: 'string', nullable: true, description: 'Null for SMS.', example: 'Welcome' })
  subject!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Segments of an SMS, null for email.', example: null })
  segments!: number | null;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({
    type: MessageCostView,
    nullable: true,
    description: 'Present if the provider reported it.',
    example: null,
  })
  cost!: MessageCostView | null;

  @ApiProperty({ type: 'string', nullable: true, format: 'date-time', example: null })
  send_at!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The list that the message belongs to.', example: null })
  list!: string | null;

  @ApiProperty({ type: MessageContentView, nullable: true, description: 'Null once the content has expired.' })
  content!: MessageContentView | null;

  @ApiProperty({ type: [RecipientView] })
  recipients!: RecipientView[];

  @ApiProperty({ type: [TimelineEntry], description: 'Oldest first; includes the newest 1,000 opens and clicks.' })
  timeline!: TimelineEntry[];
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

  @ApiProperty({ type: 'string', enum: [...MESSAGE_STATUSES], example: 'suppressed' })
  status!: MessageStatus;
}
