import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../fields/index.js';

/** Names messages. */
export class MessageEngagementsQuery {
  @Text({
    max: 2_000,
    refusesEmpty: true,
    description: 'The ids of up to 50 messages, separated by commas.',
    example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10',
  })
  messages!: string;
}

/** One thing that people, or machines, did with a message. */
export class MessageEngagementView {
  @ApiProperty({ description: 'The id of the message.', example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  message!: string;

  @ApiProperty({
    description: 'An open, or a click on one link.',
    type: 'string',
    enum: ['open', 'click'],
    example: 'click',
  })
  kind!: 'open' | 'click';

  @ApiProperty({
    description: 'A person, or a program such as a mail proxy or a scanner of links.',
    type: 'string',
    enum: ['person', 'machine'],
    example: 'person',
  })
  by!: 'person' | 'machine';

  @ApiProperty({
    description: 'The target of the link; null for an open, and once the content of the message is deleted.',
    type: 'string',
    nullable: true,
    example: 'https://example.com/sale',
  })
  url!: string | null;

  @ApiProperty({ description: 'How many times, of the newest 1,000 opens and clicks.', type: 'integer', example: 2 })
  times!: number;

  @ApiProperty({
    description: 'The first time.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  first_at!: string;

  @ApiProperty({
    description: 'The last time.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T10:05:00.000Z',
  })
  last_at!: string;
}

/** What people and machines did with messages. */
export class MessageEngagementsView {
  @ApiProperty({ description: 'The first time first.', type: [MessageEngagementView] })
  data!: MessageEngagementView[];
}
