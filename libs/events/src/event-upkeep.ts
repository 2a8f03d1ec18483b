import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { EventPartitions } from './event-partitions.js';

/** Far more often than a month needs a partition, so that one failure, or a hundred, costs nothing. */
const EVERY_MS = 60 * 60 * 1_000;

/** Makes the partitions of the months ahead. Every worker does it; they do not get in each other's way. */
@Injectable()
export class EventUpkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(EventPartitions) private readonly partitions: EventPartitions,
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
    await this.running;
  }

  async run(): Promise<void> {
    try {
      await this.partitions.ensure();
    } catch (error) {
      this.logger.warn(
        { err: error },
        'the partitions of events were not looked after; it is tried again within the hour',
      );
    }
  }
}
