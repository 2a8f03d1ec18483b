import { Inject, Injectable } from '@nestjs/common';
import type { Told } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { Hook, HookKind } from './hooks.js';
import { RunCounts, WHOLE_RUN } from './run-counts.repository.js';

/** Something that happened to a person, by what waits listen for. */
export interface Sound {
  kind: HookKind;
  key: string;
  person_id: string;
}

/** A run that listens for it. */
export interface HeardWait extends Record<string, unknown>, Hook {
  person_id: string;
  enrolment_id: string;
  automation_id: string;
  version: number;
  step: number;
  entry_id: string;
  entry: Told;
}

/** How a run goes on that heard something: by a way, or it ends. */
export interface Woken {
  id: string;
  visit: number;
  way: string;
}

const ARM = `
  INSERT INTO waits (workspace_id, kind, key, person_id, enrolment_id, visit, way)
  SELECT $1, kind, key, person_id, enrolment_id, visit, way
  FROM jsonb_to_recordset($2::jsonb) AS h(kind text, key text, person_id uuid, enrolment_id uuid, visit int, way text)
  ORDER BY 2, 3, 4, 5, 6, 7
  ON CONFLICT DO NOTHING`;

/** A wait of a step that the run has left listens no more. */
const HEARD = `
  SELECT w.kind, w.key, w.person_id, w.enrolment_id, w.visit, w.way, e.automation_id, e.version, e.step, e.entry_id,
    e.vars->'entry' AS entry
  FROM (SELECT DISTINCT * FROM unnest($2::text[], $3::text[], $4::uuid[])) AS s(kind, key, person_id)
  CROSS JOIN LATERAL (
    SELECT * FROM waits w WHERE w.workspace_id = $1 AND w.kind = s.kind AND w.key = s.key AND w.person_id = s.person_id
    OFFSET 0) AS w
  CROSS JOIN LATERAL (SELECT * FROM enrolments e WHERE e.workspace_id = $1 AND e.id = w.enrolment_id OFFSET 0) AS e
  WHERE e.ended_at IS NULL AND (w.visit = 0 OR w.visit = e.visit AND e.way IS NULL)`;

/**
 * The ids once more, as an array: found by key, whatever the statistics say. Asked for `ended_at`, the
 * planner would read all who are inside by their partial index; `end_reason` is null with it.
 */
const NAMED = `e.id = ANY(ARRAY(SELECT (named->>'id')::uuid FROM jsonb_array_elements($2::jsonb) AS named))`;

/** Of two that wake one run the first wins, whichever transaction it is in: the second finds the way taken. */
const WAKE = `
  UPDATE enrolments e SET way = h.way, mode = 'go', due_at = date_trunc('milliseconds', now()), wakes_at = NULL, held_at = NULL
  FROM jsonb_to_recordset($2::jsonb) AS h(id uuid, visit int, way text)
  WHERE e.workspace_id = $1 AND e.id = h.id AND e.visit = h.visit AND e.way IS NULL AND e.end_reason IS NULL
    AND e.rests_since IS NOT NULL AND ${NAMED}`;

const END = `
  WITH ended AS (
    UPDATE enrolments e SET ended_at = now(), end_reason = h.way, due_at = NULL, held_at = NULL
    FROM jsonb_to_recordset($2::jsonb) AS h(id uuid, way text)
    WHERE e.workspace_id = $1 AND e.id = h.id AND e.end_reason IS NULL AND ${NAMED}
    RETURNING e.id, e.automation_id, e.version, e.end_reason),
  deaf AS (DELETE FROM waits w USING ended WHERE w.workspace_id = $1 AND w.enrolment_id = ended.id)
  SELECT * FROM ended`;

/** A click of a person, as far as is known now. */
const CLICKED = `
  SELECT DISTINCT h.message_id AS id FROM hits h
  WHERE h.workspace_id = $1 AND h.message_id = ANY($2::uuid[]) AND h.kind = 'click' AND NOT h.machine`;

interface EndedRun extends Record<string, unknown> {
  id: string;
  automation_id: string;
  version: number;
  end_reason: string;
}

/** Keeps what runs listen for, and wakes them. */
@Injectable()
export class Waits {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RunCounts) private readonly counts: RunCounts,
  ) {}

  async arm(
    workspaceId: number,
    hooks: readonly (Hook & { person_id: string; enrolment_id: string })[],
  ): Promise<void> {
    if (hooks.length > 0) await this.database.execute(ARM, [workspaceId, JSON.stringify(hooks)]);
  }

  /** Returns the runs that listen for one of these. */
  async heard(workspaceId: number, sounds: readonly Sound[]): Promise<HeardWait[]> {
    if (sounds.length === 0) return [];
    const columns = [
      sounds.map(({ kind }) => kind),
      sounds.map(({ key }) => key),
      sounds.map(({ person_id }) => person_id),
    ];
    return this.database.query<HeardWait>(HEARD, [workspaceId, ...columns]);
  }

  /** Lets runs go on by a way, unless something else was first. @param woken sorted by id */
  async wake(workspaceId: number, woken: readonly Woken[]): Promise<void> {
    if (woken.length > 0) await this.database.execute(WAKE, [workspaceId, JSON.stringify(woken)]);
  }

  /** Ends runs. @returns those that had not ended */
  async end(workspaceId: number, ended: readonly Omit<Woken, 'visit'>[]): Promise<string[]> {
    if (ended.length === 0) return [];
    const rows = await this.database.query<EndedRun>(END, [workspaceId, JSON.stringify(ended)]);
    const outcomes = rows.map(({ automation_id, version, end_reason }) => ({ automation_id, version, step: WHOLE_RUN, outcome: end_reason })); // prettier-ignore
    await this.counts.add(workspaceId, outcomes);
    return rows.map(({ id }) => id);
  }

  /** Returns those of the messages in which a person clicked. */
  async clicked(workspaceId: number, messages: readonly string[]): Promise<Set<string>> {
    if (messages.length === 0) return new Set();
    const rows = await this.database.query<{ id: string }>(CLICKED, [workspaceId, messages]);
    return new Set(rows.map(({ id }) => id));
  }
}
