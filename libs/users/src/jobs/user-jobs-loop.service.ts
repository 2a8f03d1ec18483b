import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { IdempotencyInProgressError, retryDelay, UnavailableError, type RetryPolicy } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { sqlState } from '@dundun/platform/database';
import { USER_JOB_RUNS, type HeldJob, type UserJobRun, type UserJobRuns } from './user-job.js';
import { LostLeaseError, UserJobClaims } from './user-job-claims.repository.js';

const SWEEP_MS = 1_000;
const HEARTBEAT_MS = 2_000;
const STOP_MS = 20_000;
/** Jobs that a worker runs concurrently. */
const SLOTS = 4;
/** A long job gives way after this time, so that a small workspace does not wait for a large one. */
const SLICE_MS = 5_000;
const STATEMENT_TIMEOUT = '57014';
/** Counts only tries without progress. */
const RETRY: RetryPolicy = { base: 2_000, cap: 60_000, maxAttempts: 10, maxAge: Infinity };

/**
 * Runs the jobs on people in this worker, one of each workspace by round robin. A queue job wakes it at once; a timer looks
 * every second, so that due rows are found even if the queue lost their job.
 */
@Injectable()
export class UserJobsLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly held = new Map<HeldJob, Promise<void>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | undefined;
  private wanted = false;
  private stopped = false;
  private lastWorkspace = 0;

  constructor(
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
    @Inject(USER_JOB_RUNS) private readonly runs: UserJobRuns,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether no job is running. */
  get isIdle(): boolean {
    return this.held.size === 0 && this.running === undefined;
  }

  onApplicationBootstrap(): void {
    this.every(SWEEP_MS, () => this.drain());
    this.every(HEARTBEAT_MS, () => this.claims.extend([...this.held.keys()]));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timers[0]);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, STOP_MS)));
    const ends = Promise.all([this.running, ...this.held.values()]).catch(() => undefined);
    await Promise.race([ends, late]);
    clearTimeout(timer);
    clearInterval(this.timers[1]);
  }

  /** Starts due jobs. Concurrent calls share the run and make it look again. */
  drain(): Promise<void> {
    this.wanted = true;
    this.running ??= this.work().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async work(): Promise<void> {
    while (this.wanted && !this.stopped) {
      this.wanted = false;
      for (const workspaceId of this.inTurn(await this.claims.workspacesWithWork())) {
        while (this.held.size >= SLOTS) await Promise.race(this.held.values());
        if (this.stopped) return;
        const job = await this.claims.claim(workspaceId);
        this.lastWorkspace = workspaceId;
        if (job) this.start(job);
      }
    }
  }

  /** Orders workspaces after the last one served, so that none waits twice behind a large one. */
  private inTurn(workspaces: number[]): number[] {
    const next = workspaces.findIndex((id) => id > this.lastWorkspace);
    return next <= 0 ? workspaces : [...workspaces.slice(next), ...workspaces.slice(0, next)];
  }

  private start(job: HeldJob): void {
    const done = this.run(job).finally(() => {
      this.held.delete(job);
      // The next job in line may be due now.
      if (!this.stopped) this.drain().catch((error: unknown) => this.warn(error));
    });
    this.held.set(job, done);
    // The workspace may have another due job.
    this.wanted = true;
  }

  private async run(job: HeldJob): Promise<void> {
    const until = performance.now() + SLICE_MS;
    const pace = { isOver: () => this.stopped || performance.now() > until };
    try {
      if (job.attempts > RETRY.maxAttempts && !isErasing(job)) await this.giveUp(job);
      else await this.runOf(job).run(job, pace);
    } catch (error) {
      if (!(error instanceof LostLeaseError)) await this.fail(job, error).catch((fault: unknown) => this.warn(fault));
    }
  }

  private runOf({ kind }: HeldJob): UserJobRun {
    return this.runs[kind];
  }

  /** An unreachable database costs no try; if this cannot be written either, the lease runs out. */
  private async fail(job: HeldJob, error: unknown): Promise<void> {
    const ids = { workspace_id: job.workspace_id, job_id: job.id, request_id: job.request_id };
    this.logger.warn({ err: error, ...ids }, 'a job on people failed and will be retried');
    if (isPassing(error)) return this.claims.release(job, 1);
    if (isErasing(job) && job.attempts === RETRY.maxAttempts)
      this.logger.error({ err: error, ...ids }, 'a person could not be erased; the job retries until it succeeds');
    const wait = retryDelay(job.attempts, RETRY, Math.random);
    await this.claims.retryLater(job, wait / 1_000, reasonOf(error));
  }

  private async giveUp(job: HeldJob): Promise<void> {
    const reason = `given up after ${RETRY.maxAttempts} tries: ${job.error ?? 'each time the worker ended while it ran'}`;
    const ids = { workspace_id: job.workspace_id, job_id: job.id, kind: job.kind, request_id: job.request_id };
    this.logger.error({ ...ids, reason }, 'a job on people was given up');
    const run = this.runOf(job);
    if (run.giveUp) await run.giveUp(job, reason);
    else await this.claims.end(job, 'failed', reason, job.state === 'done' ? {} : { failed: 1 });
  }

  private every(ms: number, act: () => Promise<void>): void {
    this.timers.push(setInterval(() => void act().catch((error: unknown) => this.warn(error)), ms));
  }

  private warn(error: unknown): void {
    this.logger.warn({ err: error }, 'could not look for jobs on people; the next turn retries');
  }
}

/** An erasure is never given up, only late. */
const isErasing = ({ kind, from_person, to_person }: HeldJob) =>
  kind === 'erasure' || (from_person !== null && to_person === null);

/** A statement timeout is not temporary: the statement would time out again. */
const isPassing = (error: unknown): boolean =>
  error instanceof IdempotencyInProgressError ||
  (error instanceof UnavailableError && sqlState(error.cause) !== STATEMENT_TIMEOUT);

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);
