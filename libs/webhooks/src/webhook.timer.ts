import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { FanOut } from './fan-out.js';
import { Pump } from './pump.js';

const EVERY_MS = 1_000;

/** In every worker: makes deliveries of what has happened, and sends what is due. */
@Injectable()
export class WebhookTimer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private readonly stop = new AbortController();

  constructor(
    @Inject(FanOut) private readonly fanOut: FanOut,
    @Inject(Pump) private readonly pump: Pump,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.turn().finally(() => (this.running = undefined));
    }, EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.running;
    await this.pump.stop();
  }

  private async turn(): Promise<void> {
    try {
      await this.fanOut.run(this.stop.signal);
      await this.pump.wake();
    } catch (error) {
      this.logger.warn({ err: error }, 'webhooks were not looked at; the next turn follows');
    }
  }
}
