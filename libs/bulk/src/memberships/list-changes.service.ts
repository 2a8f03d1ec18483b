import { Inject, Injectable } from '@nestjs/common';
import type { ChangeListsBody } from '@dundun/contracts';
import { InvalidInputError, JobNotUndoableError, ListArchivedError } from '@dundun/domain';
import { Lists } from '@dundun/lists';
import { Database } from '@dundun/platform/database';
import type { Origin } from '@dundun/platform/http';
import { BulkJobs } from '../jobs/bulk-jobs.repository.js';
import type { BulkJobRow } from '../jobs/bulk-job.js';
import { BulkChanges } from './bulk-changes.repository.js';
import { PeopleMatching } from './people-matching.repository.js';

/** Queues changes of many people's lists, and their undoing. */
@Injectable()
export class ListChanges {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BulkJobs) private readonly jobs: BulkJobs,
    @Inject(BulkChanges) private readonly changes: BulkChanges,
    @Inject(PeopleMatching) private readonly people: PeopleMatching,
    @Inject(Lists) private readonly lists: Lists,
  ) {}

  /** @throws InvalidInputError, UnknownListError, ListArchivedError */
  async queue(workspaceId: number, body: ChangeListsBody, origin: Origin): Promise<BulkJobRow> {
    const { uids, except = [], search, list, status, match, add = [], remove = [], consent } = body;
    if (add.length > 0 && consent === undefined)
      throw new InvalidInputError([{ field: 'consent', message: 'must say how these people agreed, because they join lists' }]); // prettier-ignore
    const added = await Promise.all(add.map((id) => this.lists.find(workspaceId, id)));
    if (added.some(({ archivedAt }) => archivedAt)) throw new ListArchivedError();
    const removed = await Promise.all(remove.map((id) => this.lists.find(workspaceId, id)));
    const from = list === undefined ? undefined : await this.lists.find(workspaceId, list);
    const filter = { search, list: from && { id: from.id, status }, match };
    const total = uids ? uids.length : await this.people.count(workspaceId, filter);
    const { requestId, ip, userAgent } = origin;
    return this.jobs.add({
      workspaceId,
      kind: 'memberships',
      total: total === null ? null : Math.max(0, total - except.length),
      details: JSON.parse(
        JSON.stringify({
          ...{ uids, except, filter, consent },
          add: added.map(({ id }) => id),
          remove: removed.map(({ id }) => id),
          evidence: { method: 'console', requestId, ip, userAgent, textShown: consent },
        }),
      ),
      requestId,
    });
  }

  /** Queues the undoing of an ended job, once. @throws UnknownJobError, JobNotUndoableError */
  async undo(workspaceId: number, id: string, { requestId, ip, userAgent }: Origin): Promise<BulkJobRow> {
    const job = await this.jobs.get(workspaceId, id);
    if (job.kind !== 'memberships') throw new JobNotUndoableError('Only a change of lists can be undone.');
    if (job.ended_at === null) throw new JobNotUndoableError('The change is still running. Undo it when it has ended.');
    return this.database.transaction(async () => {
      if (!(await this.jobs.markUndone(workspaceId, id)))
        throw new JobNotUndoableError('The change was undone before.');
      const total = await this.changes.count(workspaceId, id);
      const evidence = JSON.parse(JSON.stringify({ method: 'console', requestId, ip, userAgent }));
      return this.jobs.add({ workspaceId, kind: 'memberships_undo', total, details: { of: id, evidence }, requestId });
    });
  }
}
