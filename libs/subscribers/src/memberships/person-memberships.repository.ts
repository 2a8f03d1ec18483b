import { Inject, Injectable } from '@nestjs/common';
import { counted, type MembershipStatus } from '@dundun/domain';
import { ListCounters } from '@dundun/lists';
import { ListSuppressions } from '@dundun/messaging';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type HeldPerson,
  type PersonErasure,
  type PersonMerge,
  type PersonToExport,
} from '@dundun/people';
import { Database, newId } from '@dundun/platform/database';
import { mergedState, type ListStates } from './merged-state.js';
import * as sql from './person-memberships.statements.js';

/** The lists a person is on. */
@Injectable()
export class PersonMemberships extends PersonRows {
  readonly name = 'memberships';
  override readonly stage = 'lists';
  readonly columns = ['memberships.person_id'];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
    @Inject(ListCounters) private readonly counters: ListCounters,
    @Inject(ListSuppressions) private readonly suppressions: ListSuppressions,
  ) {
    super(contributions);
  }

  override async isBlank(workspaceId: number, { id }: HeldPerson): Promise<boolean> {
    return (await this.database.query(sql.IS_ON_A_LIST, [workspaceId, id])).length === 0;
  }

  /** The suppressions come last, behind the counters: deliveries wait from there to the commit. */
  override async merge({ workspaceId, from, to, requestId }: PersonMerge): Promise<void> {
    const rows = await this.database.query<ListStates>(sql.STATUSES, [workspaceId, from.id, to.id]);
    const merged = rows.map((row) => ({ ...row, ...mergedState(row, from, to) }));
    const isMove = ({ destination }: ListStates) => destination.status === 'none';
    const moved = merged.filter(isMove).map(({ list_id }) => list_id);
    await this.database.execute(sql.MOVE, [workspaceId, from.id, to.id, moved]);
    const kept = merged.map(({ list_id, next, consents, left }) => ({
      ...{ list_id, status: next, email_consent: consents.email, sms_consent: consents.sms, has_left: left.length > 0 },
    }));
    await this.database.execute(sql.KEEP, [workspaceId, to.id, JSON.stringify(kept)]);
    // A list that only the source was on is in the ledger already; these are lists that the destination was on and now leaves.
    const noted = merged
      .filter((row) => !isMove(row) && row.left.length > 0)
      .map(({ list_id, left: channels }) => ({ id: newId(), list_id, channels, request_id: requestId }));
    await this.database.execute(sql.NOTE_LEFT, [workspaceId, to.id, JSON.stringify(noted)]);
    await this.database.execute(sql.DROP, [workspaceId, from.id]);
    await this.counters.add(merged.map(({ list_id: listId, delta }) => ({ workspaceId, listId, delta })));
    const suppressed = await this.database.query<{ list_id: string; address: string }>(sql.ADDRESSES_LEFT, [
      workspaceId,
      to.id,
    ]);
    await this.suppressions.add(suppressed.map(({ list_id: listId, address }) => ({ workspaceId, listId, address })));
  }

  override async erase({ workspaceId, person }: PersonErasure): Promise<void> {
    const gone = await this.database.query<{ list_id: string; status: MembershipStatus }>(sql.FORGET, [
      workspaceId,
      person.id,
    ]);
    await this.counters.add(
      gone.map(({ list_id: listId, status }) => ({ workspaceId, listId, delta: counted(status) ? -1 : 0 })),
    );
  }

  async *export({ workspaceId, personId }: PersonToExport): AsyncGenerator<ExportedRows> {
    yield* exportedRows(this.database, {
      table: 'memberships',
      from: 'memberships m JOIN lists l ON l.workspace_id = m.workspace_id AND l.id = m.list_id',
      columns:
        'm.list_id, l.title, m.status, m.email_consent, m.sms_consent, m.joined_at, m.confirmed_at, m.changed_at',
      where: 'm.workspace_id = $1 AND m.person_id = $2',
      values: [workspaceId, personId],
      key: { 'm.list_id': 'list_id' },
    });
  }
}
