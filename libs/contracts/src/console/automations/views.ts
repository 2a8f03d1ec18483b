import { ApiProperty } from '@nestjs/swagger';
import { AUTOMATION_STATES } from '@dundun/domain';
import { PageView } from '../../page.js';
import { ApprovalView } from '../approvals.js';
import { GRAPH, GRAPH_EXAMPLE, ID } from './examples.js';
import { AutomationHoldView } from './holds.js';
import { AutomationMoveView } from './moves.js';

const time = (description: string) =>
  ({ description, type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) as const;
const amount = (description: string, example: number) => ({ type: 'integer', description, example }) as const;
const text = (description: string, example: string | null) =>
  ({ type: 'string', nullable: true, description, example }) as const;
const anyObject = { type: 'object', additionalProperties: true } as const;

/** Whether somebody came in. */
export class EnrolView {
  @ApiProperty(text('The id of the run; null if there is none.', ID))
  run!: string | null;

  @ApiProperty({ description: 'Whether this call let the person in.', example: true })
  entered!: boolean;

  @ApiProperty(text('Why this call let nobody in.', null))
  reason!: string | null;
}

/** How many are, and were, at a step of a version. */
export class AutomationStepView {
  @ApiProperty(amount('The version.', 2))
  version!: number;

  @ApiProperty({ description: 'The id of the step.', example: 'hello' })
  step!: string;

  @ApiProperty({ description: 'The kind of the step.', example: 'email' })
  kind!: string;

  @ApiProperty(text('The name of the step.', null))
  name!: string | null;

  @ApiProperty(amount('People at it now.', 12))
  waiting!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Those who left it, by the way that they took; skipped:… is a send that did not happen, and why.',
    example: { next: 410, 'skipped:no_consent': 3 },
  })
  left!: Record<string, number>;
}

/** The runs of an automation in numbers. */
export class AutomationRunCountsView {
  @ApiProperty(amount('People inside now.', 12))
  inside!: number;

  @ApiProperty(amount('Entrances.', 425))
  entered!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Runs that are over, by reason: done, goal, exit, left, removed, stopped, failed.',
    example: { done: 400, goal: 12, failed: 1 },
  })
  ended!: Record<string, number>;
}

/** An automation. */
export class AutomationView {
  @ApiProperty({ description: 'The id.', example: ID })
  id!: string;

  @ApiProperty({ description: 'Your name for it.', example: 'Welcome' })
  name!: string;

  @ApiProperty({
    enum: AUTOMATION_STATES,
    description:
      'draft: never published. live: people enter and go on. paused: nothing moves. draining: nobody enters, those inside go on. stopped: nobody is inside.',
    example: 'live',
  })
  state!: string;

  @ApiProperty({ ...anyObject, description: GRAPH, example: GRAPH_EXAMPLE })
  graph!: object;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The version that people enter; null before it is published.',
    example: 2,
  })
  live_version!: number | null;

  @ApiProperty({ description: 'Whether people may enter while it is live.', example: true })
  enters!: boolean;

  @ApiProperty(text('Why nobody may enter, if nobody asked for that.', null))
  note!: string | null;

  @ApiProperty({ ...time('Since when it is paused.'), nullable: true })
  paused_at!: string | null;

  @ApiProperty({
    type: ApprovalView,
    nullable: true,
    description: 'The approval of its draft; null as long as nobody asks for it.',
  })
  approval!: ApprovalView | null;

  @ApiProperty({ type: AutomationRunCountsView, description: 'Its runs.' })
  runs!: AutomationRunCountsView;

  @ApiProperty(time('When it was created.'))
  created_at!: string;

  @ApiProperty(time('When it last changed.'))
  updated_at!: string;
}

/** A page of automations, newest first. */
export class AutomationPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [AutomationView] })
  data!: AutomationView[];
}

/** An automation with the numbers of its steps. */
export class AutomationDetailView extends AutomationView {
  @ApiProperty({ type: [AutomationStepView], description: 'Numbers by version and step, the latest version first.' })
  steps!: AutomationStepView[];

  @ApiProperty({
    type: AutomationMoveView,
    nullable: true,
    description: 'The last move of people to another version.',
  })
  move!: AutomationMoveView | null;
}

/** A published version. */
export class AutomationVersionView {
  @ApiProperty(amount('Its number.', 2))
  version!: number;

  @ApiProperty({
    allOf: [{ $ref: '#/components/schemas/AutomationGraph' }],
    description: 'The graph that was published.',
    example: GRAPH_EXAMPLE,
  })
  graph!: object;

  @ApiProperty(text('The member or API key that published it.', ID))
  published_by!: string | null;

  @ApiProperty(time('When it was published.'))
  published_at!: string;
}

/** The versions of an automation. */
export class AutomationVersionsView {
  @ApiProperty({ type: [AutomationVersionView], description: 'The latest first, at most 200.' })
  data!: AutomationVersionView[];
}

/** Something that keeps a graph from going live. */
export class AutomationProblemView {
  @ApiProperty(text('The id of the step that it is about; null for trigger, settings and goal.', 'hello'))
  step!: string | null;

