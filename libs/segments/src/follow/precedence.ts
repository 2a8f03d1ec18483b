import { IdleShare } from './idle-share.js';

/** The share of idle CPU time below which somebody waits for it. */
const BUSY = 0.1;
/** While what is followed is younger, the follower may wait for more of it. */
const IN_TIME_MS = 1_000;
/** Later rests take this many times what the work before took. */
const REST = 4;
const LONGEST_REST_MS = 2_000;

/**
 * Says how long the follower rests before it goes on with what is left. On a busy machine it leaves most of the CPU to those who accept
 * events and hand over messages. A stretch holds many events and costs little more than a short one, so the follower waits for
 * more as long as it is in time. While more come in than a fifth of the machine can follow, it is late, and catches up afterwards.
 */
export class Precedence {
  constructor(private readonly idle: Pick<IdleShare, 'take'> = new IdleShare()) {}

  /** @param lateMs the age of what was followed last @returns milliseconds */
  restAfter(tookMs: number, lateMs: number): number {
    if (this.idle.take() > BUSY) return 0;
    return lateMs < IN_TIME_MS ? IN_TIME_MS - lateMs : Math.min(LONGEST_REST_MS, tookMs * REST);
  }
}
