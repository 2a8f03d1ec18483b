/** The states of a campaign, in the order in which it passes through them. */
export const CAMPAIGN_STATES = [
  'draft',
  'scheduled',
  'freezing',
  'sending',
  'paused',
  'halted',
  'sent',
  'canceled',
] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** What moves a campaign on: people start, undo, pause, resume, cancel and retry it, workers do the rest, and halt it. */
export const CAMPAIGN_ACTIONS = [
  'start',
  'undo',
  'freeze',
  'send',
  'pause',
  'halt',
  'resume',
  'cancel',
  'finish',
  'retry',
] as const;
export type CampaignAction = (typeof CAMPAIGN_ACTIONS)[number];

/**
 * Where each action leads from each state; what is absent is refused. The audience of a campaign that was paused while it was
 * frozen is frozen to the end first, so `resume` leads back to `freezing`, which passes at once when nothing is left of it.
 */
export const CAMPAIGN_TRANSITIONS: Record<CampaignAction, Partial<Record<CampaignState, CampaignState>>> = {
  start: { draft: 'scheduled' },
  undo: { scheduled: 'draft', freezing: 'draft', sending: 'draft', paused: 'draft', halted: 'draft' },
  freeze: { scheduled: 'freezing' },
  send: { freezing: 'sending' },
  pause: { freezing: 'paused', sending: 'paused' },
  halt: { scheduled: 'halted', sending: 'halted' },
  resume: { paused: 'freezing', halted: 'freezing' },
  cancel: {
    ...{ scheduled: 'canceled', freezing: 'canceled', sending: 'canceled' },
    ...{ paused: 'canceled', halted: 'canceled' },
  },
  finish: { sending: 'sent' },
  retry: { sent: 'sending' },
};

/** Returns the state after an action, or undefined if the state has no such action. */
export const stateAfter = (state: CampaignState, action: CampaignAction): CampaignState | undefined =>
  CAMPAIGN_TRANSITIONS[action][state];

/** Whether content, audience and time can still change. */
export const isEditable = (state: CampaignState): boolean => state === 'draft' || state === 'scheduled';

/** Whether nothing more happens to it by itself. */
export const isOver = (state: CampaignState): boolean => state === 'sent' || state === 'canceled';
