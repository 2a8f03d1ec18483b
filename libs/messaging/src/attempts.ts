import { Inject, Injectable } from '@nestjs/common';
import { Database, GroupCommit, Replayed } from '@dundun/platform/database';
import { LEASE } from './lane-claims.js';
import type { ClaimedMessage } from './message.js';
import { suppressionKey } from './suppression-key.js';

interface Start {
  message: ClaimedMessage;
  provider: string;
  integrationId: string | null;
}

/**
 * What became of the wish to start: another worker has the message, or these of its addresses are suppressed.
 * `leasedAt` is when the lease that came with the start began, by `performance.now()`.
 */
export type Started =
  | { kind: 'lost' }
  | { kind: 'started'; number: number; suppressed: string[]; leasedAt: number }
  | { kind: 'suppressed'; suppressed: string[] };

const SUPPRESSED = {
  name: 'attempts-suppressed',
  text: `
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS wanted(workspace_id int, id uuid, list_id uuid, address text, key text)
    )
    SELECT w.id, w.address FROM wanted w JOIN suppressions s ON s.workspace_id = w.workspace_id AND s.address = w.key
    UNION
    SELECT w.id, w.address FROM wanted w
    JOIN list_suppressions s ON s.workspace_id = w.workspace_id AND s.list_id = w.list_id AND s.address = w.key`,
};

/** Rows are locked in the order of their key, as everybody does who locks several: others would wait for each other. */
const START = {
  name: 'attempts-start',
  text: `
    WITH wanted AS MATERIALIZED (
      SELECT m.workspace_id, m.id, wanted.provider, wanted.integration_id
      FROM jsonb_to_recordset($1::jsonb) AS wanted(workspace_id int, id uuid, claim int, provider text, integration_id uuid)
      JOIN messages m ON m.workspace_id = wanted.workspace_id AND m.id = wanted.id AND m.claim = wanted.claim
      WHERE m.due_at IS NOT NULL ORDER BY 1, 2 FOR UPDATE OF m
    ),
    started AS (
      UPDATE messages m SET status = 'sending', attempts = m.attempts + 1, due_at = now() + ${LEASE}
      FROM wanted WHERE m.workspace_id = wanted.workspace_id AND m.id = wanted.id
      RETURNING m.workspace_id, m.id, m.attempts, wanted.provider, wanted.integration_id
    )
    INSERT INTO attempts (workspace_id, message_id, number, provider, integration_id)
    SELECT workspace_id, id, attempts, provider, integration_id FROM started
    RETURNING message_id, number`,
};

/**
 * Marks the start of network calls. The row is committed before the first byte leaves, under the claim's fencing
 * token, and the suppression lists are read in the same transaction.
 */
@Injectable()
export class Attempts {
  private readonly starts: GroupCommit<Start, Started>;

  constructor(@Inject(Database) private readonly database: Database) {
    this.starts = new GroupCommit(database, {
      name: 'attempts',
      flush: (batch) => this.flush(batch),
      answer: () => ({ body: null }),
    });
  }

  async start(message: ClaimedMessage, provider: string, integrationId: string | null): Promise<Started> {
    const started = await this.starts.submit({ message, provider, integrationId });
    if (started instanceof Replayed) throw new Error('an attempt has no idempotency key');
    return started;
  }

  private async flush(batch: Start[]): Promise<Started[]> {
    const leasedAt = performance.now();
    const suppressed = await this.suppressed(batch);
    const open = (message: ClaimedMessage) =>
      message.recipients.filter(
        ({ status, address }) => status === 'queued' && !suppressed.get(message.id)?.includes(address),
      );
    const able = batch.filter(({ message }) => open(message).length > 0);
    const numbers = await this.insert(able);
    return batch.map(({ message }): Started => {
      const without = suppressed.get(message.id) ?? [];
      if (open(message).length === 0) return { kind: 'suppressed', suppressed: without };
      const number = numbers.get(message.id);
      return number === undefined ? { kind: 'lost' } : { kind: 'started', number, suppressed: without, leasedAt };
    });
  }

  private async suppressed(batch: Start[]): Promise<Map<string, string[]>> {
    const wanted = batch.flatMap(({ message: { workspace_id, id, list_id, recipients } }) =>
      recipients
        .filter(({ status }) => status === 'queued')
        .map(({ address }) => ({ workspace_id, id, list_id, address, key: suppressionKey(address) })),
    );
    const rows = await this.database.query<{ id: string; address: string }>(SUPPRESSED, [JSON.stringify(wanted)]);
    const found = new Map<string, string[]>();
    for (const { id, address } of rows) found.set(id, [...(found.get(id) ?? []), address]);
    return found;
  }

  private async insert(able: Start[]): Promise<Map<string, number>> {
    if (able.length === 0) return new Map();
    const wanted = able.map(({ message: { workspace_id, id, claim }, provider, integrationId }) => ({
      workspace_id,
      id,
      claim,
      provider,
      integration_id: integrationId,
    }));
    const rows = await this.database.query<{ message_id: string; number: number }>(START, [JSON.stringify(wanted)]);
    return new Map(rows.map((row) => [row.message_id, row.number]));
  }
}
