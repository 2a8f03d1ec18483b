import { ApiProperty } from '@nestjs/swagger';
import { Int } from '../fields/index.js';

/** A plan of daily ceilings; what is left out gets a cautious value. */
export class WarmUpBody {
  @Int({
    min: 1,
    max: 1_000_000,
    optional: true,
    description: 'Recipients on the first day; 50 if absent.',
    example: 50,
  })
  first_day?: number;

  @Int({
    min: 1,
    max: 200,
    optional: true,
    description: 'By how much each day exceeds the day before, in percent; 35 if absent.',
    example: 35,
  })
  growth_percent?: number;

  @Int({
    min: 2,
    max: 10_000_000,
    optional: true,
    description: 'The plan ends when a day reaches this many recipients; 20,000 if absent.',
    example: 20_000,
  })
  target?: number;
}

/** States of a warm-up. */
export const WARM_UP_STATUSES = ['off', 'running', 'done'] as const;

/** The warm-up of a domain at one provider. */
export class WarmUpView {
  @ApiProperty({
    description: 'The id of the integration, or `own` for the server of this installation.',
    example: 'own',
  })
  provider!: string;

  @ApiProperty({ description: 'The name of the provider account.', example: 'The server of this installation' })
  name!: string;

  @ApiProperty({
    type: 'string',
    enum: [...WARM_UP_STATUSES],
    description: 'The state of the plan.',
    example: 'running',
  })
  status!: (typeof WARM_UP_STATUSES)[number];

  @ApiProperty({ type: 'integer', nullable: true, description: 'Recipients on the first day.', example: 50 })
  first_day!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Growth a day in percent.', example: 35 })
  growth_percent!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The ceiling at which the plan ends.', example: 20_000 })
  target!: number | null;

  @ApiProperty({
    type: 'string',
    format: 'date',
    nullable: true,
    description: 'Its first day, UTC.',
    example: '2026-11-22',
  })
  started_on!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'How many days have a ceiling.', example: 20 })
  days!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Recipients allowed today.', example: 67 })
  ceiling_today!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Recipients written to today.', example: 12 })
  sent_today!: number | null;
}

/** The warm-ups of a domain, one for each email provider. */
export class WarmUpList {
  @ApiProperty({ description: 'The rows.', type: [WarmUpView] })
  data!: WarmUpView[];
}
