/** Entries of the feed that one transaction follows at most, and at least where they take long. */
export const LONGEST_STRETCH = 2_000;
const SHORTEST_STRETCH = 50;

const LONG_MS = 700;
const SHORT_MS = 200;

/**
 * Returns how many entries the next transaction follows. A writer that takes long holds back every consumer of the feed, so a stretch
 * that took long is followed by one of half its length.
 */
export function nextStretch(entries: number, tookMs: number): number {
  if (tookMs > LONG_MS) return Math.max(SHORTEST_STRETCH, Math.floor(entries / 2));
  return tookMs < SHORT_MS ? Math.min(LONGEST_STRETCH, entries * 2) : entries;
}
