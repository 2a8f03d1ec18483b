import type { Evidence } from '@dundun/subscribers';
import type { JobState, JobType } from '@dundun/contracts';

/** What a job is to do beyond its rows, as its kind needs it. */
interface JobDetails {
  /** Of a merge: the uids as they were given. */
  source?: string;
  destination?: string;
  /** Who asked, for the ledger of consents; `key` may be anybody who reads a web page. */
  level?: 'key' | 'full';
  evidence?: Evidence;
  /** Of an erasure: by which the person was named, until nothing is looked for any more. */
  uids?: string[];
}

export interface NewUserJob {
  workspaceId: number;
  kind: JobType;
  total: number;
  details: JobDetails;
  /** Whose rows are to be erased; a merge finds out when its turn comes. */
  fromPerson?: string;
  addresses?: string[];
  requestId: string | null;
}

/** A job as a worker holds it: a lease, not ownership. */
export interface HeldJob extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  kind: JobType;
  state: JobState;
  /** Fencing token: what is written with an older one is refused. */
  claim: number;
  /** Claims since it last came ahead, this one among them. */
  attempts: number;
  details: JobDetails;
  from_person: string | null;
  to_person: string | null;
  addresses: string[];
  sweeps: number;
  /** The last key of an event that was taken along. */
  keys_after: string | null;
  error: string | null;
  created_at: Date;
  request_id: string | null;
}

/** A job as it is shown. */
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

/** Tells a job when to give way: when its slice of time is over, or the process is to end. */
export interface Pace {
  isOver(): boolean;
}

/** Does one kind of job, as far as its pace lets it; what is left is found again. */
export interface UserJobRun {
  run(job: HeldJob, pace: Pace): Promise<void>;
  /** Leaves nothing waiting when the job is given up. */
  giveUp?(job: HeldJob, reason: string): Promise<void>;
}

export const USER_JOB_RUNS = Symbol('what does each kind of job');
export type UserJobRuns = Record<JobType, UserJobRun>;
