import { Worker } from 'bullmq';
import type { Logger } from '../config/logger.js';
import type { Job, JobHandler } from '../jobs/job.js';
import { atMost, type QueueBackend } from './queue-backend.js';

interface Envelope {
  payload: unknown;
  requestId?: string;
}

const RETRY_MS = 1_000;
const QUIET_MS = 10_000;
const CLOSE_MS = 5_000;

/** Takes jobs from the queue and passes each to its handler. */
export class JobRunner {
  private readonly workers = new Set<{ close(force?: boolean): Promise<void> }>();
  private readonly stop = new AbortController();
  private warnedAt = -Infinity;

  constructor(
    private readonly backend: QueueBackend,
    private readonly logger: Logger,
  ) {}

  get stopping(): AbortSignal {
    return this.stop.signal;
  }

  /** Starts handling a job. Resumes after every outage of the queue. */
  start(job: Job<unknown>, handler: JobHandler<unknown>, concurrency: number): void {
    const open = async () => {
      try {
        await this.backend.ready();
        if (!this.stop.signal.aborted) this.open(job, handler, concurrency, later);
      } catch (error) {
        this.warn(job, error);
        later();
      }
    };
    const later = () => {
      if (!this.stop.signal.aborted) setTimeout(() => void open(), RETRY_MS).unref();
    };
    void open();
  }

  /** Stops taking jobs and waits for jobs in flight, but not for an unreachable queue. */
  async close(): Promise<void> {
    this.stop.abort();
    const force = !this.backend.isReachable();
    await atMost(CLOSE_MS, Promise.allSettled([...this.workers].map((worker) => worker.close(force))));
    await this.backend.close();
  }

  /** @param again opens another worker: BullMQ's never recovers from a failed start, and on PostgreSQL spins on errors */
  private open(job: Job<unknown>, handler: JobHandler<unknown>, concurrency: number, again: () => void): void {
    const { connection, prefix, factory, mendsItself } = this.backend;
    const worker = new Worker(
      job.name,
      ({ id, data }) => this.run(job, handler, id, data as Envelope),
      {
        connection,
        ...(prefix ? { prefix } : {}),
        concurrency,
        lockDuration: 10_000,
        stalledInterval: 10_000,
        maxStalledCount: 5,
      },
      factory,
    );
    this.workers.add(worker);
    const replace = () => {
      if (!this.workers.delete(worker)) return;
      worker.close(true).catch(() => undefined);
      again();
    };
    worker.on('error', (error) => {
      this.warn(job, error);
      if (!mendsItself) replace();
    });
    worker.waitUntilReady().catch(replace);
    worker.on('failed', (_, error) => this.logger.warn({ err: error, job: job.name }, 'a job failed'));
  }

  private async run(
    job: Job<unknown>,
    handler: JobHandler<unknown>,
    id: string | undefined,
    { payload, requestId }: Envelope,
  ): Promise<void> {
    const started = performance.now();
    await handler.run(job.payload.parse(payload), { requestId, stopping: this.stop.signal });
    this.logger.debug(
      { job: job.name, job_id: id, request_id: requestId, ms: Math.round(performance.now() - started) },
      'job done',
    );
  }

  /** An outage of the queue is not urgent, since timers find the work; logs at most once in ten seconds. */
  private warn(job: Job<unknown>, error: unknown): void {
    if (performance.now() - this.warnedAt < QUIET_MS) return;
    this.warnedAt = performance.now();
    this.logger.warn({ err: error, job: job.name }, 'the queue is not reachable; trying again');
  }
}
