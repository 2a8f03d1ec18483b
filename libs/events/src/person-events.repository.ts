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

/** About a tenth of a second, in which the feed waits for the transaction. */
const CHUNK = 2_000;
const KEYS = 1_000;

/**
 * The last event of the chunk after a place, $3 and $4, in the order of the index, which also leads from one month to the next.
 * A chunk that looked from the start would read the entries that all chunks before it have left behind.
 */
const END_OF_CHUNK = `
  SELECT received_at, id FROM (
    SELECT received_at, id FROM events
    WHERE workspace_id = $1 AND person_id = $2 AND received_at >= $3::timestamptz AND (received_at, id) > ($3::timestamptz, $4::uuid)
    ORDER BY received_at, id LIMIT ${CHUNK}) AS chunk
  ORDER BY received_at DESC, id DESC LIMIT 1`;

/** A month may look small enough to be read whole, by what the statistics remember of it. */
const BY_INDEX = `SELECT set_config('enable_seqscan', 'off', true)`;

/** $5, $6: the last event of the chunk. */
const CHUNK_OF = `
  workspace_id = $1 AND person_id = $2 AND received_at BETWEEN $3::timestamptz AND $5::timestamptz
  AND (received_at, id) > ($3::timestamptz, $4::uuid) AND (received_at, id) <= ($5::timestamptz, $6::uuid)`;

const MOVE = `UPDATE events SET person_id = $7 WHERE ${CHUNK_OF}`;
const ERASE = `DELETE FROM events WHERE ${CHUNK_OF}`;

const START = '-infinity 00000000-0000-0000-0000-000000000000';

/** $2, $3: the bounds of the person's keys, in byte order. */
const NEXT_KEYS = `
  SELECT key, created_at FROM event_keys WHERE workspace_id = $1 AND key > $2 AND key < $3 ORDER BY key LIMIT ${KEYS}`;

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

interface Last extends Record<string, unknown> {
  received_at: Date;
  id: string;
}

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
  override async moveChunk({ workspaceId, from, to, cursor, keepCursor, places }: RowsToMove): Promise<number> {
    const [start, end] = boundsOf(from);
    const [keys] = await this.database.query<{ last: string | null }>(COPY_KEYS, [
      workspaceId,
      cursor ?? start,
      end,
      start,
      keyPrefix(to),
    ]);
    if (!keys?.last) return this.change(MOVE, [workspaceId, from], [to], places);
    await keepCursor(keys.last);
    return 1;
  }

  override async eraseChunk({ workspaceId, personId, places }: RowsToErase): Promise<number> {
    const keys = await this.database.execute(ERASE_KEYS, [workspaceId, ...boundsOf(personId)]);
    return keys + (await this.change(ERASE, [workspaceId, personId], [], places));
  }

  /** Changes the next chunk. At the end it looks from the start once more: a transaction may have committed late. */
  private async change(
    statement: string,
    person: unknown[],
    more: unknown[],
    places = new Map<string, string>(),
  ): Promise<number> {
    const after = (places.get(this.name) ?? START).split(' ');
    const [last] = await this.database.query<Last>(END_OF_CHUNK, [...person, ...after]);
    if (!last) return places.delete(this.name) ? this.change(statement, person, more, places) : 0;
    await this.database.execute(BY_INDEX);
    const until = [last.received_at.toISOString(), last.id];
    places.set(this.name, until.join(' '));
    return this.database.execute(statement, [...person, ...after, ...until, ...more]);
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
