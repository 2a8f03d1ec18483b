import { ApiProperty } from '@nestjs/swagger';
import { STEP_CHANGES } from '@dundun/domain';

const time = (description: string) =>
  ({ description, type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) as const;
const amount = (description: string, example: number) => ({ type: 'integer', description, example }) as const;

/** A move of people to a version. */
export class AutomationMoveView {
  @ApiProperty(amount('The version to which people move.', 2))
  version!: number;

  @ApiProperty(amount('People who were moved so far.', 1_200))
  moved!: number;

  @ApiProperty(amount('People whose runs ended so far, because the version does not have their step.', 3))
  ended!: number;

  @ApiProperty(amount('People who are still to be moved. Who waits for the answer of a webhook moves when it is there.', 40)) // prettier-ignore
  left!: number;

  @ApiProperty(time('When it began.'))
  started_at!: string;

  @ApiProperty({ ...time('When nobody was left; null while it goes on.'), nullable: true })
  finished_at!: string | null;
}

/** What the draft would make of a step. */
export class AutomationStepChangeView {
  @ApiProperty({ description: 'The id of the step.', example: 'hour' })
  step!: string;

  @ApiProperty({ description: 'The kind of the step.', example: 'delay' })
  kind!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The name of the step.', example: 'An hour later' })
  name!: string | null;

  @ApiProperty({
    enum: STEP_CHANGES,
    description: 'Compared with the live version. A step of another kind under the same id is another step.',
    example: 'changed',
  })
  change!: string;

  @ApiProperty(amount('People at it now, in whatever version.', 12))
  people!: number;
}

/** How many of those who entered lately a send would skip. */
export class AutomationSkipView {
  @ApiProperty({ description: 'The id of the step that sends.', example: 'hello' })
  step!: string;

  @ApiProperty(amount('People who entered in the last 30 days, the latest 5,000 at most.', 425))
  entrants!: number;

  @ApiProperty(amount('Those of them who do not agree to the list of the step now.', 3))
  without_consent!: number;
}

/** What publishing the draft would change. */
export class AutomationChangesView {
  @ApiProperty({ type: 'integer', nullable: true, description: 'The live version; null before it is published.', example: 1 }) // prettier-ignore
  live_version!: number | null;

  @ApiProperty({ type: [AutomationStepChangeView], description: 'The steps of the draft, then those that it lacks.' })
  steps!: AutomationStepChangeView[];

  @ApiProperty(amount('People whom `move: all` would move.', 1_240))
  would_move!: number;

  @ApiProperty(amount('People whose runs `move: all` would end, because the draft does not have their step.', 3))
  would_end!: number;

  @ApiProperty({ type: [AutomationSkipView], description: 'For each step that sends.' })
  skips!: AutomationSkipView[];
}
