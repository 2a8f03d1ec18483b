import type { AutomationAction, AutomationState } from '../automations/state.js';
import { Refusal, type FieldFault } from '../refusal.js';

/** No such automation in this workspace. */
export class UnknownAutomationError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_automation';

  constructor() {
    super('There is no such automation.');
  }
}

/** No such run in this automation. */
export class UnknownRunError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_run';

  constructor() {
    super('The automation has no such run.');
  }
}

const DONE: Record<AutomationAction, string> = {
  publish: 'published',
  pause: 'paused',
  resume: 'resumed',
  drain: 'drained',
  stop: 'stopped',
  finish: 'finished',
};

/** An action that the state of the automation does not allow. */
export class AutomationStateError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'automation_state';

  /** @param action what was asked for; `delete` and `enter` are no transitions */
  constructor(state: AutomationState, action: AutomationAction | 'delete' | 'enter') {
    const done = action === 'delete' ? 'deleted' : action === 'enter' ? 'entered' : DONE[action];
    super(`The automation cannot be ${done}: it is ${state}.`);
  }
}

/** What keeps a draft from going live, at the paths of its fields. */
export class AutomationNotReadyError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'automation_not_ready';

  constructor(problems: FieldFault[]) {
    const said = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
    super(`The automation cannot be published: ${said}.`, { fields: problems });
  }
}

/** The automation was changed since its editor read it. */
export class AutomationChangedError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'automation_changed';

  constructor() {
    super('The automation was changed meanwhile: read it again before changing it.');
  }
}

/** People enter this automation in another way. */
export class AutomationTriggerError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'automation_trigger';

  constructor() {
    super('The automation lets nobody in by a call: its trigger is another.');
  }
}

/** The run has not failed, or goes on already. */
export class RunStateError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'run_state';

  /** @param why what it is, as the end of the sentence */
  constructor(action: 'retried' | 'ended', why: string) {
    super(`The run cannot be ${action}: ${why}.`);
  }
}
