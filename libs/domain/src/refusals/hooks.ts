import { Refusal, withoutEnd } from '../refusal.js';

/** No hook has this address. */
export class UnknownHookError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_hook';

  constructor() {
    super('There is no such hook.');
  }
}

/** The signature of the call is wrong. */
export class WrongSignatureError extends Refusal {
  readonly kind = 'unauthenticated';
  readonly code = 'wrong_signature';

  /** @param detail the reason, as the middle of a sentence */
  constructor(detail: string) {
    super(`The call was not accepted: ${withoutEnd(detail)}.`);
  }
}

/** The call does not have the form that its sender documents. */
export class UnreadableHookError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'unreadable_hook';

  /** @param detail the reason, as the middle of a sentence */
  constructor(detail: string) {
    super(`The call cannot be read: ${withoutEnd(detail)}.`);
  }
}

/** The message is already being handed over, or has reached a final status. */
export class NotCancelableError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'not_cancelable';

  constructor(status: string) {
    super(`The message can no longer be canceled: it is ${status}.`);
  }
}

/** The message cannot be sent again. */
export class NotRepeatableError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'not_repeatable';

  /** @param why the middle of a sentence */
  constructor(why: string) {
    super(`The message cannot be sent again: ${why}.`);
  }
}

/** The outcome of the message is known, or it was sent again already. */
export class NotSettleableError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'not_settleable';

  constructor(status: string) {
    super(`Only a message whose outcome is unknown can be settled, once: this one is ${status}.`);
  }
}

/** An image of a mail cannot be shown. */
export class UnavailableImageError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unavailable_image';

  /** @param why the middle of a sentence */
  constructor(why: string) {
    super(`The image cannot be shown: ${why}.`);
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
