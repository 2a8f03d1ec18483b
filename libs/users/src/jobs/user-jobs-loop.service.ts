import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { IdempotencyInProgressError, retryDelay, UnavailableError, type RetryPolicy } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { sqlState } from '@dundun/platform/database';
import { USER_JOB_RUNS, type HeldJob, type UserJobRun, type UserJobRuns } from './user-job.js';
import { LostLeaseError, UserJobClaims } from './user-job-claims.repository.js';

const SWEEP_MS = 1_000;
const HEARTBEAT_MS = 2_000;
const STOP_MS = 20_000;
/** Jobs that a worker does side by side. */
const SLOTS = 4;
/** A long job gives way after this, so that a workspace with little waits for no other's million. */
const SLICE_MS = 5_000;
const STATEMENT_TIMEOUT = '57014';
/** Tries are those without any progress. */
const RETRY: RetryPolicy = { base: 2_000, cap: 60_000, maxAttempts: 10, maxAge: Infinity };

/**
 * The jobs on people in this worker: one of each workspace in turn. A job of the queue wakes it at once; a timer looks
 * every second, so that what lost its job is found whatever happened to the queue.
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

  /** Nothing is in hand. */
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

  /** Starts what is due. Calls that come meanwhile share the run, and make it look once more. */
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

  /** The workspaces after the last one served come first, so nobody waits behind a big one twice. */
  private inTurn(workspaces: number[]): number[] {
    const next = workspaces.findIndex((id) => id > this.lastWorkspace);
    return next <= 0 ? workspaces : [...workspaces.slice(next), ...workspaces.slice(0, next)];
  }

  private start(job: HeldJob): void {
    const done = this.run(job).finally(() => {
      this.held.delete(job);
      // There may be a next one in line behind it.
      if (!this.stopped) this.drain().catch((error: unknown) => this.warn(error));
    });
    this.held.set(job, done);
    // Another one of the workspace may be due beside it.
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

  /** What cannot be reached will be back and costs no try; the lease runs out when even that cannot be written. */
  private async fail(job: HeldJob, error: unknown): Promise<void> {
    const ids = { workspace_id: job.workspace_id, job_id: job.id, request_id: job.request_id };
    this.logger.warn({ err: error, ...ids }, 'a job on people was cut short; it is tried again');
    if (isPassing(error)) return this.claims.release(job, 1);
    if (isErasing(job) && job.attempts === RETRY.maxAttempts)
      this.logger.error({ err: error, ...ids }, 'somebody cannot be erased; it is tried again until it can be done');
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
    this.logger.warn({ err: error }, 'jobs on people were not looked for; the next turn follows');
  }
}

/** Whoever is to be forgotten is not kept because something is wrong here: it is only late. */
const isErasing = ({ kind, from_person, to_person }: HeldJob) =>
  kind === 'erasure' || (from_person !== null && to_person === null);

/** A statement that takes too long will take too long again. */
const isPassing = (error: unknown): boolean =>
  error instanceof IdempotencyInProgressError ||
  (error instanceof UnavailableError && sqlState(error.cause) !== STATEMENT_TIMEOUT);

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);
