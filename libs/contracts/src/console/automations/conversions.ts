import { ApiProperty } from '@nestjs/swagger';
import { Nested } from '../../fields/index.js';
import { ConversionGoalBody, ConversionGoalView, ConversionPointView, ConversionSumsView } from '../conversions.js';

/** PUT /console/automations/{id}/conversions. */
export class AutomationConversionBody {
  @Nested(() => ConversionGoalBody, {
    optional: true,
    nullable: true,
    shape: 'event, where, amount, currency, days, refund_event and order',
    description: 'The event that it is for; null to count nothing any more.',
  })
  conversion?: ConversionGoalBody | null;
}

/** What came of the messages of a step. */
export class StepConversionsView extends ConversionSumsView {
  @ApiProperty({ description: 'The id of the step.', example: 'welcome' })
  step!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'Its name.', example: 'Welcome mail' })
  name!: string | null;
}

/** What an automation is for, and what came of it. */
export class AutomationConversionsView {
  @ApiProperty({ type: ConversionGoalView, nullable: true, description: 'The event that it is for.' })
  goal!: ConversionGoalView | null;

  @ApiProperty({ description: 'All of it.', type: ConversionSumsView })
  total!: ConversionSumsView;

  @ApiProperty({ description: 'By the step whose message was clicked.', type: [StepConversionsView] })
  steps!: StepConversionsView[];

  @ApiProperty({ description: 'By day, without days that have none.', type: [ConversionPointView] })
  points!: ConversionPointView[];
}
