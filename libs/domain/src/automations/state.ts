/** The states of an automation. */
export const AUTOMATION_STATES = ['draft', 'live', 'paused', 'draining', 'stopped'] as const;
export type AutomationState = (typeof AUTOMATION_STATES)[number];

/** What moves an automation on: people do all but `finish`, which follows a drain when nobody is inside any more. */
export type AutomationAction = 'publish' | 'pause' | 'resume' | 'drain' | 'stop' | 'finish';

/** Where each action leads from each state; what is absent is refused. A version published during a pause waits for its end. */
const TRANSITIONS: Record<AutomationAction, Partial<Record<AutomationState, AutomationState>>> = {
  publish: { draft: 'live', live: 'live', paused: 'paused', draining: 'live', stopped: 'live' },
  pause: { live: 'paused' },
  resume: { live: 'live', paused: 'live', draining: 'live' },
  drain: { live: 'draining', paused: 'draining' },
  stop: { live: 'stopped', paused: 'stopped', draining: 'stopped' },
  finish: { draining: 'stopped' },
};

/** Returns the state after an action, or undefined if the state has no such action. */
export const automationStateAfter = (state: AutomationState, action: AutomationAction): AutomationState | undefined =>
  TRANSITIONS[action][state];
