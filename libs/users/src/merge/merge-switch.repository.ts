import { Inject, Injectable } from '@nestjs/common';
import type { MembershipState } from '@dundun/domain';
import { ListSuppressions } from '@dundun/messaging';
import { Person, PersonIds, PersonKeys } from '@dundun/people';
import { Database, newId } from '@dundun/platform/database';
import { mergedMeta, type Attributes } from './merge-meta.js';
import { mergedStanding } from './merged-status.js';
import * as sql from './merge.statements.js';
import { addressesOf, PersonRemoval, type HeldPerson } from '../jobs/person-removal.repository.js';
import type { HeldJob } from '../jobs/user-job.js';
import { UserJobClaims } from '../jobs/user-job-claims.repository.js';

/** `moved` when one of the two is not there any more. */
type Outcome = 'taken' | 'not_allowed' | 'moved';

interface Standings extends Record<string, unknown> {
  listId: string;
  source: MembershipState;
  destination: MembershipState;
}

/** Puts one person in the place of another, in one transaction. */
@Injectable()
export class MergeSwitch {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(PersonRemoval) private readonly removal: PersonRemoval,
    @Inject(PersonKeys) private readonly keys: PersonKeys,
    @Inject(PersonIds) private readonly ids: PersonIds,
    @Inject(ListSuppressions) private readonly suppressions: ListSuppressions,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
  ) {}

  /** @throws LostLeaseError */
  take(job: HeldJob, from: string, to: string): Promise<Outcome> {
    const { workspace_id: workspaceId } = job;
    return this.removal.holding(workspaceId, [from, to], async (people) => {
      const [source, destination] = [from, to].map((id) => people.find((person) => person.id === id));
      if (!source || !destination) return 'moved';
      const memberships = await this.database.query<Standings>(sql.STANDINGS, [workspaceId, from, to]);
      if (job.details.level !== 'full' && !(await this.isBlank(workspaceId, source, memberships))) return 'not_allowed';
      await this.database.execute(sql.FORWARD, [workspaceId, source.uid, to]);
      await this.mergeRows(workspaceId, source, destination);
      await this.database.execute(sql.ALLOW_CHANGES_OF_CONSENTS);
      for (const statement of sql.FOLLOW) await this.database.execute(statement, [workspaceId, from, to]);
      await this.claims.ahead(job);
      await this.database.execute(sql.NOTE_IN_JOB, [workspaceId, job.id, from, to, addressesOf(source)]);
      await this.mergeMemberships(job, from, to, memberships);
      this.database.afterCommit(() => {
        for (const uid of [source.uid, job.details.source ?? '']) this.ids.forget(workspaceId, uid);
      });
      return 'taken';
    });
  }

  private async mergeRows(workspaceId: number, source: HeldPerson, destination: HeldPerson): Promise<void> {
    const metas = await this.database.query<{ id: string; meta: Attributes }>(sql.METAS, [
      workspaceId,
      [source.id, destination.id],
    ]);
    const metaOf = ({ id }: HeldPerson) => metas.find((row) => row.id === id)?.meta ?? {};
    const meta = mergedMeta(metaOf(source), metaOf(destination));
    await this.database.execute(sql.MERGE_ROWS, [workspaceId, source.id, destination.id, JSON.stringify(meta)]);
    await this.database.execute(sql.DELETE_PERSON, [workspaceId, source.id]);
    const heir = await this.database.repository(Person).findOneByOrFail({ workspaceId, id: destination.id });
    await this.keys.release(workspaceId, source.id, heir);
  }

  /** The suppressions come last, behind the counters: deliveries wait from there to the commit. */
  private async mergeMemberships(job: HeldJob, from: string, to: string, all: Standings[]): Promise<void> {
    const { workspace_id: workspaceId, request_id } = job;
    const merged = all.map(({ listId, source, destination }) => ({
      listId,
      source,
      destination,
      ...mergedStanding(source, destination),
    }));
    const isMove = ({ destination }: Standings) => destination === 'none';
    const lists = (rows: Standings[]) => rows.map(({ listId }) => listId);
    await this.database.execute(sql.MOVE_MEMBERSHIPS, [workspaceId, from, to, lists(merged.filter(isMove))]);
    const left = merged.filter(({ next, destination }) => next === 'unsubscribed' && destination !== next);
    await this.database.execute(sql.LEAVE, [workspaceId, to, lists(left)]);
    // What only the source was on is in the ledger already; here the destination leaves a list that it was on itself.
    const noted = left.filter((row) => !isMove(row)).map((row) => ({ id: newId(), list_id: row.listId, request_id }));
    await this.database.execute(sql.NOTE_LEFT, [workspaceId, to, JSON.stringify(noted)]);
    await this.database.execute(sql.DROP_MEMBERSHIPS, [workspaceId, from]);
    await this.removal.count(workspaceId, merged);
    const suppressed = await this.database.query<{ listId: string; address: string }>(sql.ADDRESSES_LEFT, [
      workspaceId,
      to,
    ]);
    await this.suppressions.add(suppressed.map((row) => ({ workspaceId, ...row })));
  }

  /** Nobody can be told by it, and nothing is behind it that somebody else could take. */
  private async isBlank(workspaceId: number, source: HeldPerson, memberships: Standings[]): Promise<boolean> {
    if (source.email !== null || source.number !== null) return false;
    if (memberships.some((row) => row.source !== 'none')) return false;
    return (await this.database.query(sql.HAS_ACCOUNTS, [workspaceId, source.id])).length === 0;
  }
}
