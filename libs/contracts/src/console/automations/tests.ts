import { ApiProperty } from '@nestjs/swagger';
import { GRAPH_LIMITS } from '@dundun/domain';
import { Bool, DigitsPhone, Email, Int, JsonMap, Nested, Text, Timestamp } from '../../fields/index.js';
import { AutomationHoldView } from './holds.js';

const time = (description: string) =>
  ({ description, type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) as const;
const OPTIONAL = { optional: true } as const;
const anyObject = { type: 'object', additionalProperties: true } as const;
const STEP = { max: GRAPH_LIMITS.idLength, example: 'hour' } as const;

/** Where a test goes on. All of it is what the last answer said of `next`, but the way. */
export class TestPlaceBody {
  @Text({ ...STEP, min: 1, description: 'The id of the step.' })
  step!: string;

  @Int({ min: 1, max: 1_000, description: 'The number of the step on the way.', example: 2 })
  visit!: number;

  @Timestamp({ description: 'Since when the person is there.', example: '2026-11-20T09:30:00.000Z' })
  since!: string;

  @Timestamp({ description: 'When the person goes on at the latest.', example: '2026-11-21T09:30:00.000Z' })
  due_at!: string;

  @Text({ ...OPTIONAL, min: 1, max: 10, description: 'The way that opens; without one, the time passes.', example: '0' }) // prettier-ignore
  way?: string;

  @JsonMap({ ...OPTIONAL, description: 'What webhooks answered, by step.', example: {} })
  answers?: Record<string, unknown>;
}

/** POST /console/automations/{id}/test. */
export class TestAutomationBody {
  @Text({ ...OPTIONAL, min: 1, max: 255, description: 'The id of the user who goes through it.', example: 'u-1042' })
  uid?: string;

  @JsonMap({
    ...OPTIONAL,
    description: 'Somebody made up instead: email, number, first_name, last_name, tz and attributes by their names.',
    example: { first_name: 'Ada', plan: 'pro' },
  })
  person?: Record<string, unknown>;

  @JsonMap({ ...OPTIONAL, description: 'Data of the entrance.', example: { order_id: 1001 } })
  entry?: Record<string, unknown>;

  @Email({ ...OPTIONAL, description: 'Where mails go. Without it none is sent.', example: 'ada@example.com' })
  email?: string;

  @DigitsPhone({ ...OPTIONAL, description: 'Where SMS go. Without it none is sent.', example: '2348012345678' })
  number?: string;

  @Bool({ ...OPTIONAL, description: 'Whether webhook steps call their address; false by default.', example: false })
  calls?: boolean;

  @Bool({ ...OPTIONAL, description: 'Whether the person clicks in every mail; false by default.', example: false })
  clicks?: boolean;

  @Bool({ ...OPTIONAL, description: 'Whether all waits pass at once; false stops at the first one.', example: true })
  to_end?: boolean;

  @Nested(() => TestPlaceBody, {
    ...OPTIONAL,
    shape: 'step, visit, since and due_at',
    description: 'Where it goes on. Without it, the person enters.',
  })
  from?: TestPlaceBody;
}

/** How a call of a webhook step ended. */
export class TestCallView {
  @ApiProperty({ type: 'integer', nullable: true, description: 'The HTTP status; null without an answer.', example: 200 }) // prettier-ignore
  status!: number | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'What went wrong.', example: null })
  error!: string | null;
}

/** A step that a test has left. */
export class TestVisitView {
  @ApiProperty({ type: 'integer', description: 'The number of the step on the way, from 1.', example: 1 })
  visit!: number;

  @ApiProperty({ description: 'The id of the step.', example: 'who' })
  step!: string;

  @ApiProperty({ description: 'The kind of the step.', example: 'branch' })
  kind!: string;

  @ApiProperty(time('When it is left, by the clock of the test.'))
  at!: string;

  @ApiProperty({ description: 'The way that is taken; skipped:… is a send that does not happen, and why.', example: 'else' }) // prettier-ignore
  outcome!: string;

  @ApiProperty({ ...anyObject, nullable: true, description: 'What decided.', example: null })
  facts!: object | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The message that went to your address.', example: null })
  message!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why no message could be made.', example: null })
  error!: string | null;

  @ApiProperty({ type: TestCallView, nullable: true, description: 'How the call ended, if it was made.' })
  call!: TestCallView | null;
}

/** Where the person of a test rests. */
export class TestPlaceView {
  @ApiProperty({ description: 'The id of the step.', example: 'hour' })
  step!: string;

  @ApiProperty({ type: 'integer', description: 'The number of the step on the way.', example: 2 })
  visit!: number;

  @ApiProperty(time('Since when.'))
  since!: string;

  @ApiProperty(time('When it goes on at the latest.'))
  due_at!: string;

  @ApiProperty({ type: AutomationHoldView, nullable: true, description: 'Why its message waits.' })
  hold!: AutomationHoldView | null;

  @ApiProperty({ type: [String], description: 'The ways that something could open now.', example: ['0'] })
  ways!: string[];

  @ApiProperty({ ...anyObject, description: 'What webhooks answered, by step.', example: {} })
  answers!: object;
}

/** What an automation does with the person of a test. */
export class TestAutomationView {
  @ApiProperty({ type: [TestVisitView], description: 'The steps that were left, in their order.' })
  visits!: TestVisitView[];

  @ApiProperty({ type: TestPlaceView, nullable: true, description: 'Where it rests; null at the end.' })
  next!: TestPlaceView | null;
}
