import type { Backlog, Expiry } from '@dundun/platform/database';

export { MergeUsers } from './merge/merge.service.js';
export { RunUserJobs } from './jobs/user-jobs.jobs.js';
export { UsersApiModule } from './users.api.module.js';
export { UsersModule } from './users.module.js';
export { UsersWorkerModule } from './users.worker.module.js';
export { Users, type UserScope, type UserWritten } from './api/users.service.js';

/** Finished jobs and batch items are kept for 30 days. Items are deleted first, because there can be many. */
export const usersExpiry: Expiry[] = [
  { table: 'batch_items', column: 'created_at', after: '30 days' },
  { table: 'user_jobs', column: 'ended_at', after: '30 days' },
];

export const usersBacklog: Backlog = { work: 'jobs on users', table: 'user_jobs' };
