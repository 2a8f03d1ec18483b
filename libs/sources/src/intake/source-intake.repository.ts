import { Inject, Injectable } from '@nestjs/common';
import { Database, GroupCommit, newId } from '@dundun/platform/database';
import { Jobs } from '@dundun/platform/jobs';
import type { Incoming } from '../adapters/source-adapter.js';
import type { SourceName } from './source-hooks.service.js';
import { WorkSources } from './sources.jobs.js';

/** The credentials of a call: the public key alone, or a secret. */
export type SourceLevel = 'key' | 'full';

/**
 * Stores incoming events and commits before the call is answered; they are processed later. Concurrent calls share a statement.
 * A repeated event is counted and not stored again.
 */
@Injectable()
export class SourceIntake {
  /** Takes the JSON text of a call's rows, so that a flush only joins texts. */
  private readonly commit: GroupCommit<string, null>;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
  ) {
    this.commit = new GroupCommit<string, null>(database, {
      name: 'source-events',
      singleStatement: true,
      flush: (calls) => this.write(calls),
      size: (rows) => rows.length,
      answer: () => ({ body: null }),
    });
  }

  /** Joins the open transaction, if any. @throws UnavailableError when too many calls wait or PostgreSQL is unavailable */
  async take(
    { workspaceId, sourceId }: SourceName,
    events: Incoming[],
    { level, requestId }: { level: SourceLevel; requestId: string },
  ): Promise<void> {
    if (events.length === 0) return;
    const row = { workspace_id: workspaceId, source_id: sourceId, level, request_id: requestId };
    const all = events.map(({ id, payload }) => JSON.stringify({ ...row, id: newId(), event_id: id, payload }));
    const rows = all.join(',');
    await (this.database.inTransaction ? this.write([rows]) : this.commit.submit(rows));
    this.database.afterCommit(() => this.jobs.wake(WorkSources, {}, 'all', requestId));
  }

  private async write(calls: string[]): Promise<null[]> {
    await this.database.execute(TAKE, [`[${calls.join(',')}]`]);
    return calls.map(() => null);
  }
}

/**
 * Locks the rows of the sources first and in order, so that concurrent flushes cannot deadlock. Events of a deleted source are
 * dropped. Of two events with one id the first is kept; events are processed in the order of their arrival.
 */
const TAKE = {
  name: 'source-events-take',
  text: `
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS given(
        workspace_id int, source_id uuid, event_id text, id uuid, payload jsonb, level text, request_id text)
    ),
    locked AS MATERIALIZED (
      SELECT s.workspace_id, s.id AS source_id FROM sources s
      WHERE (s.workspace_id, s.id) IN (SELECT workspace_id, source_id FROM given)
      ORDER BY s.workspace_id, s.id FOR NO KEY UPDATE
    ),
    fresh AS (
      INSERT INTO source_events (workspace_id, source_id, event_id, id, payload, level, request_id)
      SELECT DISTINCT ON (workspace_id, source_id, event_id)
        workspace_id, source_id, event_id, id, payload, level, request_id
      FROM given JOIN locked USING (workspace_id, source_id)
      ORDER BY workspace_id, source_id, event_id, id
      ON CONFLICT (workspace_id, source_id, event_id) DO NOTHING
      RETURNING workspace_id, source_id
    ),
    stored AS (SELECT workspace_id, source_id, count(*) AS many FROM fresh GROUP BY 1, 2),
    came AS (SELECT workspace_id, source_id, count(*) AS many FROM given GROUP BY 1, 2)
    UPDATE sources s SET
      accepted = s.accepted + coalesce(stored.many, 0), repeated = s.repeated + came.many - coalesce(stored.many, 0),
      accepted_at = now()
    FROM came LEFT JOIN stored USING (workspace_id, source_id)
    WHERE s.workspace_id = came.workspace_id AND s.id = came.source_id`,
};
