import { Inject, Injectable } from '@nestjs/common';
import { Database, isRowFault } from '@dundun/platform/database';
import type { SourceName } from '../intake/source-hooks.service.js';
import type { DueEvent, EventResult, Holding } from './due-event.js';
import type { WaitingSource } from './source-round-robin.js';
import { storable } from '../adapters/storable-text.js';

/** After this time another worker can take over the sources of a killed one. */
const LEASE_MS = 6_000;
const LEASE = `interval '${LEASE_MS} milliseconds'`;

/** A source under this worker's lease. The claim is a fencing token: a later lease invalidates it. */
export interface HeldSource extends SourceName {
  claim: number;
}

/**
 * Skips through the index from source to source, then keeps the sources without a lease that have a due row. Order and LIMIT
 * prevent a hash or a sort of all due rows. It has no name: PostgreSQL keeps the first plan of a prepared statement without
 * parameters.
 */
const WITH_WORK = `
    WITH RECURSIVE found AS (
      (SELECT workspace_id, source_id FROM source_events WHERE due_at IS NOT NULL
       ORDER BY workspace_id, source_id, due_at LIMIT 1)
      UNION ALL
      SELECT next.workspace_id, next.source_id FROM found, LATERAL (
        SELECT workspace_id, source_id FROM source_events e
        WHERE e.due_at IS NOT NULL AND (e.workspace_id, e.source_id) > (found.workspace_id, found.source_id)
        ORDER BY workspace_id, source_id, due_at LIMIT 1) next
    )
    SELECT found.workspace_id, found.source_id, s.kind FROM found
    JOIN sources s ON s.workspace_id = found.workspace_id AND s.id = found.source_id
    CROSS JOIN LATERAL (
      SELECT FROM source_events e
      WHERE e.workspace_id = found.workspace_id AND e.source_id = found.source_id AND e.due_at <= now()
      ORDER BY e.due_at LIMIT 1) AS due
    WHERE s.leased_until < now()`;

const LEASE_IT = `
  UPDATE sources SET claim = claim + 1, leased_until = now() + ${LEASE}
  WHERE workspace_id = $1 AND id = $2 AND leased_until < now() RETURNING claim`;

const EXTEND = `
  UPDATE sources SET leased_until = now() + ${LEASE} WHERE workspace_id = $1 AND id = $2 AND claim = $3`;

const RELEASE = `
  UPDATE sources SET leased_until = '-infinity' WHERE workspace_id = $1 AND id = $2 AND claim = $3`;

/** A worker holds a chunk in memory, so a chunk ends after the event that exceeds this size. */
const CHUNK_BYTES = 8_000_000;

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
    WHERE before < ${CHUNK_BYTES} ORDER BY id`,
};

const HOLDING = `
  SELECT holds, extract(epoch FROM max(due_at))::float8 * 1000 AS until, min(id::text) AS first
  FROM source_events
  WHERE workspace_id = $1 AND source_id = $2 AND holds IS NOT NULL AND event_id <> ALL ($3) GROUP BY holds`;

/** Writes under a valid claim only, which the share lock preserves. An event that has ended stays as it is. */
const SETTLE = `
  WITH held AS MATERIALIZED (
    SELECT workspace_id, id FROM sources WHERE workspace_id = $1 AND id = $2 AND claim = $3 FOR SHARE
  )
  UPDATE source_events e SET
    state = o.state, due_at = to_timestamp(o.due_at / 1000.0), attempts = o.attempts, holds = o.holds, reason = o.reason,
    notices = o.notices, event = o.event, uid = o.uid, ended_at = CASE WHEN o.state <> 'received' THEN now() END
  FROM held, jsonb_to_recordset($4::jsonb) AS o(
    event_id text, state text, due_at float8, attempts smallint, holds text, reason text, notices text[], event text, uid text)
  WHERE e.workspace_id = held.workspace_id AND e.source_id = held.id AND e.event_id = o.event_id AND e.state = 'received'`;

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

const UNSTORABLE = 'its result cannot be stored';

/** Leases on sources, and the due events of a leased source. */
@Injectable()
export class SourceClaims {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the sources that have due events and no lease. */
  async withWork(): Promise<WaitingSource[]> {
    const rows = await this.database.query<SourceRow>(WITH_WORK);
    return rows.map(({ workspace_id, source_id, kind }) => ({ workspaceId: workspace_id, sourceId: source_id, kind }));
  }

  /** Leases a source. @returns undefined when another worker holds it */
  async lease({ workspaceId, sourceId }: SourceName): Promise<HeldSource | undefined> {
    const [row] = await this.database.query<{ claim: number }>(LEASE_IT, [workspaceId, sourceId]);
    return row && { workspaceId, sourceId, claim: row.claim };
  }

  /** @returns false when another worker holds the source */
  async extend({ workspaceId, sourceId, claim }: HeldSource): Promise<boolean> {
    return (await this.database.execute(EXTEND, [workspaceId, sourceId, claim])) > 0;
  }

  async release({ workspaceId, sourceId, claim }: HeldSource): Promise<void> {
    await this.database.execute(RELEASE, [workspaceId, sourceId, claim]);
  }

  /** Returns due events in the order of their arrival. */
  due({ workspaceId, sourceId }: HeldSource, most: number): Promise<DueEvent[]> {
    return this.database.query<DueEvent>(DUE, [workspaceId, sourceId, most]);
  }

  /** Returns the people whose events wait for one that is tried again. @param without ids of the events in flight */
  holding({ workspaceId, sourceId }: HeldSource, without: string[]): Promise<Holding[]> {
    return this.database.query<Holding>(HOLDING, [workspaceId, sourceId, without]);
  }

  /** @returns the number of events updated; 0 when the claim is no longer valid */
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

  /** Fails an event whose result cannot be stored, so that the other results of the source are stored. */
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
