import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { FeedPlace } from './count.statements.js';

/** All transactions before the horizon have ended; later commits come after it. */
export const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())';

/** An entry of the feed, with what it says of a person. */
export interface FeedEntry extends Record<string, unknown>, FeedPlace {
  type: string;
  /** When it was stored. */
  at: Date;
  /** How long ago that was when it was read. */
  age_ms: number;
  person_id: string | null;
  uid: string | null;
  /** The name of an event. */
  name: string | null;
  list_id: string | null;
  /** The message that something happened with. */
  message_id: string | null;
  /** Names of the fields that changed. */
  changed: string[] | null;
  /** By what means somebody joined or left a list. */
  method?: string | null;
}

/** A person whose row says to look again, or people of an address. */
export interface TouchedPerson extends Record<string, unknown> {
  person_id: string;
  reason: 'merge' | 'import' | 'manual' | 'suppression';
  /** The transaction that added or removed the person by hand. */
  xid: string | null;
}

/** Somebody who was added to a segment or removed from it by hand. */
export interface ManualChange extends Record<string, unknown> {
  segment_id: string;
  person_id: string;
  entered: boolean;
  cause: 'manual';
}

/**
 * The planner does not see the place: with statistics from before a backlog it would believe that little comes after it, and read
 * and sort all of the backlog for each stretch.
 */
const NEXT = `
  SELECT entry.*, extract(epoch FROM clock_timestamp() - entry.at)::float8 * 1000 AS age_ms
  FROM (SELECT $2::xid8 AS xid, $3::uuid AS id OFFSET 0) AS start CROSS JOIN LATERAL (
    SELECT * FROM (
      (SELECT f.xid::text AS xid, f.xid AS place, f.id, f.type, f.created_at AS at, NULL::uuid AS person_id, f.data->>'uid' AS uid,
         NULL AS name, f.data->>'list_id' AS list_id, f.data->'changed' AS changed,
         CASE WHEN f.type LIKE 'message.%' THEN f.data->>'message_id' END AS message_id,
         CASE WHEN f.type LIKE 'subscriber.%' THEN f.data->>'method' END AS method
       FROM feed_entries f
       WHERE f.workspace_id = $1 AND (f.xid, f.id) > (start.xid, start.id) AND f.xid < ${HORIZON}
       ORDER BY f.xid, f.id LIMIT $4)
      UNION ALL
      (SELECT e.xid::text, e.xid, e.id, 'event.tracked', e.received_at, e.person_id, NULL, e.name, NULL, NULL, NULL, NULL
       FROM events e
       WHERE e.workspace_id = $1 AND (e.xid, e.id) > (start.xid, start.id) AND e.xid < ${HORIZON}
         AND e.received_at > now() - interval '31 days'
       ORDER BY e.xid, e.id LIMIT $4)
    ) AS either ORDER BY place, id LIMIT $4) AS entry
  ORDER BY place, id`;

/** A uid that was merged or replaced leads to the person who has it now. */
const PEOPLE = `
  SELECT named.uid, coalesce(p.id, m.person_id) AS id FROM unnest($2::text[]) AS named(uid)
  LEFT JOIN people p ON p.workspace_id = $1 AND p.uid = named.uid
  LEFT JOIN merged_uids m ON m.workspace_id = $1 AND m.uid = named.uid
  WHERE p.id IS NOT NULL OR m.person_id IS NOT NULL`;

const TAKE = `
  WITH taken AS (
    DELETE FROM touched_people WHERE (workspace_id, xid, id) IN (
      SELECT workspace_id, xid, id FROM touched_people WHERE workspace_id = $1 AND xid < ${HORIZON}
      ORDER BY xid, id LIMIT $2)
    RETURNING person_id, address, reason, xid)
  SELECT person_id, coalesce(reason, 'merge') AS reason, CASE WHEN reason = 'manual' THEN xid::text END AS xid
  FROM taken WHERE person_id IS NOT NULL
  UNION
  SELECT k.person_id, 'suppression', NULL FROM taken t JOIN person_keys k ON k.workspace_id = $1 AND k.kind <> 'device' AND k.value = t.address
  UNION
  SELECT k.person_id, 'suppression', NULL FROM taken t JOIN shared_keys k ON k.workspace_id = $1 AND k.value = t.address`;

