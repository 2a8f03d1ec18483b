import { ApiProperty } from '@nestjs/swagger';
import { Int } from '../../fields/index.js';

const time = (description: string) =>
  ({ description, type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) as const;
const stepId = { description: 'The id of the step.', example: 'hour' };

/** POST /console/automations/{id}/dry-run. */
export class DryRunBody {
  @Int({ optional: true, min: 1, max: 30, description: 'How many of the last days; 30 by default.', example: 30 })
  days?: number;

  @Int({
    optional: true,
    min: 1,
    max: 100,
    description: 'How many percent of the people are looked at; 10 by default. The same people each time.',
    example: 10,
  })
  sample?: number;
}

/** A number that lies between two: clicks and answers of webhooks that nobody can know may decide. */
export class DryRunRangeView {
  @ApiProperty({ type: 'integer', description: 'At least so many.', example: 40 })
  least!: number;

  @ApiProperty({ type: 'integer', description: 'At most so many.', example: 52 })
  most!: number;
}

/** A number with what it counts. */
export class DryRunCountView extends DryRunRangeView {
  @ApiProperty({ description: 'The way, the reason or the day that is counted.', example: 'next' })
  name!: string;
}

/** How people would have gone through a step. */
export class DryRunStepView {
  @ApiProperty(stepId)
  step!: string;

  @ApiProperty({ description: 'The kind of the step.', example: 'delay' })
  kind!: string;

  @ApiProperty({ type: [DryRunCountView], description: 'Those who left it, by the way that they took.' })
  left!: DryRunCountView[];

  @ApiProperty({ type: DryRunRangeView, description: 'Those who would be at it now.' })
  waiting!: DryRunRangeView;
}

/** A step of an example. */
export class DryRunVisitView {
  @ApiProperty(stepId)
  step!: string;

  @ApiProperty({ description: 'The way that was taken.', example: 'next' })
  outcome!: string;

  @ApiProperty(time('When it would have been left.'))
  at!: string;
}

/** What would have happened to one person, if nobody clicked and no webhook answered well. */
export class DryRunPathView {
  @ApiProperty({ description: 'The id of the user.', example: 'u-1042' })
  uid!: string;

  @ApiProperty(time('When the person would have entered.'))
  entered_at!: string;

  @ApiProperty({ type: [DryRunVisitView], description: 'The steps that the person would have left.' })
  visits!: DryRunVisitView[];

  @ApiProperty({ type: 'string', nullable: true, description: 'The step at which the person would be now.', example: 'hour' }) // prettier-ignore
  step!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the run would be over.', example: null })
  end_reason!: string | null;
}

/** What a draft would have done in the last days. */
export class DryRunView {
  @ApiProperty(time('The beginning of the days.'))
  since!: string;

  @ApiProperty(time('Their end.'))
  until!: string;

  @ApiProperty({ type: 'integer', description: 'People who were looked at. Everything is counted among them.', example: 1_000 }) // prettier-ignore
  people!: number;

  @ApiProperty({ description: 'Whether that is the whole sample: after 8 seconds, or 10,000 people, it is cut off.', example: true }) // prettier-ignore
  is_complete!: boolean;

  @ApiProperty({ type: DryRunRangeView, description: 'Entrances.' })
  entered!: DryRunRangeView;

  @ApiProperty({ type: DryRunRangeView, description: 'Entrances that the re-entry policy would have refused.' })
  refused!: DryRunRangeView;

  @ApiProperty({ type: [DryRunCountView], description: 'Runs that would be over, by reason.' })
  ended!: DryRunCountView[];

  @ApiProperty({ type: [DryRunStepView], description: 'The steps in the order of the way.' })
  steps!: DryRunStepView[];

  @ApiProperty({ type: [DryRunCountView], description: 'Messages, by day in UTC.' })
  messages!: DryRunCountView[];

  @ApiProperty({ type: [String], description: 'Steps whose clicks or answers are unknown and make numbers ranges.', example: [] }) // prettier-ignore
  unknown!: string[];

  @ApiProperty({ type: [DryRunPathView], description: 'Ten ways at most, different ones first.' })
  examples!: DryRunPathView[];
}
