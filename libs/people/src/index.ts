import type { Backlog, Expiry } from '@dundun/platform/database';

export { Erasures, type Erased, type ErasureStep } from './erasures.js';
export { MergeUsers } from './merge.service.js';
export { PeopleApiModule } from './people.api.module.js';
export { PeopleModule } from './people.module.js';
export { PeopleWorkerModule } from './people.worker.module.js';
export { UserReader } from './user-reader.js';
export { RunUserJobs } from './user-jobs.jobs.js';
export { UsersModule } from './users.module.js';
export { Users, type UserFields, type UserScope, type UserWritten } from './users.service.js';

/** A finished job and the items of a batch are kept for a month; the items go first, since there can be very many. */
export const peopleExpiry: Expiry[] = [
  { table: 'batch_items', column: 'created_at', after: '30 days' },
  { table: 'user_jobs', column: 'ended_at', after: '30 days' },
];

export const peopleBacklog: Backlog = { work: 'jobs on users', table: 'user_jobs' };

export const peopleEntities: (new () => object)[] = [];
