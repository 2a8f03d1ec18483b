import { Refusal } from '../refusal.js';

/** No such segment in this workspace. */
export class UnknownSegmentError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_segment';

  constructor() {
    super('There is no such segment.');
  }
}

/** Something that is wrong without the segment. */
export interface SegmentUser {
  kind: 'segment' | 'campaign' | 'automation';
  name: string;
}

/** A segment that other segments, campaigns or automations need. */
export class SegmentInUseError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'segment_in_use';

  constructor(users: readonly SegmentUser[]) {
    const shown = users.slice(0, 5).map(({ kind, name }) => `the ${kind} ${JSON.stringify(name)}`);
    const more = users.length > shown.length ? ` and ${users.length - shown.length} more` : '';
    super(`The segment is used by ${shown.join(', ')}${more}: change those first.`);
  }
}

/** An archived segment whose conditions name what does not exist any more. */
export class SegmentLacksError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'segment_lacks';

  constructor(detail: string) {
    super(`The segment cannot be restored: it ${detail}.`);
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

/** A manual segment that is still being filled with the people of another. */
export class SegmentBeingCopiedError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'segment_being_copied';

  constructor(name: string) {
    super(
      `The segment ${JSON.stringify(name)} is still being filled with the people of another: wait until it is ready.`,
    );
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
