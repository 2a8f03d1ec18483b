import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { suppressionKey } from '../message/suppression-key.js';

/** An address that a list must not write to. */
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
 * Who starts an attempt of a list's mail holds the doors of its addresses open (`has_left_list`) until that is committed;
 * who leaves a list waits here until they are free, and holds them until the commit. So one of the two is first.
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

/** Who unsubscribed from a list; delivery reads it with every attempt of a message that belongs to the list. */
@Injectable()
export class ListSuppressions {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * No attempt for these starts once this is committed. It should be the last thing in a transaction: deliveries wait
   * for its end. @returns how many were not there before
   */
  async add(all: ListSuppression[]): Promise<number> {
    if (all.length === 0) return 0;
    return this.database.transaction(async () => {
      await this.database.execute(CLOSE_DOORS, [rowsOf(all)]);
      return this.database.execute(ADD, [rowsOf(all)]);
    });
  }

  /** Who of these has left the list, by their keys. */
  async of(workspaceId: number, listId: string, addresses: string[]): Promise<Set<string>> {
    if (addresses.length === 0) return new Set();
    const rows = await this.database.query<{ address: string }>(
      'SELECT address FROM list_suppressions WHERE workspace_id = $1 AND list_id = $2 AND address = ANY ($3)',
      [workspaceId, listId, addresses.map(suppressionKey)],
    );
    return new Set(rows.map(({ address }) => address));
  }

  /** @returns how many there were */
  async remove(all: ListSuppression[]): Promise<number> {
    if (all.length === 0) return 0;
    const text = `DELETE FROM list_suppressions s USING ${RECORDS} WHERE s.workspace_id = given.workspace_id AND s.list_id = given.list_id AND s.address = given.address`;
    return this.database.execute({ name: 'list-suppressions-remove', text }, [rowsOf(all)]);
  }
}
