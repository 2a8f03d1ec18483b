import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { suppressionKey } from '../message/suppression-key.js';

/** An address that unsubscribed from a list. */
export interface ListSuppression {
  workspaceId: number;
  listId: string;
  address: string;
}

const rowsOf = (all: ListSuppression[]) =>
  JSON.stringify(
    all.map(({ workspaceId, listId, address }) => ({
      workspace_id: workspaceId,
      list_id: listId,
      address: suppressionKey(address),
    })),
  );
const RECORDS = `jsonb_to_recordset($1::jsonb) AS given(workspace_id int, list_id uuid, address text)`;

/**
 * Takes the advisory-lock buckets of the addresses until the commit. The start of an attempt holds the same buckets in
 * shared mode (`readers_who_left`) until its own commit, so of a start and an unsubscribe one is always first.
 */
const CLOSE_DOORS = {
  name: 'list-suppressions-doors',
  text: `
    SELECT close_list_door(door) FROM (
      SELECT DISTINCT list_door(list_id, address) AS door FROM ${RECORDS} ORDER BY 1 OFFSET 0) AS doors`,
};
const ADD = {
  name: 'list-suppressions-add',
  text: `INSERT INTO list_suppressions (workspace_id, list_id, address) SELECT DISTINCT workspace_id, list_id, address FROM ${RECORDS} ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
};

/** Keeps who unsubscribed from which list. Every attempt of a list's message reads it. */
@Injectable()
export class ListSuppressions {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Adds addresses; no attempt for them starts after the commit. Call it last in a transaction, because hand-overs wait for
   * its end.
   * @returns how many are new
   */
  async add(all: ListSuppression[]): Promise<number> {
    if (all.length === 0) return 0;
    return this.database.transaction(async () => {
      await this.database.execute(CLOSE_DOORS, [rowsOf(all)]);
      return this.database.execute(ADD, [rowsOf(all)]);
    });
  }

  /** Returns which of these addresses left the list, as suppression keys. */
  async of(workspaceId: number, listId: string, addresses: string[]): Promise<Set<string>> {
    if (addresses.length === 0) return new Set();
    const rows = await this.database.query<{ address: string }>(
      'SELECT address FROM list_suppressions WHERE workspace_id = $1 AND list_id = $2 AND address = ANY ($3)',
      [workspaceId, listId, addresses.map(suppressionKey)],
    );
    return new Set(rows.map(({ address }) => address));
  }

  /** @returns how many were removed */
  async remove(all: ListSuppression[]): Promise<number> {
    if (all.length === 0) return 0;
    const text = `DELETE FROM list_suppressions s USING ${RECORDS} WHERE s.workspace_id = given.workspace_id AND s.list_id = given.list_id AND s.address = given.address`;
    return this.database.execute({ name: 'list-suppressions-remove', text }, [rowsOf(all)]);
  }
}
