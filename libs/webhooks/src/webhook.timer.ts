import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { FanOut } from './fan-out.js';
import { Pump } from './pump.js';

const EVERY_MS = 1_000;

/** In every worker: makes deliveries of what has happened, and sends what is due. Neither waits for the other. */
@Injectable()
export class WebhookTimer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Set<Promise<void>>();
  private readonly stop = new AbortController();

  constructor(
    @Inject(FanOut) private readonly fanOut: FanOut,
    @Inject(Pump) private readonly pump: Pump,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.repeat(() => this.fanOut.run(this.stop.signal));
    this.repeat(() => this.pump.wake());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.timers.forEach(clearInterval);
    this.stop.abort();
    await Promise.all(this.running);
    await this.pump.stop();
  }

  private repeat(work: () => Promise<void>): void {
    let turn: Promise<void> | undefined;
    const begin = () => {
      if (turn) return;
      const begun = this.attempt(work).finally(() => {
        this.running.delete(begun);
        turn = undefined;
      });
      this.running.add((turn = begun));
    };
    this.timers.push(setInterval(begin, EVERY_MS));
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn({ err: error }, 'webhooks were not looked at; the next turn follows');
    }
  }
}
