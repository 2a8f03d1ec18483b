import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { exportedRows } from './exported-rows.repository.js';
import { mergedMeta, type Attributes } from './merged-meta.js';
import { PersonContributions } from './person-contributions.service.js';
import { PersonKeys } from './person-keys.repository.js';
import * as sql from './person-own-rows.statements.js';
import {
  PersonRows,
  type ExportedRows,
  type HeldPerson,
  type PersonErasure,
  type PersonMerge,
  type PersonToExport,
  type RowsToErase,
  type RowsToMove,
} from './person-rows.js';
import { Person } from './person.entity.js';

/** The person: the row, keys, former uids, and the accounts the person is a member of. */
@Injectable()
export class PersonOwnRows extends PersonRows {
  readonly name = 'person';
  override readonly stage = 'person';
  readonly columns = [
    'people.id',
    'people.uid',
    'people.email',
    'people.number',
    'people.first_name',
    'people.last_name',
    'people.devices',
    'people.meta',
    'person_keys.person_id',
    'person_keys.value',
    'shared_keys.person_id',
    'shared_keys.value',
    'merged_uids.uid',
    'merged_uids.person_id',
    'account_members.account_id',
    'account_members.person_id',
  ];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
    @Inject(PersonKeys) private readonly keys: PersonKeys,
  ) {
    super(contributions);
  }

  override async isBlank(workspaceId: number, { id, email, number }: HeldPerson): Promise<boolean> {
    if (email !== null || number !== null) return false;
    return (await this.database.query(sql.HAS_ACCOUNTS, [workspaceId, id])).length === 0;
  }

  override async merge({ workspaceId, from, to }: PersonMerge): Promise<void> {
    await this.database.execute(sql.FORWARD, [workspaceId, from.uid, to.id]);
    const meta = await this.mergedMeta(workspaceId, from, to);
    await this.database.execute(sql.MERGE_ROWS, [workspaceId, from.id, to.id, JSON.stringify(meta)]);
    await this.database.execute(sql.DELETE_PERSON, [workspaceId, from.id]);
    const heir = await this.database.repository(Person).findOneByOrFail({ workspaceId, id: to.id });
    await this.keys.release(workspaceId, from.id, heir);
    await this.database.execute(sql.MOVE_UIDS, [workspaceId, from.id, to.id]);
    await this.database.execute(sql.MOVE_ACCOUNTS, [workspaceId, from.id, to.id]);
  }

  override async moveChunk({ workspaceId, from, to }: RowsToMove): Promise<number> {
    const [moved] = await this.database.query<{ count: number }>(sql.MOVE_MEMBERS, [workspaceId, from, to]);
    return moved?.count ?? 0;
  }

  override async erase({ workspaceId, person: { id } }: PersonErasure): Promise<void> {
    await this.keys.release(workspaceId, id);
    for (const statement of [sql.LEAVE_ACCOUNTS, sql.FORGET_UIDS, sql.DELETE_PERSON])
      await this.database.execute(statement, [workspaceId, id]);
  }

  override eraseChunk({ workspaceId, personId }: RowsToErase): Promise<number> {
    return this.database.execute(sql.ERASE_MEMBERS, [workspaceId, personId]);
  }

  async *export({ workspaceId, personId }: PersonToExport): AsyncGenerator<ExportedRows> {
    const values = [workspaceId, personId];
    yield* exportedRows(this.database, {
      table: 'people',
      columns: `id, uid, first_name, last_name, email, number, tz, is_account, devices, meta, tracking_refused_at, marketing_paused_until, archived_at, created_at, updated_at`,
      where: 'workspace_id = $1 AND id = $2',
      values,
      key: { id: 'id' },
    });
    yield* exportedRows(this.database, {
      table: 'merged_uids',
      columns: 'uid, merged_at, is_rename',
      where: 'workspace_id = $1 AND person_id = $2',
      values,
      key: { uid: 'uid' },
    });
    yield* exportedRows(this.database, {
      table: 'account_members',
      from: `account_members a JOIN people account ON account.workspace_id = a.workspace_id AND account.id = a.account_id`,
      columns: 'account.id, account.uid AS account, a.role, a.joined_at',
      where: 'a.workspace_id = $1 AND a.person_id = $2',
      values,
      key: { 'account.id': 'id' },
    });
  }

  private async mergedMeta(workspaceId: number, from: HeldPerson, to: HeldPerson): Promise<Attributes> {
    const rows = await this.database.query<{ id: string; meta: Attributes }>(sql.METAS, [
      workspaceId,
      [from.id, to.id],
    ]);
    const metaOf = (person: HeldPerson) => rows.find(({ id }) => id === person.id)?.meta ?? {};
    return mergedMeta(metaOf(from), metaOf(to));
  }
}
