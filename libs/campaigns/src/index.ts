import type { Backlog } from '@dundun/platform/database';

export { CampaignsApiModule } from './campaigns.api.module.js';
export { CampaignsWorkerModule } from './campaigns.worker.module.js';

/** Campaigns that wait for a worker. */
export const campaignsBacklog: Backlog = { work: 'campaigns', table: 'campaigns', where: 'due_at <= now()' };
