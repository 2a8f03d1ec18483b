import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text } from '../fields/index.js';

const WHAT = ['attributes', 'values', 'events', 'properties', 'property_values'] as const;

/** Asks what a condition could name. */
export class SuggestionsQuery {
  @OneOf(WHAT, { description: 'What to suggest.', example: 'values' })
  what!: (typeof WHAT)[number];

  @Text({
    max: 255,
    optional: true,
    blankIsAbsent: true,
    description: 'For values: the attribute. For property_values: the property; without one, the value of the event.',
    example: 'plan',
  })
  name?: string;

  @Text({
    max: 255,
    optional: true,
    blankIsAbsent: true,
    description: 'For properties and property_values: the event.',
    example: 'Order placed',
  })
  event?: string;

  @Text({ max: 255, optional: true, blankIsAbsent: true, description: 'Only texts that contain this.', example: 'pr' })
  search?: string;
}

/** A name or a value that a condition could use. */
export class SuggestionView {
  @ApiProperty({ description: 'The name or the value, as text.', example: 'pro' })
  value!: string;

  @ApiProperty({ enum: ['text', 'number', 'boolean', 'date'], description: 'The type of the values.', example: 'text' })
  type!: 'text' | 'number' | 'boolean' | 'date';

  @ApiProperty({ type: 'integer', description: 'How many of the people or events looked at have it.', example: 412 })
  count!: number;
}

/** What a condition could name, the most frequent first. */
export class SuggestionsView {
  @ApiProperty({ description: 'Up to 50 names or values.', type: [SuggestionView] })
  data!: SuggestionView[];

  @ApiProperty({ type: 'integer', description: 'How many people or events were looked at.', example: 1_000 })
  sampled!: number;
}

/** Something that uses a segment. */
export class SegmentUseView {
  @ApiProperty({
    enum: ['segment', 'campaign', 'automation'],
    description: 'What kind of thing it is.',
    example: 'segment',
  })
  kind!: 'segment' | 'campaign' | 'automation';

  @ApiProperty({ description: 'Its id.', example: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11' })
  id!: string;

  @ApiProperty({ description: 'Its name.', example: 'At risk and pro' })
  name!: string;
}

/** The members of a segment on one day. */
export class SegmentDayView {
  @ApiProperty({ type: 'string', format: 'date', description: 'The day, in UTC.', example: '2026-11-20' })
  day!: string;

  @ApiProperty({ type: 'integer', description: 'Members at the end of the day.', example: 1_204 })
  members!: number;

  @ApiProperty({ type: 'integer', description: 'Entries of the day.', example: 31 })
  entered!: number;

  @ApiProperty({ type: 'integer', description: 'Leaves of the day.', example: 12 })
  left!: number;
}

/** What surrounds a segment. */
export class SegmentOverviewView {
  @ApiProperty({ description: 'What uses the segment.', type: [SegmentUseView] })
  used_in!: SegmentUseView[];

  @ApiProperty({
    description: 'The last 30 days, oldest first, from the first day with members.',
    type: [SegmentDayView],
  })
  days!: SegmentDayView[];
}
