import { ApiProperty } from '@nestjs/swagger';
import { Int, Text } from './fields/index.js';

/** Which entries of the feed; every value arrives as text. */
export class FeedQuery {
  @Text({
    max: 1024,
    optional: true,
    blankIsAbsent: true,
    description: 'The next of the page before; without it the feed begins 30 days ago.',
  })
  after?: string;

  @Int({
    min: 1,
    max: 1_000,
    text: true,
    optional: true,
    description: 'How many at most; 100 when absent.',
    example: 100,
  })
  limit?: number;

  @Text({
    max: 2_000,
    optional: true,
    blankIsAbsent: true,
    description: 'Only these types, with commas between them; message.* is everything about messages.',
    example: 'message.*,user.created',
  })
  types?: string;
}

/** Something that happened. */
export class FeedEntryView {
  @ApiProperty({ description: 'The same as webhook-id.', example: '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10' })
  id!: string;

  @ApiProperty({ example: 'message.delivered' })
  type!: string;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  timestamp!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'What each type holds is under webhooks.',
    example: { uid: 'user-1' },
  })
  data!: Record<string, unknown>;
}

/** A piece of the feed, oldest first. */
export class FeedPage {
  @ApiProperty({ type: [FeedEntryView] })
  data!: FeedEntryView[];

  @ApiProperty({ description: 'Where to go on, now or later. There always is one.', example: 'ODUwOjE3.kq3' })
  next!: string;

  @ApiProperty({ description: 'Whether there is more already; otherwise wait a little.', example: false })
  has_more!: boolean;
}
