import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError } from '@dundun/domain';
import { FoldFirstError } from '@dundun/people';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { isLockTimeout, isRetryable, sqlState } from '@dundun/platform/database';
import { BatchFlush, checked, type CheckedItem } from './batch-flush.service.js';
import { BatchMarks } from './batch-marks.repository.js';
import type { HeldJob, Pace, UserJobRun } from '../jobs/user-job.js';
import { MOST_FOLDS } from '../api/users.service.js';
import { LostLeaseError, UserJobClaims } from '../jobs/user-job-claims.repository.js';

const STATEMENT_TIMEOUT = '57014';
const MOST_RETRIES = 3;
/** After so many claims without progress, each item runs alone, so that one that kills its worker is found. */
const MOST_DEATHS = 3;
const LOOK_AGAIN_SECONDS = 0.5;
const INTERNAL = 'an internal error; the log of the worker has the details';

/** What a run knows: the jobs that it holds, and the ids whose items have to wait. */
interface Held {
  jobs: HeldJob[];
  aside: Set<string>;
  faults: unknown[];
  /** People that were folded for the current item. */
  folds: number;
  isCareful: boolean;
}

/**
 * Runs the batches of a workspace: the first in line and those behind it together, in order, many items to a transaction. An
 * item that fails is found by halving. One that cannot run now, because its person is locked, waits with the later items of
 * its id; all others go on.
 */
@Injectable()
export class BatchRun implements UserJobRun {
  constructor(
    @Inject(BatchMarks) private readonly marks: BatchMarks,
    @Inject(BatchFlush) private readonly flush: BatchFlush,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(job: HeldJob, pace: Pace): Promise<void> {
    const isAlone = !job.in_line || job.attempts > 1;
    const behind = isAlone ? [] : await this.claims.claimBehind(job);
    const held: Held = {
      jobs: [job, ...behind],
      aside: new Set(),
      faults: [],
      folds: 0,
      isCareful: job.attempts > MOST_DEATHS,
    };
    let isOver = false;
    while (held.jobs.length > 0 && !(isOver = pace.isOver())) {
      const items = await this.marks.next(job.workspace_id, held.jobs, [...held.aside]);
      if (items.length === 0) break;
      for (const part of held.isCareful ? items.map((item) => [item]) : [items]) {
        if (pace.isOver()) break;
        await this.settle(held, part.map(checked));
      }
    }
    await this.leave(job, held, isOver);
  }

  /** Fails the first waiting item, which is the one that was tried; the others get tries of their own. */
  async giveUp(job: HeldJob, reason: string): Promise<void> {
    const item = await this.marks.first(job);
    if (!item) return this.claims.end(job, 'done', null);
    const ended = await this.flush.mark([job], [{ job_id: job.id, index: item.index, error: reason }]);
    if (!ended.has(job.id)) await this.claims.release(job);
  }

  private async leave(job: HeldJob, { jobs, faults }: Held, isOver: boolean): Promise<void> {
    for (const left of jobs) {
      if (isOver) await this.claims.release(left);
      else if (!(await this.marks.first(left))) await this.claims.end(left, 'done', null);
      else if (left.in_line) await this.claims.stepAside(left, LOOK_AGAIN_SECONDS);
      else if (faults.length === 0) await this.claims.release(left, LOOK_AGAIN_SECONDS);
      // The loop decides when to try a job again that has nothing but faults.
      else if (left === job) throw worst(faults);
    }
  }

  private async settle(held: Held, items: CheckedItem[], tries = 0): Promise<void> {
    const ready = items.filter(({ item }) => item.uid === null || !held.aside.has(item.uid));
    if (ready.length === 0) return;
    try {
      const ended = await this.flush.apply(held.jobs, ready, held.folds < MOST_FOLDS);
      held.jobs = held.jobs.filter(({ id }) => !ended.has(id));
    } catch (error) {
      if (error instanceof LostLeaseError || isAway(error)) throw error;
      if (isRetryable(error) && tries < MOST_RETRIES) return this.settle(held, ready, tries + 1);
      if (ready.length === 1) return this.settleAlone(held, ready[0] as CheckedItem, error);
      const half = ready.length >> 1;
      await this.settle(held, ready.slice(0, half));
      await this.settle(held, ready.slice(half));
    }
  }

  /** Decides what becomes of an item that fails alone. */
  private async settleAlone(held: Held, one: CheckedItem, error: unknown): Promise<void> {
    if (error instanceof FoldFirstError) return this.foldFirst(held, one, error);
    const { job_id, index, uid } = one.item;
    if (isPassing(error) && uid !== null) {
      held.aside.add(uid);
      held.faults.push(error);
      return;
    }
    if (isPassing(error)) throw error;
    this.logger.error({ err: error, job_id, index }, 'an item of a batch failed for an internal reason');
    const ended = await this.flush.mark(held.jobs, [{ job_id, index, error: INTERNAL }]);
    held.jobs = held.jobs.filter(({ id }) => !ended.has(id));
  }

  private async foldFirst(held: Held, one: CheckedItem, first: FoldFirstError): Promise<void> {
    try {
      await this.flush.fold(held.jobs, one, first);
    } catch (error) {
      if (isAway(error)) throw error;
      return this.settleAlone(held, one, error);
    }
    held.folds += 1;
    await this.settle(held, [one]);
    held.folds = 0;
  }
}

const isTimeout = (error: unknown) => error instanceof UnavailableError && sqlState(error.cause) === STATEMENT_TIMEOUT;

/** PostgreSQL cannot be reached: no item can be applied. */
const isAway = (error: unknown) => error instanceof UnavailableError && !isTimeout(error);

/** Another transaction is in the way. */
const isPassing = (error: unknown) => isTimeout(error) || isRetryable(error) || isLockTimeout(error);

/** Prefers a statement timeout, which counts as a try, to a lock. */
function worst(faults: unknown[]): unknown {
  const timeout = faults.find(isTimeout);
  if (timeout) return timeout;
  const unavailable = new UnavailableError();
  unavailable.cause = faults[0];
  return unavailable;
}
