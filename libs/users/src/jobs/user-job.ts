import type { Evidence } from '@dundun/subscribers';
import type { JobState, JobType } from '@dundun/contracts';

/** The parameters of a job, by kind. */
interface JobDetails {
  /** The given uids of a merge. */
  source?: string;
  destination?: string;
  /** The caller, for the ledger of consents; `key` is untrusted. */
  level?: 'key' | 'full';
  /** Of a merge by a caller who has proven nothing: both people stay, and only this moves. */
  only?: 'events';
  evidence?: Evidence;
  /** The uids of an erased person, until the last sweep. */
  uids?: string[];
}

export interface NewUserJob {
  workspaceId: number;
  kind: JobType;
  total: number;
  details: JobDetails;
  /** The person whose rows are erased; a merge looks up its people when it runs. */
  fromPerson?: string;
  addresses?: string[];
  requestId: string | null;
}

/** A job that a worker has leased. */
export interface HeldJob extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  kind: JobType;
  state: JobState;
  /** Whether later jobs of its kind wait for it. */
  in_line: boolean;
  /** Fencing token: a write with an older one is refused. */
  claim: number;
  /** Claims since the last progress, including this one. */
  attempts: number;
  details: JobDetails;
  from_person: string | null;
  to_person: string | null;
  addresses: string[];
  sweeps: number;
  /** How far a contribution has read; see `RowsToMove.cursor`. */
  keys_after: string | null;
  error: string | null;
  created_at: Date;
  request_id: string | null;
}

/** A job as the API shows it. */
export interface JobRow extends Record<string, unknown> {
  id: string;
  kind: JobType;
  state: JobState;
  total: number;
  done: number;
  failed: number;
  details: JobDetails;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

/** Tells a job when to stop: its time slice is over, or the process ends. */
export interface Pace {
  isOver(): boolean;
}

/** Runs one kind of job until its pace is over; the rest is found again. */
export interface UserJobRun {
  run(job: HeldJob, pace: Pace): Promise<void>;
  /** Settles what is waiting when the job is given up. */
  giveUp?(job: HeldJob, reason: string): Promise<void>;
}

export const USER_JOB_RUNS = Symbol('runs of user jobs');
export type UserJobRuns = Record<JobType, UserJobRun>;
