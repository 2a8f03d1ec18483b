import { Refusal } from '../refusal.js';

/** No such segment in this workspace. */
export class UnknownSegmentError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_segment';

  constructor() {
    super('There is no such segment.');
  }
}

/** A segment that conditions of other segments name. */
export class SegmentInUseError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'segment_in_use';

  /** @param names of the segments that use it */
  constructor(names: readonly string[]) {
    const shown = names.slice(0, 5).map((name) => JSON.stringify(name));
    const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
    super(`The segment is a condition of ${shown.join(', ')}${more}: change those first.`);
  }
}

/** An operation that the kind of the segment does not have. */
export class SegmentKindError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'segment_kind';

  constructor(detail: string) {
    super(detail);
  }
}

/** A workspace with as many segments as it may have. */
export class TooManySegmentsError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'too_many_segments';

  constructor(most: number) {
    super(`A workspace has at most ${most} segments: archive one first.`);
  }
}
