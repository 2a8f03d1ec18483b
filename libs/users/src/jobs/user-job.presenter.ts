import type { JobItemView, JobView } from '@dundun/contracts';
import type { JobRow } from './user-job.js';
import type { JobItemRow } from './user-jobs.repository.js';

export function presentJob({ id, kind, state, total, done, failed, details, error, ...times }: JobRow): JobView {
  const { source = null, destination = null } = details;
  return {
    id,
    type: kind,
    state,
    total,
    done,
    failed,
    source,
    destination,
    note: error,
    created_at: times.created_at.toISOString(),
    started_at: times.started_at?.toISOString() ?? null,
    ended_at: times.ended_at?.toISOString() ?? null,
  };
}

export const presentJobItem = ({ index, uid, type, state, error, notices }: JobItemRow): JobItemView => ({
  index,
  id: uid,
  type,
  state,
  error,
  notices,
});
