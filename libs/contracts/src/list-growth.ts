import { ApiProperty } from '@nestjs/swagger';

/** The people who joined a list on one day. */
export class GrowthDayView {
  @ApiProperty({ description: 'The day, in UTC.', type: 'string', format: 'date', example: '2026-11-20' })
  day!: string;

  @ApiProperty({ description: 'Number of its people who joined on that day.', example: 12 })
  joined!: number;
}

/** The growth of a list, oldest day first. */
export class ListGrowthView {
  @ApiProperty({ description: 'The last thirty days, today included.', type: [GrowthDayView] })
  data!: GrowthDayView[];
}
