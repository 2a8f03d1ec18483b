import { Inject, Injectable } from '@nestjs/common';
import { emailKey } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** An address to which a message goes. */
interface AskedAddress {
  workspaceId: number;
  /** An email address, or the digits of a number. */
  address: string;
}

/** What somebody decided about being tracked. */
export interface TrackingDecision {
  workspaceId: number;
  personId: string;
  isRefused: boolean;
}

/** A decision that changes nothing writes nothing, so that a refusal keeps its time. */
const CHANGE = `
  WITH held AS MATERIALIZED (
    SELECT id, (tracking_refused_at IS NOT NULL) <> $3::boolean AS is_new FROM people
    WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE),
  changed AS (
    UPDATE people SET tracking_refused_at = CASE WHEN $3::boolean THEN now() END, updated_at = now()
    WHERE workspace_id = $1 AND id = (SELECT id FROM held WHERE is_new))
  SELECT is_new FROM held`;

/** Callers have locked the people. The ids once more, as arrays: found by key, whatever the statistics say. */
const CHANGE_ALL = `
  UPDATE people p
  SET tracking_refused_at = CASE WHEN said."isRefused" THEN now() END, updated_at = now()
  FROM jsonb_to_recordset($1::jsonb) AS said("workspaceId" int, "personId" uuid, "isRefused" boolean)
  WHERE p.workspace_id = said."workspaceId" AND p.id = said."personId"
    AND p.workspace_id = ANY(ARRAY(SELECT (each->>'workspaceId')::int FROM jsonb_array_elements($1::jsonb) AS each))
    AND p.id = ANY(ARRAY(SELECT (each->>'personId')::uuid FROM jsonb_array_elements($1::jsonb) AS each))
    AND (p.tracking_refused_at IS NOT NULL) <> said."isRefused"
  RETURNING p.id`;

const OF_PERSON = `SELECT tracking_refused_at IS NOT NULL AS is_refused FROM people WHERE workspace_id = $1 AND id = $2`;

/** One person is found by an address and others share it: the refusal of each counts. Every lookup is by key, whatever the statistics say. */
const REFUSING = `
  SELECT asked.place
  FROM jsonb_to_recordset($1::jsonb) AS asked(place int, "workspaceId" int, kind text, value text)
  WHERE EXISTS (
    SELECT FROM (
      SELECT k.person_id FROM person_keys k
      WHERE k.workspace_id = asked."workspaceId" AND k.kind = asked.kind AND k.value = asked.value
      UNION ALL
      SELECT s.person_id FROM shared_keys s
      WHERE s.workspace_id = asked."workspaceId" AND s.kind = asked.kind AND s.value = asked.value
      OFFSET 0) AS holder
    CROSS JOIN LATERAL (
      SELECT FROM people p
      WHERE p.workspace_id = asked."workspaceId" AND p.id = holder.person_id AND p.tracking_refused_at IS NOT NULL
      OFFSET 0) AS refusing
    OFFSET 0)`;

/** Keeps who refuses to be tracked: that opens and clicks of their messages are recorded. */
@Injectable()
export class TrackingRefusals {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Stores what a person decided. @returns whether that is new; undefined if there is no such person any more */
  async change(workspaceId: number, personId: string, isRefused: boolean): Promise<boolean | undefined> {
    const [held] = await this.database.query<{ is_new: boolean }>(CHANGE, [workspaceId, personId, isRefused]);
    return held?.is_new;
  }

  /** Stores what people decided who are locked by the open transaction. @returns the ids of those to whom it is new */
  async changeAll(decisions: readonly TrackingDecision[]): Promise<Set<string>> {
    if (decisions.length === 0) return new Set();
    const rows = decisions.map(({ workspaceId, personId, isRefused }) => ({ workspaceId, personId, isRefused }));
    const changed = await this.database.query<{ id: string }>(CHANGE_ALL, [JSON.stringify(rows)]);
    return new Set(changed.map(({ id }) => id));
  }

  async isRefusedBy(workspaceId: number, personId: string): Promise<boolean> {
    const [row] = await this.database.query<{ is_refused: boolean }>(OF_PERSON, [workspaceId, personId]);
    return row?.is_refused === true;
  }

  /** Returns for each address whether a person who has it refuses. */
  async refusing(all: readonly AskedAddress[]): Promise<boolean[]> {
    if (all.length === 0) return [];
    const rows = all.map(({ workspaceId, address }, place) =>
      address.includes('@')
        ? { place, workspaceId, kind: 'email', value: emailKey(address) }
        : { place, workspaceId, kind: 'number', value: address },
    );
    const refusing = await this.database.query<{ place: number }>(REFUSING, [JSON.stringify(rows)]);
    const places = new Set(refusing.map(({ place }) => place));
    return all.map((_, place) => places.has(place));
  }
}
