import { Queue } from 'bullmq';
import type { Logger } from '../config/logger.js';
import type { Job } from '../jobs/job.js';
import { Jobs } from '../jobs/jobs.js';
import { atMost, type QueueBackend } from './queue-backend.js';

type Named = Pick<Job<unknown>, 'name'>;

interface Wake {
  running: boolean;
  again: boolean;
}

const QUIET_MS = 10_000;
const AGAIN_MS = 1_000;
const CLOSE_MS = 1_000;

/** Wakes workers through BullMQ. Waits for no queue and reports no failure to its callers. */
export class QueuedJobs extends Jobs {
  private readonly queues = new Map<string, Queue>();
  private readonly wakes = new Map<string, Wake>();
  private warnedAt = -Infinity;

  constructor(
    private readonly backend: QueueBackend,
    private readonly logger: Logger,
  ) {
    super();
  }

  override wake<P>(job: Job<P>, payload: P, key: string, requestId?: string): void {
    const id = `${job.name}/${key}`.replaceAll(':', '/');
    const wake = this.wakes.get(id) ?? { running: false, again: false };
    this.wakes.set(id, wake);
    wake.again = true;
    if (!wake.running) void this.send(job, payload, id, wake, requestId);
  }

  private async send<P>(job: Job<P>, payload: P, id: string, wake: Wake, requestId?: string): Promise<void> {
    wake.running = true;
    while (wake.again) {
      wake.again = false;
      const options = { deduplication: { id, keepLastIfActive: true }, removeOnComplete: true, removeOnFail: 1_000 };
      try {
        await this.queueOf(job).add(job.name, { payload, requestId }, options);
      } catch (error) {
        this.warn(job, error);
      }
    }
    wake.running = false;
  }

  /** Returns how many jobs of this name wait in the queue. */
  async waiting(job: Named): Promise<number> {
    return this.queueOf(job).getWaitingCount();
  }

  /** Sends wake-ups in flight, but does not wait for an unreachable queue. */
  async close(): Promise<void> {
    await atMost(CLOSE_MS, Promise.allSettled([...this.queues.values()].map((queue) => queue.close())));
    await this.backend.close();
  }

  private queueOf(job: Named): Queue {
    let queue = this.queues.get(job.name);
    if (!queue) {
      const { connection, prefix, factory } = this.backend;
      queue = new Queue(
        job.name,
        { connection, ...(prefix ? { prefix } : {}), skipMetasUpdate: true },
        factory as never,
      );
      queue.on('error', (error) => this.warn(job, error));
      this.queues.set(job.name, queue);
      this.replaceIfItFails(job, queue);
    }
    return queue;
  }

  /** BullMQ's queue never recovers from a failed start, so a new one replaces it after a second. */
  private replaceIfItFails(job: Named, queue: Queue): void {
    const replace = () => {
      this.queues.delete(job.name);
      queue.close().catch(() => undefined);
    };
    queue.waitUntilReady().catch(() => setTimeout(replace, AGAIN_MS).unref());
  }

  /** An outage of the queue is not urgent and affects every call; logs at most once in ten seconds. */
  private warn(job: Named, error: unknown): void {
    if (performance.now() - this.warnedAt < QUIET_MS) return;
    this.warnedAt = performance.now();
    this.logger.warn({ err: error, job: job.name }, 'the queue is not reachable; workers find the work by their timer');
  }
}
