export { migrateQueue } from './migrate-queue.js';
export { queueCheck } from './queue-check.repository.js';
export { JobRunnerModule, JobsModule } from './queue.module.js';
