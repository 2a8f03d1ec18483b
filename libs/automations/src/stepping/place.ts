import type { Effect, Hold } from '../runs/run.js';

/** Where a run is. The visit is the number of times that it came to a step, from 1. */
export interface Place {
  step: number;
  visit: number;
  /** When it came to the step, if it has begun to rest there. */
  restsSince: Date | null;
  /** The way that something opened while it rested. */
  way: string | null;
}

/** The person and the moment of an advance. */
export interface Moment {
  now: Date;
  /** When its turn came: a message is late from then on. */
  turnAt: Date;
  zone: string;
  personId: string;
  /** Makes the shares of splits different in each automation. */
  salt: string;
}

/** How a run leaves a step. */
export interface Left {
  way: string;
  outcome?: string;
  effect?: Effect;
}

/** How a run rests at a step. */
export interface Rest {
  until: Date;
  since: Date;
  begun?: Effect;
  hold?: Hold;
}
