import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { ListName } from './list-key.js';

/** A change of a list's subscriber count. */
export interface CounterDelta extends ListName {
  delta: number;
}

const SLOTS = 64;

// Locks in key order, so that two processes with the same slot do not deadlock.
const ADD = {
  name: 'list-counters-add',
  text: `
    INSERT INTO list_counters AS counter (workspace_id, list_id, slot, subscribers)
    SELECT workspace_id, list_id, $2, sum(delta)
    FROM jsonb_to_recordset($1::jsonb) AS gained(workspace_id int, list_id uuid, delta bigint)
    GROUP BY workspace_id, list_id HAVING sum(delta) <> 0 ORDER BY workspace_id, list_id
    ON CONFLICT (workspace_id, list_id, slot) DO UPDATE SET subscribers = counter.subscribers + excluded.subscribers`,
};

const SUMS = {
  name: 'list-counters-sums',
  text: `
    SELECT list_id, sum(subscribers) AS subscribers FROM list_counters
    WHERE workspace_id = $1 AND list_id = ANY($2::uuid[]) GROUP BY list_id`,
};

/**
 * Keeps the number of subscribers of a list as the sum of a few rows, so that it is never counted by a scan. Each process
 * updates its own row: with a single row, joins of one list would queue behind each other.
 */
@Injectable()
export class ListCounters {
  private readonly slot = randomInt(SLOTS);

  constructor(@Inject(Database) private readonly database: Database) {}

  /** Applies changes. Call it in the transaction that changes the memberships, after its other locks. @param isAlways even without changes */
  async add(deltas: CounterDelta[], isAlways = false): Promise<void> {
    const rows = deltas
      .filter(({ delta }) => delta !== 0)
      .map(({ workspaceId, listId, delta }) => ({ workspace_id: workspaceId, list_id: listId, delta }));
    if (rows.length > 0 || isAlways) await this.database.execute(ADD, [JSON.stringify(rows), this.slot]);
  }

  /** Returns the counts of a page of lists with one query. */
  async sums(workspaceId: number, listIds: string[]): Promise<Map<string, number>> {
    if (listIds.length === 0) return new Map();
    const rows = await this.database.query<{ list_id: string; subscribers: string }>(SUMS, [workspaceId, listIds]);
    return new Map(rows.map((row) => [row.list_id, Number(row.subscribers)]));
  }
}
