import { ApiProperty } from '@nestjs/swagger';

/** A cap of the workspace that is used up. */
export class SpentCapView {
  @ApiProperty({ type: 'integer', description: 'Messages that may reach a person.', example: 2 })
  limit!: number;

  @ApiProperty({ enum: ['day', 'week'], description: 'In which time.', example: 'day' })
  per!: string;
}

/** Why the message of a step waits. */
export class AutomationHoldView {
  @ApiProperty({
    enum: ['quiet_hours', 'capped'],
    description: 'quiet_hours: those of the workspace, or of the country of the number. capped: a cap is reached.',
    example: 'quiet_hours',
  })
  reason!: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When it is tried again.',
    example: '2026-11-21T08:00:00.000Z',
  })
  until!: string;

  @ApiProperty({ type: SpentCapView, nullable: true, description: 'The cap that is reached.', example: null })
  cap!: SpentCapView | null;
}
