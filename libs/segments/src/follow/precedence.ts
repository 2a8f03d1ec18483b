import { IdleShare } from './idle-share.js';

/** The share of idle CPU time below which somebody waits for it. */
const BUSY = 0.1;
/** Rests take this many times what the work before took. */
const REST = 4;
const LONGEST_REST_MS = 2_000;

/**
 * Says how long the follower rests before it goes on with what is left. On a busy machine it leaves most of the CPU to those who accept
 * events and hand over messages: a stretch is short and holds many events, so it is in time nevertheless, unless more come in than a
 * fifth of the machine can follow. Then it catches up later.
 */
export class Precedence {
  constructor(private readonly idle: Pick<IdleShare, 'take'> = new IdleShare()) {}

  /** @returns milliseconds */
  restAfter(tookMs: number): number {
    return this.idle.take() > BUSY ? 0 : Math.min(LONGEST_REST_MS, tookMs * REST);
  }
}