  @ApiProperty({ description: 'The field.', example: 'graph.steps[1].template' })
  field!: string;

  @ApiProperty({ description: 'What is wrong with the field.', example: 'names a template which does not exist' })
  message!: string;
}

/** What keeps a graph from going live. */
export class AutomationValidationView {
  @ApiProperty({ description: 'Whether it can be published.', example: false })
  is_valid!: boolean;

  @ApiProperty({ type: [AutomationProblemView], description: 'All that keeps it from that.' })
  problems!: AutomationProblemView[];

  @ApiProperty({
    description:
      'Whether what somebody approves, or has approved, was edited since, such as a template or a segment: ask for approval again.',
    example: false,
  })
  approval_void!: boolean;
}

/** One person in an automation. */
export class AutomationRunView {
  @ApiProperty({ description: 'The id.', example: ID })
  id!: string;

  @ApiProperty(text('The id of the user; null once erased.', 'u-1042'))
  uid!: string | null;

  @ApiProperty(text('The address now.', 'ada@example.com'))
  email!: string | null;

  @ApiProperty(amount('The version by which the person goes.', 2))
  version!: number;

  @ApiProperty({ description: 'The key of the entrance; empty without one.', example: '' })
  key!: string;

  @ApiProperty(text('The id of the step at which it is, or ended.', 'hour'))
  step!: string | null;

  @ApiProperty({ ...time('When it goes on at the latest; null if it is over.'), nullable: true })
  due_at!: string | null;

  @ApiProperty({ type: AutomationHoldView, nullable: true, description: 'Why the message of its step waits.' })
  hold!: AutomationHoldView | null;

  @ApiProperty(text('What went wrong at the step last.', null))
  error!: string | null;

  @ApiProperty(time('When the person entered.'))
  entered_at!: string;

  @ApiProperty({ ...time('When it was over.'), nullable: true })
  ended_at!: string | null;

  @ApiProperty(text('Why it was over: done, goal, exit, left, erased, merged, removed, stopped or failed.', null))
  end_reason!: string | null;
}

/** A page of runs, the latest entrance first. */
export class AutomationRunPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [AutomationRunView] })
  data!: AutomationRunView[];
}

/** A step that a run has left. */
export class AutomationVisitView {
  @ApiProperty(amount('The number of the step on the way of the person, from 1.', 1))
  visit!: number;

  @ApiProperty(amount('The version by which it was left: before a move, a former one.', 2))
  version!: number;

  @ApiProperty({ description: 'The id of the step.', example: 'who' })
  step!: string;

  @ApiProperty({ description: 'The kind of the step.', example: 'branch' })
  kind!: string;

  @ApiProperty(text('The name of the step.', 'Ordered before?'))
  name!: string | null;

  @ApiProperty(time('When it was left.'))
  at!: string;

  @ApiProperty({
    description:
      'The way that was taken; skipped:… is a send that did not happen, and why (no_consent, no_address, no_number, suppressed, paused, quiet_hours, capped, late); moved is a move to another version.',
    example: 'else',
  })
  outcome!: string;

  @ApiProperty({
    ...anyObject,
    nullable: true,
    description:
      'What decided: by branch the answer and the values that were looked at; held is what a message waited for.',
    example: { 0: { answer: false, attributes: { orders: 0 } } },
  })
  facts!: object | null;

  @ApiProperty(text('The message that it sent.', null))
  message!: string | null;

  @ApiProperty(text('The status of the message.', null))
  message_status!: string | null;
}

/** The path of one person. */
export class AutomationPathView {
  @ApiProperty({ type: AutomationRunView, description: 'The run.' })
  run!: AutomationRunView;

  @ApiProperty({ type: [AutomationVisitView], description: 'The steps that it left, in their order.' })
  visits!: AutomationVisitView[];

  @ApiProperty({ ...anyObject, description: 'The data of the entrance.', example: { order_id: 1001 } })
  entry!: object;
}

/** One thing that has to hold for a person to enter. */
export class EntranceCheckView {
  @ApiProperty({ enum: ['state', 'trigger', 'filter', 'reentry'], description: 'What was checked.', example: 'reentry' }) // prettier-ignore
  check!: string;

  @ApiProperty({ description: 'Whether it lets the person in.', example: false })
  passes!: boolean;

  @ApiProperty({ description: 'Why, as a sentence.', example: 'People enter once, and this person entered before' })
  message!: string;
}

/** Why a person is inside or not. */
export class AutomationExplanationView {
  @ApiProperty({ type: [AutomationRunView], description: 'Runs of the person, the latest first, at most 20.' })
  runs!: AutomationRunView[];

  @ApiProperty({ type: [EntranceCheckView], description: 'What would let the person in now, and what would not.' })
  checks!: EntranceCheckView[];
}

/** How many failed runs go on. */
export class AutomationRetriedView {
  @ApiProperty(amount('Runs that go on; at most 1,000 in one call.', 3))
  retried!: number;
}
