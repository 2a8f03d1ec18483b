import type { BulkProgressView } from '@dundun/contracts';
import type { BulkJobRow } from './bulk-job.js';

/** Returns how far a job is. */
export const presentProgress = ({
  id,
  state,
  total,
  done,
  failed,
  counts,
  error,
  ended_at,
}: BulkJobRow): BulkProgressView => ({
  ...{ id, state, total, done, failed, counts, failure: error },
  ended_at: ended_at?.toISOString() ?? null,
});
