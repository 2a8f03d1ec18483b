import { ApiProperty } from '@nestjs/swagger';

/** The people who joined a list on one day. */
export class GrowthDayView {
  @ApiProperty({ description: 'The day, in UTC.', type: 'string', format: 'date', example: '2026-11-20' })
  day!: string;

  @ApiProperty({ description: 'Number of its people who joined on that day.', example: 12 })
  joined!: number;
}

/** How many people joined a list on each day, and are still on it. */
export class ListTrendView {
  @ApiProperty({ description: 'The id of the list.', example: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11' })
  id!: string;

  @ApiProperty({ type: [Number], description: 'Its people by the day they joined, oldest day first.', example: [0, 3] })
  joined!: number[];
}

/** The growth of all lists. */
export class ListTrendsView {
  @ApiProperty({ description: 'Lists that somebody joined in the last thirty days.', type: [ListTrendView] })
  data!: ListTrendView[];
}

/** Who of a list can be written to. */
export class ListCountsView {
  @ApiProperty({ type: 'integer', description: 'Everybody on the list: subscriber_count.', example: 11_200 })
  total!: number;

  @ApiProperty({ type: 'integer', description: 'Subscribed people whose address is not suppressed.', example: 10_000 })
  subscribed!: number;

  @ApiProperty({ type: 'integer', description: 'People who have not confirmed; they are never mailed.', example: 900 })
  pending!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Subscribed people whose address is suppressed, or whose number is if they have no address.',
    example: 300,
  })
  suppressed!: number;

  @ApiProperty({
    description: 'Whether everybody was looked at; otherwise pending and suppressed are at least this.',
    example: true,
  })
  is_exact!: boolean;
}

/** The growth of a list, oldest day first. */
export class ListGrowthView {
  @ApiProperty({ description: 'The last thirty days, today included.', type: [GrowthDayView] })
  data!: GrowthDayView[];
}
