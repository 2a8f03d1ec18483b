import type { ExportView } from '@dundun/contracts';
import type { BulkJobRow } from '../jobs/bulk-job.js';
import { presentProgress } from '../jobs/bulk-job.presenter.js';
import { detailsOf, expiryOf } from './export.js';

/** Returns an export as the API shows it. */
export function presentExport(job: BulkJobRow): ExportView {
  const { what, filter, list_title } = detailsOf(job);
  const expiry = expiryOf(job);
  const hasFile = job.state === 'done' && expiry > new Date();
  return {
    ...{ id: job.id, what, list_title },
    list: filter.list ?? null,
    bytes: job.counts.bytes ?? 0,
    progress: presentProgress(job),
    file: hasFile ? `/console/exports/${job.id}/file` : null,
    created_at: job.created_at.toISOString(),
    expires_at: expiry.toISOString(),
  };
}

/** Returns the name of the file: what it holds, and the day. */
export const fileNameOf = (job: BulkJobRow): string =>
  `${detailsOf(job).what}-${job.created_at.toISOString().slice(0, 10)}.csv`;
