import { Refusal, withoutEnd } from '../refusal.js';

/** No such source in this workspace. */
export class UnknownSourceError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_source';

  constructor() {
    super('There is no such source.');
  }
}

/** The source has not received an event of this id, or it has expired. */
export class UnknownSourceEventError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_source_event';

  constructor() {
    super('There is no such event of this source.');
  }
}

/** The event is already being processed, or has reached a final state. */
export class NotRetryableError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'not_retryable';

  constructor(state: string) {
    super(`Only a failed or parked event can be retried: this one is ${state}.`);
  }
}

/** The workspace has reached its limit of sources. */
export class TooManySourcesError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'too_many_sources';

  constructor(most: number) {
    super(`The workspace already has ${most} sources, the most it may have.`);
  }
}

/** A mapping cannot be evaluated, because of an error in it or a limit that it exceeded. */
export class MappingError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'mapping_error';

  /** @param isPassing whether a retry may succeed, because the evaluation was cut off */
  constructor(
    detail: string,
    readonly isPassing = false,
  ) {
    super(`The mapping cannot be evaluated: ${withoutEnd(detail)}.`);
  }
}
