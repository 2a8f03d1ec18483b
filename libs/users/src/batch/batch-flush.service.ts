import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@dundun/domain';
import { Events } from '@dundun/events';
import type { FoldFirstError } from '@dundun/people';
import { Database } from '@dundun/platform/database';
import { fieldsOf, hintsOf } from '../api/user-fields.js';
import { UserJobClaims } from '../jobs/user-job-claims.repository.js';
import type { HeldJob } from '../jobs/user-job.js';
import { Users, type UserFields, type UserWritten } from '../api/users.service.js';
import { workOf, type ItemWork } from './batch-items.js';
import { BatchMarks, type ItemMark, type WaitingItem } from './batch-marks.repository.js';

/** Longer than group commits of the api hold a person; items whose person is locked for longer run later. */
const PATIENCE = "SET LOCAL lock_timeout = '200ms'";
const NOTHING: UserFields = {};

/** A waiting item and its work, or the refusal of an invalid item. */
export interface CheckedItem {
  item: WaitingItem;
  work: ItemWork | Refusal;
}

interface Step {
  item: WaitingItem;
  work: ItemWork;
  written: UserWritten | Refusal;
}

/**
 * Applies items of batches with one statement per table, however many items there are and whomever they name. The results are
 * stored in the same transaction, so an item is applied exactly once.
 */
@Injectable()
export class BatchFlush {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BatchMarks) private readonly marks: BatchMarks,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
    @Inject(Users) private readonly users: Users,
    @Inject(Events) private readonly events: Events,
  ) {}

  /**
   * Applies the items in order.
   * @returns the ids of the jobs that ended
   * @throws LostLeaseError, FoldFirstError; anything else when no item was applied
   */
  apply(jobs: HeldJob[], items: CheckedItem[], folds = true): Promise<Set<string>> {
    return this.database.transaction(async () => {
      await this.database.execute(PATIENCE);
      await this.claims.aheadTogether(jobs);
      return this.settle(jobs, [...refusalsOf(items), ...(await this.write(jobs, items, folds))]);
    });
  }

  /** Folds the person with a generated uid whom the item names. */
  async fold(jobs: HeldJob[], { item, work }: CheckedItem, first: FoldFirstError): Promise<void> {
    const [{ workspace_id: workspaceId }] = jobs as [HeldJob];
    if (!(work instanceof Refusal)) await this.users.fold(workspaceId, callOf(jobs, item, work), first);
  }

  /** Stores results that need no work. @returns the ids of the jobs that ended @throws LostLeaseError */
  mark(jobs: HeldJob[], marks: ItemMark[]): Promise<Set<string>> {
    return this.database.transaction(async () => {
      await this.claims.aheadTogether(jobs);
      return this.settle(jobs, marks);
    });
  }

  private async write(jobs: HeldJob[], items: CheckedItem[], folds: boolean): Promise<ItemMark[]> {
    const [{ workspace_id: workspaceId }] = jobs as [HeldJob];
    const works = items.filter(
      (each): each is { item: WaitingItem; work: ItemWork } => !(each.work instanceof Refusal),
    );
    // An event is a write without fields: it finds the person of the id or creates one, and locks the person.
    const writes = works.map(({ item, work }) => ({ uid: work.uid, ...callOf(jobs, item, work) }));
    const written = writes.length > 0 ? await this.users.writeSequence(workspaceId, writes, folds) : [];
    const steps = works.map((each, index) => ({ ...each, written: written[index] as UserWritten | Refusal }));
    await this.events.add(workspaceId, steps.flatMap(eventOf));
    return steps.map(markOf);
  }

  private async settle(jobs: HeldJob[], marks: ItemMark[]): Promise<Set<string>> {
    const [{ workspace_id: workspaceId }] = jobs as [HeldJob];
    const settled = new Set(await this.marks.keep(workspaceId, marks));
    for (const job of jobs) if (settled.has(job.id)) await this.claims.end(job, 'done', null);
    return settled;
  }
}

function callOf(jobs: HeldJob[], { job_id }: WaitingItem, work: ItemWork) {
  const evidence = jobs.find(({ id }) => id === job_id)?.details.evidence ?? { method: 'api' as const };
  return { fields: work.kind === 'write' ? fieldsOf(work.body) : NOTHING, evidence };
}

const refusalsOf = (items: CheckedItem[]): ItemMark[] =>
  items.flatMap(({ item: { job_id, index }, work }) =>
    work instanceof Refusal ? [{ job_id, index, error: work.message }] : [],
  );

const eventOf = ({ work, written }: Step) =>
  work.kind === 'track' && !(written instanceof Refusal) ? [{ personId: written.personId, body: work.body }] : [];

function markOf({ item: { job_id, index }, work, written }: Step): ItemMark {
  if (written instanceof Refusal) return { job_id, index, error: written.message };
  const hints = work.kind === 'write' ? hintsOf(work.body) : [];
  return { job_id, index, error: null, notices: [...hints, ...work.notices, ...written.notices] };
}

/** Checks an item like a single call. */
export function checked(item: WaitingItem): CheckedItem {
  try {
    return { item, work: workOf(item.body) };
  } catch (error) {
    if (error instanceof Refusal) return { item, work: error };
    throw error;
  }
}
