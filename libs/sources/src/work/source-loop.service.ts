import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { SourceClaims, type HeldSource } from './source-claims.repository.js';
import { SourceRoundRobin, type WaitingSource } from './source-round-robin.js';
import { SourceWork, type Remaining } from './source-work.service.js';

const SWEEP_MS = 1_000;
const HEARTBEAT_MS = 2_000;
/** Sources that one worker processes concurrently. */
const MOST_SOURCES = 4;
/** After this many chunks the next source is processed. */
const CHUNKS_IN_A_ROW = 5;

/**
 * Looks for sources with due events when woken, and every second in case a wake-up was lost. One worker at a time processes a
 * source, which keeps its events in order.
 */
@Injectable()
export class SourceLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly inFlight = new Set<HeldSource>();
  private readonly timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | undefined;
  private wanted = false;
  private stopped = false;

  constructor(
    @Inject(SourceClaims) private readonly claims: SourceClaims,
    @Inject(SourceWork) private readonly work: SourceWork,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Processes events until none is due. Concurrent calls share the run and make it look once more. */
  drain(): Promise<void> {
    this.wanted = true;
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  onApplicationBootstrap(): void {
    const quietly = (what: string, act: () => Promise<unknown>) => () =>
      void act().catch((error: unknown) =>
        this.logger.warn({ err: error }, `${what} failed; it is repeated at the next interval`),
      );
    this.timers.push(
      setInterval(
        quietly('looking for due source events', () => this.drain()),
        SWEEP_MS,
      ),
    );
    this.timers.push(
      setInterval(
        quietly('extending the leases of sources', () => this.extend()),
        HEARTBEAT_MS,
      ),
    );
  }

  /** Waits for the chunks in flight; they are small. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timers[0]);
    await this.running?.catch(() => undefined);
    clearInterval(this.timers[1]);
  }

  private async run(): Promise<void> {
    const queue = new SourceRoundRobin();
    while (this.wanted && !this.stopped) {
      await this.look(queue);
      await Promise.all(Array.from({ length: MOST_SOURCES }, () => this.takeTurns(queue)));
    }
  }

  /** Looks again before each turn after a wake-up, so that a new source need not wait for the whole queue. */
  private async takeTurns(queue: SourceRoundRobin): Promise<void> {
    while (!this.stopped) {
      if (this.wanted) await this.look(queue);
      const next = queue.next();
      if (!next) return;
      try {
        await this.take(next);
      } finally {
        queue.done(next);
      }
    }
  }

  private async look(queue: SourceRoundRobin): Promise<void> {
    this.wanted = false;
    queue.renew(await this.claims.withWork());
  }

  private async take(source: WaitingSource): Promise<void> {
    const held = await this.claims.lease(source);
    if (!held) return;
    this.inFlight.add(held);
    try {
      let left: Remaining = 'more';
      for (let chunk = 0; left === 'more' && chunk < CHUNKS_IN_A_ROW && !this.stopped; chunk += 1)
        left = await this.work.chunk(held);
      await this.claims.release(held);
      this.wanted ||= left !== 'nothing';
    } catch (error) {
      const ids = { workspace_id: source.workspaceId, source_id: source.sourceId };
      this.logger.warn(
        { err: error, ...ids },
        'processing a source was cut short; its events are tried again when the lease expires',
      );
    } finally {
      this.inFlight.delete(held);
    }
  }

  private async extend(): Promise<void> {
    for (const held of this.inFlight) await this.claims.extend(held);
  }
}
