import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MESSAGE_CHANNELS, MESSAGE_LANES, type MessageChannel, type MessageLane } from '@dundun/domain';
import { CONFIG, LOGGER, type Config, type Logger } from '@dundun/platform/config';
import { ContentBudget } from '../message/content-budget.js';
import { BulkHandOver } from './bulk-hand-over.service.js';
import { HandOver } from './hand-over.service.js';
import { Lane } from './lane.js';
import { LaneClaims } from './lane-claims.repository.js';

const SWEEP_MS = 1_000;
const HEARTBEAT_MS = 2_000;
/** A process has 25 s to end. Another worker finds what is still open, such as an unrecorded outcome, when its lease expires. */
const STOP_MS = 23_000;

/**
 * Runs all lanes of this worker. A job wakes a lane at once; a timer drains every lane each second, which finds messages
 * whose job was lost.
 */
@Injectable()
export class Lanes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lanes: Lane[];
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LaneClaims) claims: LaneClaims,
    @Inject(HandOver) handOver: HandOver,
    @Inject(BulkHandOver) bulk: BulkHandOver,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const [slots, budget] = [config.WORKER_CONCURRENCY, new ContentBudget()];
    this.lanes = MESSAGE_CHANNELS.flatMap((channel) =>
      MESSAGE_LANES.map((lane) => new Lane(channel, lane, slots, claims, handOver, logger, budget, bulk)),
    );
  }

  drain(channel: MessageChannel, lane: MessageLane): Promise<void> {
    const found = this.lanes.find((candidate) => candidate.channel === channel && candidate.lane === lane);
    return found?.drain() ?? Promise.resolve();
  }

  onApplicationBootstrap(): void {
    this.every(SWEEP_MS, 'sweep', (lane) => lane.drain());
    this.every(HEARTBEAT_MS, 'heartbeat', (lane) => lane.extend());
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timers[0]);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, STOP_MS)));
    await Promise.race([Promise.all(this.lanes.map((lane) => lane.stop())), late]);
    clearTimeout(timer);
    clearInterval(this.timers[1]);
  }

  private every(ms: number, what: string, act: (lane: Lane) => Promise<void>): void {
    const timer = setInterval(() => {
      for (const lane of this.lanes)
        act(lane).catch((error: unknown) => this.logger.warn({ err: error }, `a ${what} failed; the next one follows`));
    }, ms);
    this.timers.push(timer);
  }
}
