import { Worker } from 'bullmq';
import type { Logger } from '../config/logger.js';
import type { Job, JobHandler } from './job.js';
import type { QueueBackend } from './queue-backend.js';

interface Envelope {
  payload: unknown;
  requestId?: string;
}

/** Takes jobs from the queue and gives each to its handler. */
export class JobRunner {
  private readonly workers: { close(): Promise<void> }[] = [];
  private readonly stop = new AbortController();

  constructor(
    private readonly backend: QueueBackend,
    private readonly logger: Logger,
  ) {}

  get stopping(): AbortSignal {
    return this.stop.signal;
  }

  start(job: Job<unknown>, handler: JobHandler<unknown>, concurrency: number): void {
    const { connection, prefix, factory } = this.backend;
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
    worker.on('error', (error) => this.logger.warn({ err: error, job: job.name }, 'the queue is not reachable'));
    worker.on('failed', (_, error) => this.logger.warn({ err: error, job: job.name }, 'a job failed'));
    this.workers.push(worker);
  }

  /** Stops taking jobs and waits for those under way. */
  async close(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.workers.map((worker) => worker.close().catch(() => undefined)));
    await this.backend.close().catch(() => undefined);
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
}
