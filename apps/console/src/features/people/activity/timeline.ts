/** Something that happened to a person. */
export interface Moment {
  /** When it happened. */
  at: string;
  /** When the service learned of it: the order in which more is loaded. */
  arrivedAt: string;
}

/** What is loaded of one kind, the latest arrival first. */
export interface Source<Each extends Moment> {
  moments: readonly Each[];
  /** Whether there are older ones. */
  hasMore: boolean;
}

/**
 * Merges what is loaded by when it happened, the latest first. It ends where the first source ends that has more: below, moments of
 * the others would look as if nothing had happened between them.
 */
export function merged<Each extends Moment>(sources: readonly Source<Each>[]): Each[] {
  const since = Math.max(...sources.map(endOf));
  return sources
    .flatMap(({ moments }) => moments.filter(({ arrivedAt }) => Date.parse(arrivedAt) >= since))
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** Returns the source at which the timeline ends, of which more is loaded next. */
export const endingOf = <Each extends Source<Moment>>(sources: readonly Each[]): Each | undefined =>
  sources.filter(({ hasMore }) => hasMore).sort((one, other) => endOf(other) - endOf(one))[0];

function endOf({ moments, hasMore }: Source<Moment>): number {
  const last = moments.at(-1);
  return hasMore && last !== undefined ? Date.parse(last.arrivedAt) : -Infinity;
}
