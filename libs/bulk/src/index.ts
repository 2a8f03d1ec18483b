import type { Backlog, Expiry } from '@dundun/platform/database';
import { EXPORT_DAYS } from './exports/export.js';

export { BulkApiModule } from './bulk.api.module.js';
export { BulkWorkerModule } from './bulk.worker.module.js';

/** Files that nobody imported go soon, files of exports after the time that their answer states; reports and jobs stay for 30 days. */
export const bulkExpiry: Expiry[] = [
  { table: 'import_pieces', column: 'created_at', after: '3 days' },
  { table: 'import_problems', column: 'created_at', after: '30 days' },
  { table: 'imports', column: 'created_at', after: '30 days' },
  { table: 'bulk_changes', column: 'changed_at', after: '30 days' },
  { table: 'export_pieces', column: 'created_at', after: `${EXPORT_DAYS} days` },
  { table: 'bulk_jobs', column: 'ended_at', after: '30 days' },
];

export const bulkBacklog: Backlog = { work: 'bulk jobs', table: 'bulk_jobs' };
