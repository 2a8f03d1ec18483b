import { AUTOMATION_STATES } from '@dundun/domain';
import { Bool, JsonMap, OneOf, Text, Timestamp } from '../../fields/index.js';
import { PageQuery } from '../../page.js';
import { GRAPH, GRAPH_EXAMPLE } from './examples.js';

const OPTIONAL = { optional: true } as const;
const NAME = { min: 1, max: 100, header: true, description: 'Your name for it.', example: 'Welcome' } as const;
const graph = { description: GRAPH, example: GRAPH_EXAMPLE };
const BASE = {
  ...OPTIONAL,
  description: 'The updated_at that this is based on. Refused with 409 if the automation was changed since.',
  example: '2026-11-20T09:30:00.000Z',
};

/** POST /console/automations. */
export class CreateAutomationBody {
  @Text(NAME)
  name!: string;

  @JsonMap({ ...OPTIONAL, ...graph })
  graph?: Record<string, unknown>;
}

/** PUT /console/automations/{id}. */
export class UpdateAutomationBody {
  @Text({ ...OPTIONAL, ...NAME, refusesEmpty: true })
  name?: string;

  @JsonMap({ ...OPTIONAL, ...graph })
  graph?: Record<string, unknown>;

  @Timestamp(BASE)
  base_updated_at?: Date;
}

/** Selects automations, and pages through them. */
export class AutomationsQuery extends PageQuery {
  @Text({ ...OPTIONAL, max: 200, description: 'Part of the name.', example: 'welcome' })
  q?: string;

  @OneOf(AUTOMATION_STATES, {
    ...OPTIONAL,
    refusesEmpty: true,
    description: 'Only automations in this state.',
    example: 'live',
  })
  state?: string;
}

/** POST /console/automations/{id}/validate. */
export class ValidateAutomationBody {
  @JsonMap({ ...OPTIONAL, ...graph, description: 'The graph to check instead of the draft. Nothing is stored.' })
  graph?: Record<string, unknown>;
}

/** POST /console/automations/{id}/publish. */
export class PublishAutomationBody {
  @Timestamp(BASE)
  base_updated_at?: Date;

  @OneOf(['newcomers', 'all'], {
    ...OPTIONAL,
    description:
      'Who goes by the new version: newcomers, the default, leaves people inside in theirs; all moves those whose step it has, and ends the others.',
    example: 'newcomers',
  })
  move?: 'newcomers' | 'all';
}

/** POST /console/automations/{id}/pause. */
export class PauseAutomationBody {
  @Bool({
    ...OPTIONAL,
    description: 'Whether only entering pauses, while people inside go on; false by default.',
    example: false,
  })
  entering_only?: boolean;
}

/** POST /console/automations/{id}/resume. */
export class ResumeAutomationBody {
  @OneOf(['now', 'shift', 'end'], {
    ...OPTIONAL,
    description:
      'What becomes of deadlines: now, the default, lets those that passed go on at once; shift moves all of them by the pause; end ends those that passed.',
    example: 'now',
  })
  late?: 'now' | 'shift' | 'end';
}

/** Paging parameters and filters of the runs of an automation. */
export class AutomationRunsQuery extends PageQuery {
  @OneOf(['inside', 'retrying', 'failed', 'ended'], {
    ...OPTIONAL,
    refusesEmpty: true,
    description: 'inside: not over. retrying: a step failed and is tried again. failed: given up. ended: over.',
    example: 'inside',
  })
  state?: string;

  @Text({ ...OPTIONAL, max: 40, blankIsAbsent: true, description: 'Only those at the step with this id.', example: 'hour' }) // prettier-ignore
  step?: string;
}

/** POST /v1/automations/{id}/enrol. */
export class EnrolBody {
  @Text({ min: 1, max: 255, description: 'The id of the user.', example: 'u-1042' })
  uid!: string;

  @Text({
    ...OPTIONAL,
    min: 1,
    max: 200,
    description:
      'Makes a repeated call harmless: one key lets a person in once. Needed by automations that people enter once for each key.',
    example: 'order-1001',
  })
  key?: string;

  @JsonMap({
    ...OPTIONAL,
    description: 'Data of the entrance for branches, waits and mails, as entry.<name>; at most 8 KB.',
    example: { order_id: 1001, total: 49.9 },
  })
  data?: Record<string, unknown>;
}
