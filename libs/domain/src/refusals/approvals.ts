import { Refusal } from '../refusal.js';

/** The workspace wants a second person to approve, and nobody has approved this version. */
export class ApprovalNeededError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'approval_needed';

  /** @param why what is missing, as a sentence without its end */
  constructor(why: string) {
    super(`${why}: ask for approval of this version, and an admin or owner other than you approves it.`);
  }
}

/** The workspace lets everybody start campaigns and publish automations who has the role for it. */
export class ApprovalNotRequiredError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'approval_not_required';

  constructor() {
    super('This workspace needs no approval: go ahead, or let an admin require approval in the settings.');
  }
}

/** Nobody waits for a decision. */
export class ApprovalNotAskedError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'approval_not_asked';

  /** @param now what has become of it */
  constructor(now: string) {
    super(`Nobody waits for this approval: ${now}.`);
  }
}

/** What is to be approved is not what it was. */
export class ApprovalOutdatedError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'approval_outdated';

  constructor() {
    super(
      'It was changed since approval was asked for: look at it again, and let somebody ask for approval of it as it is.',
    );
  }
}

/** Nobody approves what they asked for, as long as somebody else can. */
export class OwnApprovalError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'own_approval';

  constructor() {
    super('You asked for this approval: another admin or owner has to give it.');
  }
}
