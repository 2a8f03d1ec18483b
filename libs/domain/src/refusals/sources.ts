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

/** The event is on its way already, or has reached its end. */
export class NotRetryableError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'not_retryable';

  constructor(state: string) {
    super(`Only an event that failed or is parked can be tried again: this one is ${state}.`);
  }
}

/** A workspace has only so many sources. */
export class TooManySourcesError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'too_many_sources';

  constructor(most: number) {
    super(`The workspace has ${most} sources already, which is as many as it may have.`);
  }
}

/** A mapping cannot be evaluated: a mistake in it, or a limit that it ran into. */
export class MappingError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'mapping_error';

  /** @param isPassing whether it may work another time, because it was cut off */
  constructor(
    detail: string,
    readonly isPassing = false,
  ) {
    super(`The mapping cannot be evaluated: ${withoutEnd(detail)}.`);
  }
}
