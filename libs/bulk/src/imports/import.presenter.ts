import type { ImportProblemView, ImportView } from '@dundun/contracts';
import { presentProgress } from '../jobs/bulk-job.presenter.js';
import type { ImportAndJob, ImportProblem } from './import.js';

export function presentImport({ row, job }: ImportAndJob): ImportView {
  const { id, file_name, bytes, received, state, dialect, columns, known, settings, findings, retry_of } = row;
  return {
    ...{ id, file_name, bytes, received, state, columns, known, settings, retry_of },
    dialect: state === 'uploading' ? null : dialect,
    findings: findings && {
      rows: findings.rows,
      ready: findings.ready,
      invalid: findings.invalid,
      doubts: findings.doubts,
      statuses: findings.statuses,
    },
    progress: job && presentProgress(job),
    created_at: row.created_at.toISOString(),
  };
}

export const presentProblem = ({
  line,
  kind,
  column_name,
  reason,
  address,
  record,
}: ImportProblem): ImportProblemView => ({
  ...{ line, kind, reason, address, record },
  column: column_name,
});
