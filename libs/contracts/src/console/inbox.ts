import { MESSAGE_CHANNELS, type MessageChannel } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text } from '../fields/index.js';
import { PageQuery, PageView } from '../page.js';

/** Selects captured messages. */
export class InboxQuery extends PageQuery {
  @OneOf(MESSAGE_CHANNELS, { optional: true, refusesEmpty: true, description: 'Only this channel.', example: 'email' })
  channel?: MessageChannel;

  @Text({ max: 320, optional: true, refusesEmpty: true, description: 'Only messages to this address or number.' })
  to?: string;

  @Text({
    max: 255,
    optional: true,
    refusesEmpty: true,
    description:
      'Finds messages by the beginnings of words of the subject, or of the addresses and names of recipients.',
    example: 'welcome ada',
  })
  search?: string;
}

/** A message that the built-in inbox captured. */
export class InboxMessageView {
  @ApiProperty({ description: 'The id.', example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  id!: string;

  @ApiProperty({ description: 'The message that was captured.', example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  message_id!: string;

  @ApiProperty({ description: 'Email or SMS.', type: 'string', enum: [...MESSAGE_CHANNELS], example: 'email' })
  channel!: MessageChannel;

  @ApiProperty({ description: 'The sender.', example: 'Ada <ada@example.com>' })
  from!: string;

  @ApiProperty({ description: 'The recipients.', type: [String], example: ['grace@example.com'] })
  to!: string[];

  @ApiProperty({ type: 'string', nullable: true, description: 'Null for SMS.', example: 'Welcome' })
  subject!: string | null;

  @ApiProperty({
    description: 'When the message was captured.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:01.000Z',
  })
  captured_at!: string;
}

/** A page of captured messages, newest first. */
export class InboxPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [InboxMessageView] })
  data!: InboxMessageView[];
}

/** A header of a captured email. */
export class InboxHeaderView {
  @ApiProperty({ description: 'The name of the header.', example: 'Message-ID' })
  name!: string;

  @ApiProperty({ description: 'Its value.', example: '<01934870@example.com>' })
  value!: string;
}

/** A captured message with its content. */
export class InboxMessageDetail extends InboxMessageView {
  @ApiProperty({ description: 'The HTML part.', type: 'string', nullable: true, example: '<p>Welcome, Grace</p>' })
  html!: string | null;

  @ApiProperty({
    description: 'The text part, or the text of an SMS.',
    type: 'string',
    nullable: true,
    example: 'Welcome, Grace',
  })
  text!: string | null;

  @ApiProperty({ type: [InboxHeaderView], description: 'In the order of the message; empty for SMS.' })
  headers!: InboxHeaderView[];

  @ApiProperty({ type: 'integer', description: 'Size of the message as handed over, in bytes.', example: 5210 })
  size!: number;
}
