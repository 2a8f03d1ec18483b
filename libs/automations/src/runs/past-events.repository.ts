import { Inject, Injectable } from '@nestjs/common';
import type { Told } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { HookKind } from './hooks.js';

/** Something that happened while a wait was armed. */
export interface PastEvent extends Record<string, unknown>, Told {
  enrolment_id: string;
  kind: HookKind;
  visit: number;
  way: string;
  key: string;
  person_id: string;
  /** Of an event. */
  id: string | null;
  received_at: Date | null;
}

/** Events of a name that one statement reads for a wait. */
export const EVENTS_OF_A_WAIT = 100;

/** Kept events of a person are read by their index. */
const events = (after: string) => `
  SELECT value, properties, received_at, id FROM events v
  WHERE v.workspace_id = $1 AND ${after}
  ORDER BY v.received_at, v.id LIMIT ${EVENTS_OF_A_WAIT}`;

/**
 * What happened since the runs came to their waits, the oldest first, and clicks at any time: who clicked before goes on at once.
 */
const FIRST = `
  WITH armed AS MATERIALIZED (
    SELECT e.id, e.person_id, e.rests_since, w.kind, w.key, w.visit, w.way
    FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS named
    CROSS JOIN LATERAL (SELECT * FROM enrolments e WHERE e.workspace_id = $1 AND e.id = named.id OFFSET 0) AS e
    CROSS JOIN LATERAL (SELECT * FROM waits w WHERE w.workspace_id = $1 AND w.enrolment_id = e.id OFFSET 0) AS w
    WHERE w.visit = e.visit)
  SELECT a.id AS enrolment_id, a.kind, a.visit, a.way, a.key, a.person_id, past.value, past.properties, past.received_at, past.id
  FROM armed a
  CROSS JOIN LATERAL (${events('v.person_id = a.person_id AND v.received_at >= a.rests_since AND v.name = a.key')}) AS past
  WHERE a.kind = 'event'
  UNION ALL
  SELECT a.id, a.kind, a.visit, a.way, a.key, a.person_id, NULL, NULL, NULL, NULL FROM armed a
  WHERE a.kind = 'segment' AND EXISTS (
    SELECT FROM segment_changes c WHERE c.workspace_id = $1 AND c.person_id = a.person_id
      AND c.segment_id = a.key::uuid AND c.at >= a.rests_since AND c.entered)
  UNION ALL
  SELECT a.id, a.kind, a.visit, a.way, a.key, a.person_id, NULL, NULL, NULL, NULL FROM armed a
  WHERE a.kind = 'message' AND EXISTS (
    SELECT FROM hits h WHERE h.workspace_id = $1 AND h.message_id = a.key::uuid AND h.kind = 'click' AND NOT h.machine)`;

const NEXT = `
  SELECT l.enrolment_id, 'event' AS kind, l.visit, l.way, l.key, l.person_id, past.value, past.properties, past.received_at, past.id
  FROM jsonb_to_recordset($2::jsonb) AS l(enrolment_id uuid, visit int, way text, key text, person_id uuid, received_at timestamptz, id uuid)
  CROSS JOIN LATERAL (${events(
    `v.person_id = l.person_id AND v.received_at >= l.received_at AND (v.received_at, v.id) > (l.received_at, l.id) AND v.name = l.key`,
  )}) AS past`;

/** Reads what happened to people after their runs had come to a wait. */
@Injectable()
export class PastEvents {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns what each wait of these runs listens for; of an event, the first `EVENTS_OF_A_WAIT` of its name. */
  first(workspaceId: number, enrolments: readonly string[]): Promise<PastEvent[]> {
    return this.database.query<PastEvent>(FIRST, [workspaceId, enrolments]);
  }

  /** Returns the events of the same waits that came next. @param last the last event that is known of each */
  async next(workspaceId: number, last: readonly PastEvent[]): Promise<PastEvent[]> {
    if (last.length === 0) return [];
    const ends = last.map(({ enrolment_id, visit, way, key, person_id, received_at, id }) => ({ enrolment_id, visit, way, key, person_id, received_at, id })); // prettier-ignore
    return this.database.query<PastEvent>(NEXT, [workspaceId, JSON.stringify(ends)]);
  }
}
