import { Refusal, withoutEnd } from '../refusal.js';

/** No provider of anybody reports to this address. */
export class UnknownHookError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_hook';

  constructor() {
    super('There is no such hook.');
  }
}

/** The call does not come from whom the hook is for. */
export class WrongSignatureError extends Refusal {
  readonly kind = 'unauthenticated';
  readonly code = 'wrong_signature';

  /** @param detail what is wrong with it, in the middle of a sentence */
  constructor(detail: string) {
    super(`The call was not accepted: ${withoutEnd(detail)}.`);
  }
}

/** The call is not what its sender documents. */
export class UnreadableHookError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'unreadable_hook';

  /** @param detail what is wrong with it, in the middle of a sentence */
  constructor(detail: string) {
    super(`The call cannot be read: ${withoutEnd(detail)}.`);
  }
}

/** The message is on its way already, or has ended. */
export class NotCancelableError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'not_cancelable';

  constructor(status: string) {
    super(`The message can no longer be canceled: it is ${status}.`);
  }
}

/** No such suppression in this workspace. */
export class UnknownSuppressionError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_suppression';

  constructor() {
    super('This address is not suppressed.');
  }
}
