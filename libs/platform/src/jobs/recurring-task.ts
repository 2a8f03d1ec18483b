import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '../config/logger.js';

/** How often a task has its round, in milliseconds from the end of one to the beginning of the next. */
export interface Rhythm {
  everyMs: number;
  /** The first one after so long; `everyMs` unless said. */
  firstAfterMs?: number;
}

/**
 * What every worker does again and again. A round that fails is logged and the next one follows; one that is under way is waited
 * for at the end. Rounds of several workers meet, so each must claim what it takes.
 */
export abstract class RecurringTask implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;

  /** @param failure what is logged of a round that fails, such as `no domains could be looked for` */
  protected constructor(
    protected readonly logger: Logger,
    private readonly rhythm: Rhythm,
    private readonly failure: string,
  ) {}

  /** One round. @param stopping aborted when the process ends: nothing more is to be begun */
  protected abstract run(stopping: AbortSignal): Promise<unknown>;

  onApplicationBootstrap(): void {
    this.schedule(this.rhythm.firstAfterMs ?? this.rhythm.everyMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.current;
  }

  /** One round now, whatever the timer says. Never throws. */
  async round(): Promise<void> {
    try {
      await this.run(this.stopping.signal);
    } catch (error) {
      this.logger.warn({ err: error }, `${this.failure}; the next turn follows`);
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
