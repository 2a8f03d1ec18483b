import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { suppressionKey } from './suppression-key.js';

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

/** Who unsubscribed from a list; delivery reads it with every attempt of a message that belongs to the list. */
@Injectable()
export class ListSuppressions {
  constructor(@Inject(Database) private readonly database: Database) {}

  async add(all: ListSuppression[]): Promise<void> {
    if (all.length === 0) return;
    const text = `INSERT INTO list_suppressions (workspace_id, list_id, address) SELECT DISTINCT workspace_id, list_id, address FROM ${RECORDS} ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`;
    await this.database.execute({ name: 'list-suppressions-add', text }, [rowsOf(all)]);
  }

  async remove(all: ListSuppression[]): Promise<void> {
    if (all.length === 0) return;
    const text = `DELETE FROM list_suppressions s USING ${RECORDS} WHERE s.workspace_id = given.workspace_id AND s.list_id = given.list_id AND s.address = given.address`;
    await this.database.execute({ name: 'list-suppressions-remove', text }, [rowsOf(all)]);
  }
}
