import { Inject, Injectable } from '@nestjs/common';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonToExport,
  type RowsToErase,
  type RowsToMove,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';
import { keyPrefix } from './event-key.js';

const CHUNK = 1_000;

const EVENTS = `
  SELECT xid, id, received_at FROM events WHERE workspace_id = $1 AND person_id = $2 LIMIT ${CHUNK}`;

const MOVE = `
  WITH chunk AS MATERIALIZED (${EVENTS})
  UPDATE events e SET person_id = $3 FROM chunk
  WHERE e.workspace_id = $1 AND e.xid = chunk.xid AND e.id = chunk.id AND e.received_at = chunk.received_at`;

const ERASE = `
  WITH chunk AS MATERIALIZED (${EVENTS})
  DELETE FROM events e USING chunk
  WHERE e.workspace_id = $1 AND e.xid = chunk.xid AND e.id = chunk.id AND e.received_at = chunk.received_at`;

/** $2, $3: the bounds of the person's keys, in byte order. */
const NEXT_KEYS = `
  SELECT key, created_at FROM event_keys WHERE workspace_id = $1 AND key > $2 AND key < $3 ORDER BY key LIMIT ${CHUNK}`;

/**
 * $4, $5: the prefixes of both people. An event that is sent again, now by the uid that forwards, is still stored once. The
 * old keys stay for processes that have the old id cached, so the job notes how far it has read.
 */
const COPY_KEYS = `
  WITH chunk AS MATERIALIZED (${NEXT_KEYS}),
  copied AS (
    INSERT INTO event_keys (workspace_id, key, created_at)
    SELECT $1, $5::text || substr(key, length($4::text) + 1), created_at FROM chunk ORDER BY key ON CONFLICT DO NOTHING)
  SELECT max(key) AS last FROM chunk`;

const ERASE_KEYS = `
  WITH chunk AS MATERIALIZED (${NEXT_KEYS})
  DELETE FROM event_keys e USING chunk WHERE e.workspace_id = $1 AND e.key = chunk.key`;

/** The events of a person, and the keys under which each is stored once. */
@Injectable()
export class PersonEvents extends PersonRows {
  readonly name = 'events';
  override readonly movesUnproven = true;
  readonly columns = ['events.person_id', 'events.value', 'events.properties', 'event_keys.key'];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  /** All keys come before the first event: an event that is sent again meanwhile must find its key. */
  override async moveChunk({ workspaceId, from, to, cursor, keepCursor }: RowsToMove): Promise<number> {
    const [start, end] = boundsOf(from);
    const [keys] = await this.database.query<{ last: string | null }>(COPY_KEYS, [
      workspaceId,
      cursor ?? start,
      end,
      start,
      keyPrefix(to),
    ]);
    if (!keys?.last) return this.database.execute(MOVE, [workspaceId, from, to]);
    await keepCursor(keys.last);
    return 1;
  }

  override async eraseChunk({ workspaceId, personId }: RowsToErase): Promise<number> {
    const keys = await this.database.execute(ERASE_KEYS, [workspaceId, ...boundsOf(personId)]);
    return keys + (await this.database.execute(ERASE, [workspaceId, personId]));
  }

  async *export({ workspaceId, personId }: PersonToExport): AsyncGenerator<ExportedRows> {
    yield* exportedRows(this.database, {
      table: 'events',
      columns: 'id, name, value, properties, occurred_at, received_at',
      where: 'workspace_id = $1 AND person_id = $2',
      values: [workspaceId, personId],
      key: { received_at: 'received_at', id: 'id' },
    });
  }
}

const boundsOf = (personId: string) => [keyPrefix(personId), `${keyPrefix(personId).trimEnd()}!`] as const;
