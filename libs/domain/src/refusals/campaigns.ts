import type { CampaignFinding } from '../campaigns/findings.js';
import type { CampaignAction, CampaignState } from '../campaigns/state.js';
import { Refusal } from '../refusal.js';

/** No such campaign in this workspace. */
export class UnknownCampaignError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_campaign';

  constructor() {
    super('There is no such campaign.');
  }
}

const DONE: Record<CampaignAction, string> = {
  start: 'started',
  undo: 'taken back',
  freeze: 'frozen',
  send: 'sent',
  pause: 'paused',
  halt: 'halted',
  resume: 'resumed',
  cancel: 'canceled',
  finish: 'finished',
};

/** An action that the state of the campaign does not allow. */
export class CampaignStateError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'campaign_state';

  /** @param action what was asked for; `edit` and `delete` are no transitions */
  constructor(state: CampaignState, action: CampaignAction | 'edit' | 'delete') {
    const done = action === 'edit' ? 'changed' : action === 'delete' ? 'deleted' : DONE[action];
    super(`The campaign cannot be ${done}: it is ${state}.`);
  }
}

/** Mail of the campaign has left already. */
export class CampaignBegunError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'campaign_begun';

  constructor() {
    super('The campaign has begun to send and cannot be taken back: pause or cancel it.');
  }
}

/** What keeps a campaign from starting. */
export class CampaignNotReadyError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'campaign_not_ready';

  constructor(readonly problems: readonly Pick<CampaignFinding, 'message'>[]) {
    super(`The campaign cannot start: ${problems.map(({ message }) => message).join('; ')}.`);
  }
}

/** The audience has another size than its starter confirmed. */
export class CampaignAudienceChangedError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'campaign_audience_changed';

  constructor(confirmed: number, now: number) {
    super(
      `The campaign would reach ${now} people now, not the ${confirmed} that were confirmed: confirm the new number.`,
    );
  }
}

/** The campaign was changed since its editor read it. */
export class CampaignChangedError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'campaign_changed';

  constructor() {
    super('The campaign was changed meanwhile: read it again before changing it.');
  }
}
