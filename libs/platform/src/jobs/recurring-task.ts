import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '../config/logger.js';

/** How often a task runs, in milliseconds from the end of one round to the start of the next. */
export interface Rhythm {
  everyMs: number;
  /** Delay of the first round; `everyMs` by default. */
  firstAfterMs?: number;
}

/**
 * A task that every worker repeats. A failed round is logged, and the next one follows; shutdown waits for a running round.
 * Rounds of several workers overlap, so each must claim its rows.
 */
export abstract class RecurringTask implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;

  /** @param failure log text of a failed round, such as `checking domains failed` */
  protected constructor(
    protected readonly logger: Logger,
    private readonly rhythm: Rhythm,
    private readonly failure: string,
  ) {}

  /** Runs one round. @param stopping aborts at shutdown: start nothing new */
  protected abstract run(stopping: AbortSignal): Promise<unknown>;

  onApplicationBootstrap(): void {
    this.schedule(this.rhythm.firstAfterMs ?? this.rhythm.everyMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.current;
  }

  /** Runs one round now, independent of the timer. Never throws. */
  async round(): Promise<void> {
    try {
      await this.run(this.stopping.signal);
    } catch (error) {
      this.logger.warn({ err: error }, `${this.failure}; the next round follows`);
    }
  }

  private schedule(afterMs: number): void {
    if (this.stopping.signal.aborted) return;
    const begin = () => {
      this.current = this.round().then(() => this.schedule(this.rhythm.everyMs));
    };
    this.timer = setTimeout(begin, afterMs).unref();
  }
}
