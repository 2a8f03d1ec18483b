/** How much one transaction does: at first, at least and at most. */
interface Piece {
  first: number;
  least: number;
  most: number;
}

/** What a transaction should take. A longer one hides new entries of the feed from every consumer. */
const TARGET_MS = 400;
/** A piece may turn out to cost more than the one before. */
const MOST_GROWTH = 2;

/** Returns the size of the next piece. @param done how much the last one did: a part of it says nothing about more */
export function nextSize(size: number, { done, ms }: { done: number; ms: number }, { least, most }: Piece): number {
  const growth = Math.min(MOST_GROWTH, TARGET_MS / Math.max(1, ms));
  if (growth > 1 && done < size) return size;
  return Math.round(Math.min(most, Math.max(least, size * growth)));
}

/** Sizes of pieces of work by workspace, adjusted to what they take. */
export class Pace {
  private readonly sizes = new Map<number, number>();

  constructor(private readonly piece: Piece) {}

  /** Does the next piece. @param work gets its size, and returns how much it did */
  async step(workspaceId: number, work: (size: number) => Promise<number>): Promise<number> {
    const size = this.sizes.get(workspaceId) ?? this.piece.first;
    const begun = performance.now();
    let done = 0;
    try {
      done = await work(size);
      return done;
    } finally {
      this.sizes.set(workspaceId, nextSize(size, { done, ms: performance.now() - begun }, this.piece));
    }
  }
}
