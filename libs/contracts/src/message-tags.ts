import { ApiProperty } from '@nestjs/swagger';
import { Int, Text } from './fields/index.js';
import { LONGEST_TAG } from './send-labels.js';

/** A tag to filter by. */
export const TAG = { min: 1, max: LONGEST_TAG, optional: true, refusesEmpty: true, example: 'receipt' } as const;

/** Selects the messages of a report. */
export class TagReportQuery {
  @Int({
    min: 1,
    max: 90,
    text: true,
    optional: true,
    refusesEmpty: true,
    description: 'The last days; 30 by default.',
    example: 30,
  })
  days?: number;

  @Text({ ...TAG, description: 'Only this tag.' })
  tag?: string;
}

/** What became of the messages with one tag. A message with several tags counts for each. */
export class TagReportView {
  @ApiProperty({ description: 'The tag.', example: 'receipt' })
  tag!: string;

  @ApiProperty({ description: 'Messages with the tag.', type: 'integer', example: 1200 })
  messages!: number;

  @ApiProperty({ type: 'integer', description: 'Not handed over yet.', example: 0 })
  waiting!: number;

  @ApiProperty({ type: 'integer', description: 'Handed over, without a report since.', example: 150 })
  sent!: number;

  @ApiProperty({ description: 'Of them, delivered.', type: 'integer', example: 1030 })
  delivered!: number;

  @ApiProperty({ description: 'Of them, bounced.', type: 'integer', example: 12 })
  bounced!: number;

  @ApiProperty({ description: 'Of them, complained about.', type: 'integer', example: 1 })
  complained!: number;

  @ApiProperty({ type: 'integer', description: 'Failed, canceled, or with an unknown outcome.', example: 2 })
  failed!: number;

  @ApiProperty({ description: 'Of them, not sent to suppressed addresses.', type: 'integer', example: 5 })
  suppressed!: number;

  @ApiProperty({ type: 'integer', description: 'Opened by a person, where opens are tracked.', example: 640 })
  opened!: number;

  @ApiProperty({ type: 'integer', description: 'Clicked by a person, where clicks are tracked.', example: 210 })
  clicked!: number;

  @ApiProperty({
    description: 'When the tag was last used.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  last_used_at!: string;
}

/** The hundred most used tags. */
export class TagReport {
  @ApiProperty({ description: 'The rows.', type: [TagReportView] })
  data!: TagReportView[];
}
