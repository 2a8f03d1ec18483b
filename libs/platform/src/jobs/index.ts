export { defineJob, Handles, type JobHandler } from './job.js';
export { Jobs } from './jobs.js';
export { RecurringTask } from './recurring-task.js';
