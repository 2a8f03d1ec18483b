import { MESSAGE_CHANNELS, MESSAGE_STATUSES, type MessageChannel, type MessageStatus } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';

/** How one recipient of a message fared. */
export class RecipientView {
  @ApiProperty({ example: 'grace@example.com' })
  address!: string;

  @ApiProperty({ type: 'string', enum: [...MESSAGE_STATUSES], example: 'sent' })
  status!: MessageStatus;

  @ApiProperty({ type: 'string', nullable: true, description: 'What the provider said.', example: '250 OK' })
  detail!: string | null;
}

/** One thing that happened to a message. */
export class TimelineEntry {
  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.480Z' })
  at!: string;

  @ApiProperty({ description: 'What happened, as a stable word.', example: 'accepted' })
  type!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'Who did it.', example: 'smtp' })
  provider!: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: '250 OK' })
  detail!: string | null;
}

/** A message as it is shown. */
export class MessageView {
  @ApiProperty({ example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  id!: string;

  @ApiProperty({ type: 'string', enum: [...MESSAGE_CHANNELS], example: 'email' })
  channel!: MessageChannel;

  @ApiProperty({ type: 'string', enum: [...MESSAGE_STATUSES], example: 'sent' })
  status!: MessageStatus;

  @ApiProperty({ description: 'The address with its name, or the sender ID.', example: 'Ada <ada@example.com>' })
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

  @ApiProperty({ type: [RecipientView] })
  recipients!: RecipientView[];

  @ApiProperty({ type: [TimelineEntry], description: 'Oldest first.' })
  timeline!: TimelineEntry[];
}
