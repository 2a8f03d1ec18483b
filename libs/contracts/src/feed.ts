import { ApiProperty } from '@nestjs/swagger';
import { Int, Text } from './fields/index.js';

/** Selects entries of the feed; every value arrives as text. */
export class FeedQuery {
  @Text({
    max: 1024,
    optional: true,
    blankIsAbsent: true,
    description: 'The `next` of the previous page; by default the feed starts 30 days ago.',
  })
  after?: string;

  @Int({
    min: 1,
    max: 1_000,
    text: true,
    optional: true,
    refusesEmpty: true,
    description: 'Maximum number of entries; 100 by default.',
    example: 100,
  })
  limit?: number;

  @Text({
    max: 2_000,
    optional: true,
    refusesEmpty: true,
    description: 'Only these types, separated by commas; message.* matches every type about messages.',
    example: 'message.*,user.created',
  })
  types?: string;
}

/** An entry of the feed. */
export class FeedEntryView {
  @ApiProperty({ description: 'The same as webhook-id.', example: '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10' })
  id!: string;

  @ApiProperty({ description: 'The kind of entry.', example: 'message.delivered' })
  type!: string;

  @ApiProperty({
    description: 'When it happened.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  timestamp!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The data of each type is described under webhooks.',
    example: { uid: 'user-1' },
  })
  data!: Record<string, unknown>;
}

/** A page of the feed, oldest first. */
export class FeedPage {
  @ApiProperty({ description: 'The rows.', type: [FeedEntryView] })
  data!: FeedEntryView[];

  @ApiProperty({ description: 'Cursor to continue from, now or later. Always present.', example: 'ODUwOjE3.kq3' })
  next!: string;

  @ApiProperty({
    description: 'Whether more entries are available already; otherwise wait before the next call.',
    example: false,
  })
  has_more!: boolean;
}
