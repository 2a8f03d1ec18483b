import { Inject, Injectable } from '@nestjs/common';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonToExport,
  type RowsToErase,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';

const CHUNK = 1_000;

// $2: uids, $3: time of the erasure.
const PEOPLE = `
  WITH chunk AS MATERIALIZED (
    SELECT source_id, external FROM source_people WHERE workspace_id = $1 AND uid = ANY($2) AND created_at <= $3
    LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)
  DELETE FROM source_people p USING chunk
  WHERE p.workspace_id = $1 AND p.source_id = chunk.source_id AND p.external = chunk.external`;

/** Blanks the rows but keeps them, so that a repeated event is still recognised. A blanked event cannot be retried. */
const EVENTS = `
  WITH chunk AS MATERIALIZED (
    SELECT source_id, event_id FROM source_events
    WHERE workspace_id = $1 AND uid = ANY($2) AND received_at <= $3 AND state <> 'received'
    LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)
  UPDATE source_events e SET payload = '{}', uid = NULL, notices = '{}', reason = NULL,
    state = CASE WHEN e.state IN ('parked', 'failed') THEN 'ignored' ELSE e.state END
  FROM chunk WHERE e.workspace_id = $1 AND e.source_id = chunk.source_id AND e.event_id = chunk.event_id`;

/** What senders have sent about a person. A merge moves nothing here: a merged uid leads to its new person. */
@Injectable()
export class PersonSourceRows extends PersonRows {
  readonly name = 'sources';
  readonly columns = ['source_people.uid', 'source_events.uid', 'source_events.payload'];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  override async eraseChunk({ workspaceId, uids, before }: RowsToErase): Promise<number> {
    if (uids.length === 0) return 0;
    const people = await this.database.execute(PEOPLE, [workspaceId, uids, before]);
    return people + (await this.database.execute(EVENTS, [workspaceId, uids, before]));
  }

  async *export({ workspaceId, uids }: PersonToExport): AsyncGenerator<ExportedRows> {
    const [where, values] = ['workspace_id = $1 AND uid = ANY($2::text[])', [workspaceId, uids]];
    yield* exportedRows(this.database, {
      table: 'source_people',
      columns: 'source_id, external, uid, created_at',
      where,
      values,
      key: { source_id: 'source_id', external: 'external' },
    });
    yield* exportedRows(this.database, {
      table: 'source_events',
      columns: 'source_id, event_id, event, state, payload, uid, received_at, ended_at',
      where,
      values,
      key: { source_id: 'source_id', event_id: 'event_id' },
    });
  }
}
