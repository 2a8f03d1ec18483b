export { defineJob, Handles, type Job, type JobHandler, type JobRun } from './job.js';
export { Jobs } from './jobs.js';
export { RecurringTask, type Rhythm } from './recurring-task.js';
