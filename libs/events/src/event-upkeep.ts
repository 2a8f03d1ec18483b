import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { EventKeys } from './event-keys.js';
import { EventPartitions } from './event-partitions.js';

/** Far more often than a month needs a partition, so that one failure, or a hundred, costs nothing. */
const EVERY_MS = 60 * 60 * 1_000;

/** What events need from time to time. Every worker does it; they do not get in each other's way. */
@Injectable()
export class EventUpkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(EventPartitions) private readonly partitions: EventPartitions,
    @Inject(EventKeys) private readonly keys: EventKeys,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const turn = () => {
      this.running = this.running.then(() => this.run());
    };
    turn();
    this.timer = setInterval(turn, EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.running;
  }

  async run(): Promise<void> {
    try {
      await this.partitions.ensure();
      const forgotten = await this.keys.expire(this.stop.signal);
      if (forgotten > 0) this.logger.info({ forgotten }, 'forgot keys of events');
    } catch (error) {
      this.logger.warn({ err: error }, 'the upkeep of events failed; it is tried again within the hour');
    }
  }
}
