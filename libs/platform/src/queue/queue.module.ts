import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import type { Config } from '../config/config.js';
import { CONFIG, LOGGER } from '../config/config.module.js';
import type { Logger } from '../config/logger.js';
import { handledBy, type Job, type JobHandler } from '../jobs/job.js';
import { Jobs } from '../jobs/jobs.js';
import { JobRunner } from './job-runner.js';
import { openQueueBackend } from './queue-backend.js';
import { QueuedJobs } from './queued-jobs.js';

type Named = Pick<Job<unknown>, 'name'>;

const EXPECTED = Symbol('jobs that this process must handle');

/** Lets a process wake workers through the queue. */
@Global()
@Module({
  providers: [
    {
      provide: Jobs,
      inject: [CONFIG, LOGGER],
      useFactory: (config: Config, logger: Logger) =>
        new QueuedJobs(openQueueBackend(config, logger, 'producer'), logger),
    },
  ],
  exports: [Jobs],
})
export class JobsModule implements OnApplicationShutdown {
  constructor(@Inject(Jobs) private readonly jobs: QueuedJobs) {}

  onApplicationShutdown(): Promise<void> {
    return this.jobs.close();
  }
}

/** Makes a process handle jobs. It refuses to start when a job has no handler, or two. */
@Module({})
export class JobRunnerModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(EXPECTED) private readonly expected: Named[],
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(JobRunner) private readonly runner: JobRunner,
  ) {}

  static for(jobs: Named[]): DynamicModule {
    return {
      module: JobRunnerModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: EXPECTED, useValue: jobs },
        {
          provide: JobRunner,
          inject: [CONFIG, LOGGER],
          useFactory: (config: Config, logger: Logger) =>
            new JobRunner(openQueueBackend(config, logger, 'consumer'), logger),
        },
      ],
    };
  }

  onApplicationBootstrap(): void {
    const handlers = this.discovery.getProviders().flatMap(({ instance, metatype }) => {
      const job = typeof metatype === 'function' ? handledBy(metatype) : undefined;
      return job && instance ? [{ job, handler: instance as JobHandler<unknown> }] : [];
    });
    assertOneHandlerEach(
      this.expected,
      handlers.map(({ job }) => job),
    );
    for (const { job, handler } of handlers) this.runner.start(job, handler, 16);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.runner.close();
  }
}

/** @throws Error that names every job without a handler, with two handlers, or handled but not expected */
export function assertOneHandlerEach(expected: Named[], handled: Named[]): void {
  const count = (name: string) => handled.filter((job) => job.name === name).length;
  const faults = [
    ...expected.filter(({ name }) => count(name) === 0).map(({ name }) => `${name} has no handler`),
    ...expected.filter(({ name }) => count(name) > 1).map(({ name }) => `${name} has ${count(name)} handlers`),
    ...handled
      .filter((job) => !expected.some(({ name }) => name === job.name))
      .map(({ name }) => `${name} is handled but not declared`),
  ];
  if (faults.length > 0) throw new Error(`The jobs do not fit: ${faults.join('; ')}.`);
}
