import { Inject, Injectable } from '@nestjs/common';
import { Database, isRowFault } from '@dundun/platform/database';
import type { SourceName } from '../intake/source-hooks.service.js';
import type { DueEvent, EventResult, Holding } from './due-event.js';
import type { WaitingSource } from './source-round-robin.js';
import { storable } from '../adapters/storable-text.js';

/** A killed worker's sources pass to another after this long. */
export const LEASE_MS = 6_000;
const LEASE = `interval '${LEASE_MS} milliseconds'`;

/** A source that this worker alone works on, as long as nobody has claimed it since. */
export interface HeldSource extends SourceName {
  claim: number;
}

/** Distinct sources by skipping through the index, then those of them that nobody holds and that have a row that is due. */
const WITH_WORK = {
  name: 'sources-with-work',
  text: `
    WITH RECURSIVE found AS (
      (SELECT workspace_id, source_id FROM source_events WHERE due_at IS NOT NULL ORDER BY workspace_id, source_id LIMIT 1)
      UNION ALL
      SELECT next.workspace_id, next.source_id FROM found, LATERAL (
        SELECT workspace_id, source_id FROM source_events e
        WHERE e.due_at IS NOT NULL AND (e.workspace_id, e.source_id) > (found.workspace_id, found.source_id)
        ORDER BY workspace_id, source_id LIMIT 1) next
    )
    SELECT found.workspace_id, found.source_id, s.kind FROM found
    JOIN sources s ON s.workspace_id = found.workspace_id AND s.id = found.source_id
    WHERE s.leased_until < now() AND EXISTS (
      SELECT FROM source_events e
      WHERE e.workspace_id = found.workspace_id AND e.source_id = found.source_id AND e.due_at <= now())`,
};

const LEASE_IT = `
  UPDATE sources SET claim = claim + 1, leased_until = now() + ${LEASE}
  WHERE workspace_id = $1 AND id = $2 AND leased_until < now() RETURNING claim`;

const EXTEND = `
  UPDATE sources SET leased_until = now() + ${LEASE} WHERE workspace_id = $1 AND id = $2 AND claim = $3`;

const RELEASE = `
  UPDATE sources SET leased_until = '-infinity' WHERE workspace_id = $1 AND id = $2 AND claim = $3`;

/** A worker holds what it claims in memory, so a batch ends behind the event with which it gets this large. */
const BATCH_BYTES = 8_000_000;

const DUE = {
  name: 'source-events-due',
  text: `
    WITH due AS MATERIALIZED (
      SELECT event_id, id, payload, level, attempts, request_id, pg_column_size(payload) AS bytes,
             extract(epoch FROM now() - received_at)::float8 * 1000 AS age
      FROM source_events
      WHERE workspace_id = $1 AND source_id = $2 AND due_at <= now() ORDER BY due_at, id LIMIT $3
    ),
    measured AS (SELECT *, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM due)
    SELECT event_id, id, payload, level, attempts, request_id, age FROM measured
    WHERE before < ${BATCH_BYTES} ORDER BY id`,
};

const HOLDING = `
  SELECT holds, extract(epoch FROM max(due_at))::float8 * 1000 AS until, min(id::text) AS first
  FROM source_events
  WHERE workspace_id = $1 AND source_id = $2 AND holds IS NOT NULL AND event_id <> ALL ($3) GROUP BY holds`;

/** Only under the claim that the worker still has, which nobody can take meanwhile; what has ended stays as it ended. */
const SETTLE = `
  WITH held AS MATERIALIZED (
    SELECT FROM sources WHERE workspace_id = $1 AND id = $2 AND claim = $3 FOR SHARE
  )
  UPDATE source_events e SET
    state = o.state, due_at = to_timestamp(o.due_at / 1000.0), attempts = o.attempts, holds = o.holds, reason = o.reason,
    notices = o.notices, event = o.event, uid = o.uid, ended_at = CASE WHEN o.state <> 'received' THEN now() END
  FROM held, jsonb_to_recordset($4::jsonb) AS o(
    event_id text, state text, due_at float8, attempts smallint, holds text, reason text, notices text[], event text, uid text)
  WHERE e.workspace_id = $1 AND e.source_id = $2 AND e.event_id = o.event_id AND e.state = 'received'`;

interface SourceRow extends Record<string, unknown> {
  workspace_id: number;
  source_id: string;
  kind: string;
}

const rowOf = ({ eventId, dueAt, notices = [], ...rest }: EventResult) => ({
  event_id: eventId,
  due_at: dueAt,
  notices,
  ...rest,
});

const UNSTORABLE = 'what became of it cannot be stored';

/** Leases on sources, and the rows of whoever holds one. */
@Injectable()
export class SourceClaims {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Those that have something due and that nobody holds. */
  async withWork(): Promise<WaitingSource[]> {
    const rows = await this.database.query<SourceRow>(WITH_WORK);
    return rows.map(({ workspace_id, source_id, kind }) => ({ workspaceId: workspace_id, sourceId: source_id, kind }));
  }

  /** Undefined when another worker was quicker. */
  async lease({ workspaceId, sourceId }: SourceName): Promise<HeldSource | undefined> {
    const [row] = await this.database.query<{ claim: number }>(LEASE_IT, [workspaceId, sourceId]);
    return row && { workspaceId, sourceId, claim: row.claim };
  }

  /** @returns false when the source is no longer ours */
  async extend({ workspaceId, sourceId, claim }: HeldSource): Promise<boolean> {
    return (await this.database.execute(EXTEND, [workspaceId, sourceId, claim])) > 0;
  }

  async release({ workspaceId, sourceId, claim }: HeldSource): Promise<void> {
    await this.database.execute(RELEASE, [workspaceId, sourceId, claim]);
  }

  /** In the order in which they came. */
  due({ workspaceId, sourceId }: HeldSource, most: number): Promise<DueEvent[]> {
    return this.database.query<DueEvent>(DUE, [workspaceId, sourceId, most]);
  }

  /** Whose events have to wait for one that is tried again. @param without events that are in hand */
  holding({ workspaceId, sourceId }: HeldSource, without: string[]): Promise<Holding[]> {
    return this.database.query<Holding>(HOLDING, [workspaceId, sourceId, without]);
  }

  /** @returns how many were recorded; none when another worker has the source by now */
  async settle(held: HeldSource, results: EventResult[]): Promise<number> {
    try {
      return await this.record(held, results);
    } catch (error) {
      if (!isRowFault(error)) throw error;
      let settled = 0;
      for (const result of results) settled += await this.recordOrFail(held, result);
      return settled;
    }
  }

  /** One result that cannot be stored must not keep the others of its source from an end. */
  private async recordOrFail(held: HeldSource, result: EventResult): Promise<number> {
    try {
      return await this.record(held, [result]);
    } catch (error) {
      if (!isRowFault(error)) throw error;
      return this.record(held, [{ eventId: result.eventId, attempts: 1, state: 'failed', reason: UNSTORABLE }]);
    }
  }

  private record({ workspaceId, sourceId, claim }: HeldSource, results: EventResult[]): Promise<number> {
    const rows = storable(results.map(rowOf), (detail) => new Error(detail));
    return this.database.execute(SETTLE, [workspaceId, sourceId, claim, JSON.stringify(rows)]);
  }
}