/** The people of messages of lists, as `message_people` names them: who has an address now, if there was nobody then. */
const RECIPIENTS = `
  SELECT m.id AS message_id, coalesce(mp.person_id, k.person_id) AS person_id
  FROM unnest($2::uuid[]) AS named(id)
  JOIN messages m ON m.workspace_id = $1 AND m.id = named.id AND m.list_id IS NOT NULL
  CROSS JOIN LATERAL (
    SELECT left(lower(coalesce(each->>'key', each->>'address')), 500) AS address
    FROM jsonb_path_query(m.recipients, 'lax $[*] ? (@.address.type() == "string")') AS each) AS r
  JOIN message_people mp ON mp.workspace_id = $1 AND mp.address = r.address AND mp.message_id = m.id
  LEFT JOIN LATERAL (
    SELECT key.person_id FROM person_keys key
    WHERE key.workspace_id = $1 AND key.kind <> 'device' AND key.value = mp.address AND mp.person_id IS NULL) AS k ON true
  WHERE coalesce(mp.person_id, k.person_id) IS NOT NULL`;

/** Each person is taken once, and so is what was done with the person by hand. */
const MANUAL = `
  SELECT c.* FROM unnest($2::xid8[], $3::uuid[]) AS named(xid, person_id) CROSS JOIN LATERAL (
    SELECT segment_id, person_id, entered, cause FROM segment_changes
    WHERE workspace_id = $1 AND xid = named.xid AND person_id = named.person_id AND cause = 'manual' OFFSET 0) AS c
  ORDER BY named.xid, c.person_id`;

/** Who changed in the transaction of a slice of an import: both rows have its time. */
const IMPORTED = `
  SELECT DISTINCT i.person_id FROM unnest($2::uuid[], $3::timestamptz[]) AS named(person_id, at) CROSS JOIN LATERAL (
    SELECT person_id FROM imported_people
    WHERE workspace_id = $1 AND person_id = named.person_id AND imported_at = named.at OFFSET 0) AS i`;

/** Reads what happened in a workspace in the order of the feed. */
@Injectable()
export class FeedEntries {
  constructor(@Inject(Database) private readonly database: Database) {}

  next(workspaceId: number, { xid, id }: FeedPlace, limit: number): Promise<FeedEntry[]> {
    return this.database.query<FeedEntry>(NEXT, [workspaceId, xid, id, limit]);
  }

  /** Takes people who were touched outside the feed; the open transaction answers for them. */
  takeTouched(workspaceId: number, limit: number): Promise<TouchedPerson[]> {
    return this.database.query<TouchedPerson>(TAKE, [workspaceId, limit]);
  }

  /** Returns what was done by hand with people who were taken for it. */
  manualChanges(workspaceId: number, touched: readonly TouchedPerson[]): Promise<ManualChange[]> {
    const manual = touched.filter(({ xid }) => xid !== null);
    if (manual.length === 0) return Promise.resolve([]);
    return this.database.query<ManualChange>(MANUAL, [
      workspaceId,
      manual.map(({ xid }) => xid),
      manual.map(({ person_id }) => person_id),
    ]);
  }

  /** Returns those of the people whose entries an import wrote. @param people ids by uid */
  async imported(
    workspaceId: number,
    entries: readonly FeedEntry[],
    people: ReadonlyMap<string, string>,
  ): Promise<Set<string>> {
    const changes = entries.flatMap(({ type, uid, at }) => {
      const person = type.startsWith('user.') ? people.get(uid ?? '') : undefined;
      return person === undefined ? [] : [{ person, at }];
    });
    if (changes.length === 0) return new Set();
    const rows = await this.database.query<{ person_id: string }>(IMPORTED, [
      workspaceId,
      changes.map(({ person }) => person),
      changes.map(({ at }) => at),
    ]);
    return new Set(rows.map(({ person_id }) => person_id));
  }

  /** Returns the people to whom messages of lists went, by message. */
  async recipientsOf(workspaceId: number, messages: readonly string[]): Promise<Map<string, string[]>> {
    const people = new Map<string, string[]>();
    if (messages.length === 0) return people;
    const rows = await this.database.query<{ message_id: string; person_id: string }>(RECIPIENTS, [
      workspaceId,
      messages,
    ]);
    for (const { message_id, person_id } of rows)
      people.set(message_id, [...(people.get(message_id) ?? []), person_id]);
    return people;
  }

  /** Returns ids by uid. */
  async peopleOf(workspaceId: number, uids: readonly string[]): Promise<Map<string, string>> {
    if (uids.length === 0) return new Map();
    const rows = await this.database.query<{ uid: string; id: string }>(PEOPLE, [workspaceId, uids]);
    return new Map(rows.map(({ uid, id }) => [uid, id]));
  }
}
