import type { JsonObject } from '@dundun/domain';

export type BulkKind = 'import_check' | 'import' | 'memberships' | 'memberships_undo' | 'confirmations' | 'export';

type BulkState = 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'canceled';

/** What a job has counted, by name. */
export type Counts = Record<string, number>;

export interface NewBulkJob {
  workspaceId: number;
  kind: BulkKind;
  /** Rows to work on; null if nobody has counted them. */
  total: number | null;
  details: JsonObject;
  requestId: string | null;
}

/** A job as the API shows it. */
export interface BulkJobRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  kind: BulkKind;
  state: BulkState;
  total: number | null;
  done: number;
  failed: number;
  details: JsonObject;
  counts: Counts;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

/** A job that a worker has leased. */
export interface HeldBulkJob extends BulkJobRow {
  /** Fencing token: a write with an older one is refused. */
  claim: number;
  /** Claims since the last progress, including this one. */
  attempts: number;
  /** How far the job is, in its own notation. */
  place: string | null;
  request_id: string | null;
}

/** A step of a job, added to what it has counted. */
export interface Progress {
  done: number;
  failed?: number;
  counts?: Counts;
  place: string;
}

/** Tells a job when to stop: its time is over, or the process ends. */
export interface Pace {
  isOver(): boolean;
  /** Whether the process ends, for a job that cannot go on from where it stopped. */
  isStopping(): boolean;
}

/** Runs one kind of job until its pace is over; the rest is found again. */
export interface BulkRun {
  readonly kinds: readonly BulkKind[];
  run(job: HeldBulkJob, pace: Pace): Promise<void>;
  /** Settles what belongs to the job when it is given up. */
  giveUp?(job: HeldBulkJob): Promise<void>;
}

export const BULK_RUNS = Symbol('runs of bulk jobs');

/** Another worker has claimed the job, or it was canceled. Stop and write nothing more. */
export class LostBulkLeaseError extends Error {}

/** The job cannot be done and must not be tried again; the message is for the member. */
export class HopelessError extends Error {}
