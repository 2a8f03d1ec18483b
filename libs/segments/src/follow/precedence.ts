import { IdleShare } from './idle-share.js';

/** Age of what was followed last from which the follower is late. */
const LATE_MS = 2_000;
/** The share of idle CPU time below which somebody waits for it. */
const BUSY = 0.1;
/** Rests take this many times what the work before took. */
const REST = 4;
const LONGEST_REST_MS = 2_000;

/**
 * Says how long the follower rests. While more events come in than it can follow, it is late in any case: on a busy machine it leaves
 * most of the CPU to those who accept them, and catches up later.
 */
export class Precedence {
  constructor(private readonly idle: Pick<IdleShare, 'take'> = new IdleShare()) {}

  /** @param lateMs the age of what was followed last @returns milliseconds */
  restAfter(tookMs: number, lateMs: number): number {
    if (lateMs < LATE_MS || this.idle.take() > BUSY) return 0;
    return Math.min(LONGEST_REST_MS, tookMs * REST);
  }
}
