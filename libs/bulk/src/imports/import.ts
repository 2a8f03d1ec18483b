import type { BulkJobRow, Counts } from '../jobs/bulk-job.js';
import type { ColumnRule } from './column-rule.js';
import type { Dialect } from './dialect.js';
import type { Doubt } from './doubtful.js';
import type { KnownFile } from './known-files.js';

export type ImportState = 'uploading' | 'ready' | 'checking' | 'checked' | 'importing' | 'done' | 'failed' | 'canceled';

/** What a member decides before an import runs. */
export interface ImportSettings {
  columns: ColumnRule[];
  /** What becomes of people who are known already, and whether others are created. */
  existing: 'update' | 'fill' | 'skip' | 'only';
  /** What an empty cell does. */
  empty: 'leave' | 'clear';
  /** Ids of the lists that people join. */
  lists: string[];
  /** How these people agreed, for the ledger of consents. */
  consent: string | null;
  /** On double opt-in lists: whether people have to confirm, or have confirmed elsewhere. */
  optin: 'pending' | 'confirmed';
  /** Doubtful addresses that are left out. */
  skip: Doubt[];
}

/** A column of the file, with its first values. */
export interface ImportColumn {
  header: string;
  samples: string[];
  suggestion: ColumnRule;
}

/** What the check has found. */
export interface Findings {
  rows: number;
  ready: number;
  invalid: number;
  /** Rows by the kind of doubt. */
  doubts: Partial<Record<Doubt, number>>;
  /** Domains without a mail server. */
  dead_domains: string[];
  /** Rows by the status they have in the file. */
  statuses: Counts;
}

export interface ImportRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  file_name: string;
  bytes: number;
  received: number;
  state: ImportState;
  dialect: Dialect;
  columns: ImportColumn[];
  known: KnownFile | null;
  settings: ImportSettings | null;
  findings: Findings | null;
  job_id: string | null;
  retry_of: string | null;
  created_at: Date;
}

/** An import and the job that works on it, or worked on it last. */
export interface ImportAndJob {
  row: ImportRow;
  job: BulkJobRow | null;
}

/** A row of the file that is doubtful, wrong or was not imported. */
export interface ImportProblem {
  line: number;
  kind: Doubt | 'invalid' | 'failed' | 'skipped';
  column_name: string | null;
  reason: string;
  address: string | null;
  record: string[];
}
