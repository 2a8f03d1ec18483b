import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@dundun/domain';
import { Database, type Position } from '@dundun/platform/database';
import { UserWrites, type Evidence, type UserCommand } from '@dundun/subscribers';
import { added, BulkClaims } from '../jobs/bulk-claims.repository.js';
import type { BulkRun, Counts, HeldBulkJob, Pace } from '../jobs/bulk-job.js';
import { MatchingPeople, type MatchFilter } from './matching-people.service.js';
import { BulkChanges } from './bulk-changes.repository.js';

const CHUNK = 500;
const PATIENCE = "SET LOCAL lock_timeout = '2s'";

interface Details {
  uids?: string[];
  except: string[];
  filter: MatchFilter;
  add: string[];
  remove: string[];
  evidence: Evidence;
}

/** People of one transaction, and where the next ones begin; null after the last. */
interface Chunk {
  uids: string[];
  next: string | null;
}

/** Adds many people to lists, or removes them. How far it is commits with the changes, and the changes with what they replaced. */
@Injectable()
export class ListChangesRun implements BulkRun {
  readonly kinds = ['memberships'] as const;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BulkClaims) private readonly claims: BulkClaims,
    @Inject(BulkChanges) private readonly changes: BulkChanges,
    @Inject(MatchingPeople) private readonly people: MatchingPeople,
    @Inject(UserWrites) private readonly writes: UserWrites,
  ) {}

  async run(job: HeldBulkJob, pace: Pace): Promise<void> {
    const details = job.details as unknown as Details;
    const except = new Set(details.except);
    for (let place: string | null = job.place ?? ''; place !== null;) {
      if (pace.isOver()) return this.claims.release(job);
      const chunk: Chunk = await this.chunk(job, details, place);
      await this.apply(job, details, { ...chunk, uids: chunk.uids.filter((uid) => !except.has(uid)) });
      place = chunk.next;
    }
    await this.claims.end(job, 'done');
  }

  private async chunk(
    { workspace_id: workspaceId }: HeldBulkJob,
    { uids, filter }: Details,
    place: string,
  ): Promise<Chunk> {
    if (uids) {
      const from = Number(place || 0);
      const next = from + CHUNK < uids.length ? String(from + CHUNK) : null;
      return { uids: [...new Set(uids)].slice(from, from + CHUNK), next };
    }
    const after = place === '' ? undefined : (JSON.parse(place) as Position);
    const page = await this.people.page(workspaceId, { limit: CHUNK, after }, filter);
    return { uids: page.rows.map(({ uid }) => uid), next: page.next ? JSON.stringify(page.next) : null };
  }

  private apply(job: HeldBulkJob, { add, remove, evidence }: Details, { uids, next }: Chunk): Promise<void> {
    const { workspace_id: workspaceId } = job;
    const commands = uids.map((uid): UserCommand => ({
      ...{ kind: 'user', workspaceId, named: uid, creates: false, fields: {}, accounts: [], leavesAccounts: [] },
      ...{ joins: add, joinAs: 'import', leaves: remove, evidence },
    }));
    return this.database.transaction(async () => {
      await this.database.execute(PATIENCE);
      await this.claims.ahead(job);
      const times = await this.changes.timesOf(workspaceId, remove, uids);
      const results = commands.length > 0 ? await this.writes.writeSequence(workspaceId, commands) : [];
      const known = results.flatMap((result) => (result instanceof Refusal ? [] : [result]));
      const changed = known.flatMap(({ personId, memberships }) =>
        memberships
          .filter(({ before, after }) => before !== after)
          .map(({ listId, before, after }) => ({
            ...{ person_id: personId, list_id: listId, before, after },
            ...times.get(`${personId} ${listId}`),
          })),
      );
      await this.changes.add(workspaceId, job.id, changed);
      const kept = known.flatMap(({ memberships }) => memberships).filter(({ before, after }) => before === 'unsubscribed' && after === before); // prettier-ignore
      const counts = changed
        .map(({ after }): Counts => ({ [NAMES[after]]: 1 }))
        .reduce(added, { kept_away: kept.length });
      const failed = results.length - known.length;
      await this.claims.step(job, { done: known.length, failed, counts, place: next ?? '' });
    });
  }
}

const NAMES = { subscribed: 'joined', pending: 'pending', unsubscribed: 'unsubscribed', none: 'removed' } as const;
