import type { CampaignFinding } from '../campaigns/findings.js';
import type { Retried } from '../campaigns/follow-ups.js';
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
  retry: 'retried',
};

const OTHERWISE = { edit: 'changed', delete: 'deleted', follow: 'followed up', relink: 'given other links' };

/** An action that the state of the campaign does not allow. */
export class CampaignStateError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'campaign_state';

  /**
   * @param action what was asked for; `edit`, `delete`, `follow` and `relink` are no transitions
   * @param advice what to do instead
   */
  constructor(state: CampaignState, action: CampaignAction | keyof typeof OTHERWISE, advice?: string) {
    const done = { ...DONE, ...OTHERWISE }[action];
    super(`The campaign cannot be ${done}: it is ${state}${advice ? `. ${advice}` : ''}.`);
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

/** Nobody would get a message again. */
export class NothingToRetryError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'nothing_to_retry';

  constructor(what: Retried) {
    super(
      what === 'unknown'
        ? 'There is no message of the campaign whose outcome is unknown.'
        : 'There is nobody whom the campaign did not reach for a reason that may have passed.',
    );
  }
}

/** How many people get a message again has to be confirmed by its number. */
export class RetryUnconfirmedError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'retry_unconfirmed';

  constructor(count: number, what: Retried) {
    const people = count === 1 ? '1 person' : `${count} people`;
    const effect = what === 'unknown' ? 'may get it twice' : 'would be tried again';
    super(`${people} ${effect}: confirm it with confirm_count ${count}.`);
  }
}
