import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { ListName } from './list-key.js';

/** What a list's number of subscribers gains or loses. */
export interface CounterDelta extends ListName {
  delta: number;
}

const SLOTS = 64;

// Locked in the order of the key, so that two processes that drew the same slot never wait for each other in a circle.
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
 * How many people a list has, without counting them: the sum of a few rows, of which each process moves its own.
 * With a single row, joins of one list would queue behind each other.
 */
@Injectable()
export class ListCounters {
  private readonly slot = randomInt(SLOTS);

  constructor(@Inject(Database) private readonly database: Database) {}

  /** Belongs inside the transaction that changes the memberships, behind its other locks. */
  async add(deltas: CounterDelta[]): Promise<void> {
    const rows = deltas
      .filter(({ delta }) => delta !== 0)
      .map(({ workspaceId, listId, delta }) => ({ workspace_id: workspaceId, list_id: listId, delta }));
    if (rows.length > 0) await this.database.execute(ADD, [JSON.stringify(rows), this.slot]);
  }

  /** One query for a whole page of lists. */
  async sums(workspaceId: number, listIds: string[]): Promise<Map<string, number>> {
    if (listIds.length === 0) return new Map();
    const rows = await this.database.query<{ list_id: string; subscribers: string }>(SUMS, [workspaceId, listIds]);
    return new Map(rows.map((row) => [row.list_id, Number(row.subscribers)]));
  }
}
