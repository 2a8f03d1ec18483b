import type { Job } from './job.js';

/**
 * Wakes workers. A job carries no work, only the news that there is some: the rows are the truth, and every worker also
 * finds them by a timer. So no caller awaits a wake-up, and a wake-up cannot fail a request. `JobsModule` of
 * `@dundun/platform/queue` provides it.
 */
export abstract class Jobs {
  /**
   * Announces work and returns at once. Calls with the same key are merged while one is being sent.
   * @param key jobs with the same key run one at a time; one that arrives while another is active runs after it
   */
  abstract wake<P>(job: Job<P>, payload: P, key: string, requestId?: string): void;
}
