import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { retryDelay, UnavailableError, type RetryPolicy } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { isLockTimeout, isRetryable, sqlState } from '@dundun/platform/database';
import { BulkClaims } from './bulk-claims.repository.js';
import { BULK_RUNS, HopelessError, LostBulkLeaseError, type BulkRun, type HeldBulkJob } from './bulk-job.js';

const LOOK_MS = 500;
const HEARTBEAT_MS = 2_000;
const STOP_MS = 20_000;
const STATEMENT_TIMEOUT = '57014';
/** Jobs that a worker runs concurrently. */
const SLOTS = 2;
/** A long job gives way after this time, so that others are not stuck behind it. */
const SLICE_MS = 60_000;
/** Counts only tries without progress. */
const RETRY: RetryPolicy = { base: 1_000, cap: 30_000, maxAttempts: 8, maxAge: Infinity };

/** Runs bulk jobs in this worker. It looks at the rows twice a second: members wait for these jobs, integrators do not. */
@Injectable()
export class BulkLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly held = new Map<HeldBulkJob, Promise<void>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private looking: Promise<void> | undefined;
  private stopped = false;

  constructor(
    @Inject(BulkClaims) private readonly claims: BulkClaims,
    @Inject(BULK_RUNS) private readonly runs: BulkRun[],
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.every(LOOK_MS, () => this.look());
    this.every(HEARTBEAT_MS, async () => {
      for (const job of this.held.keys()) await this.claims.extend(job);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, STOP_MS)));
    await Promise.race([Promise.all([this.looking, ...this.held.values()]).catch(() => undefined), late]);
    clearTimeout(timer);
    this.timers.forEach(clearInterval);
  }

  /** Starts due jobs. Concurrent calls share one look. */
  look(): Promise<void> {
    this.looking ??= this.start().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async start(): Promise<void> {
    while (!this.stopped && this.held.size < SLOTS) {
      const job = await this.claims.claim();
      if (!job) return;
      this.held.set(
        job,
        this.run(job).finally(() => this.held.delete(job)),
      );
    }
  }

  private async run(job: HeldBulkJob): Promise<void> {
    const until = performance.now() + SLICE_MS;
    const run = this.runs.find(({ kinds }) => kinds.includes(job.kind));
    try {
      if (!run) throw new HopelessError(`this release has no jobs of the kind ${job.kind}`);
      if (job.attempts > RETRY.maxAttempts) throw new HopelessError(job.error ?? 'the worker ended each time it ran');
      const isStopping = () => this.stopped;
      await run.run(job, { isStopping, isOver: () => isStopping() || performance.now() > until });
    } catch (error) {
      if (!(error instanceof LostBulkLeaseError)) await this.fail(job, run, error).catch((fault) => this.warn(fault));
    }
  }

  private async fail(job: HeldBulkJob, run: BulkRun | undefined, error: unknown): Promise<void> {
    const ids = { workspace_id: job.workspace_id, job_id: job.id, kind: job.kind, request_id: job.request_id };
    if (error instanceof HopelessError) {
      this.logger.warn({ ...ids, reason: error.message }, 'a bulk job failed');
      await this.claims.end(job, 'failed', error.message);
      return run?.giveUp?.(job);
    }
    this.logger.warn({ err: error, ...ids }, 'a bulk job failed and will be retried');
    if (isPassing(error)) return this.claims.release(job, 1);
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await this.claims.retryLater(job, retryDelay(job.attempts, RETRY, Math.random) / 1_000, reason);
  }

  private every(ms: number, act: () => Promise<void>): void {
    this.timers.push(setInterval(() => void act().catch((error: unknown) => this.warn(error)), ms));
  }

  private warn(error: unknown): void {
    this.logger.warn({ err: error }, 'could not look for bulk jobs; the next turn retries');
  }
}

/** A statement timeout is not temporary: the statement would time out again. */
const isPassing = (error: unknown): boolean =>
  isRetryable(error) ||
  isLockTimeout(error) ||
  (error instanceof UnavailableError && sqlState(error.cause) !== STATEMENT_TIMEOUT);
