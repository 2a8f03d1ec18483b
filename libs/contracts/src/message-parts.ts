import { MESSAGE_STATUSES, type MessageStatus } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';

/** The template that a message was made from. */
export class MessageTemplateView {
  @ApiProperty({ description: 'The id.', example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  id!: string;

  @ApiProperty({ description: 'Its name at that time.', example: 'welcome' })
  name!: string;
}

/** What sent a message of a campaign or an automation. */
export class MessageCauseView {
  @ApiProperty({
    description: 'What sent it.',
    type: 'string',
    enum: ['campaign', 'automation'],
    example: 'campaign',
  })
  kind!: 'campaign' | 'automation';

  @ApiProperty({ description: 'The id.', example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  id!: string;

  @ApiProperty({ description: 'Its name now.', example: 'Black Friday' })
  name!: string;
}

/** Status of one recipient of a message. */
export class RecipientView {
  @ApiProperty({ description: 'The address or number.', example: 'grace@example.com' })
  address!: string;

  @ApiProperty({
    description: 'The state of this recipient.',
    type: 'string',
    enum: [...MESSAGE_STATUSES],
    example: 'sent',
  })
  status!: MessageStatus;

  @ApiProperty({ type: 'string', nullable: true, description: 'The provider’s answer.', example: '250 OK' })
  detail!: string | null;
}

/** An entry of a message's timeline. */
export class TimelineEntry {
  @ApiProperty({
    description: 'When it happened.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.480Z',
  })
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

  @ApiProperty({
    description: 'What the provider or the recipient said.',
    type: 'string',
    nullable: true,
    example: '250 OK',
  })
  detail!: string | null;
}

/** Content of a message, for as long as the workspace keeps it. */
export class MessageContentView {
  @ApiProperty({ description: 'The HTML content.', type: 'string', nullable: true, example: '<p>Welcome, Grace</p>' })
  html!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The text part, or the SMS.', example: 'Welcome, Grace' })
  text!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Several are separated by commas.',
    example: 'help@example.com',
  })
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

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Headers given with the send.',
    example: { 'X-Order': '1042' },
  })
  headers!: Record<string, string>;
}

/** Cost of an SMS, as reported by the provider. */
export class MessageCostView {
  @ApiProperty({ description: 'The amount.', example: '0.0075' })
  amount!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'ISO 4217; null if the provider reports no currency or its own units.',
    example: 'USD',
  })
  currency!: string | null;
}
