import { Inject, Injectable } from '@nestjs/common';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonMerge,
  type PersonToExport,
  type RowsToErase,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';
import type { EndReason } from './run.js';
import { RunCounts, WHOLE_RUN } from './run-counts.repository.js';

/** A run of who is merged away ends where the other person is inside with the same key, or came by the same entry. */
const GIVE_WAY = `
  WITH gone AS (
    UPDATE enrolments e SET ended_at = now(), end_reason = 'merged', due_at = NULL, held_at = NULL
    WHERE e.workspace_id = $1 AND e.person_id = $2 AND e.ended_at IS NULL AND EXISTS (
      SELECT FROM enrolments o WHERE o.workspace_id = $1 AND o.automation_id = e.automation_id AND o.person_id = $3
        AND o.key = e.key AND o.ended_at IS NULL)
    RETURNING e.automation_id, e.version)
  SELECT automation_id, version FROM gone`;
const FORGET = `
  DELETE FROM waits w WHERE w.workspace_id = $1 AND w.person_id = $2 AND EXISTS (
    SELECT FROM enrolments e WHERE e.workspace_id = $1 AND e.id = w.enrolment_id AND e.ended_at IS NOT NULL)`;
const MOVE = `
  UPDATE enrolments e SET person_id = $3
  WHERE e.workspace_id = $1 AND e.person_id = $2 AND NOT EXISTS (
    SELECT FROM enrolments o WHERE o.workspace_id = $1 AND o.automation_id = e.automation_id AND o.person_id = $3
      AND o.entry_id = e.entry_id)`;
const MOVE_WAITS = `UPDATE waits SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`;

/** Whoever stays enters as their own attributes say. */
const FORGET_DUE = `DELETE FROM due_entrances WHERE workspace_id = $1 AND person_id = $2`;
const MOVE_CALLS = `UPDATE step_calls SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`;

/** The runs stay in the numbers as nobody's: no person, no key, nothing of what was said of them. */
const ERASE = `
  WITH mine AS (
    SELECT id, automation_id, version, ended_at IS NULL AS was_inside FROM enrolments
    WHERE workspace_id = $1 AND person_id = $2 ORDER BY id LIMIT $3 FOR UPDATE),
  gone AS (
    UPDATE enrolments e SET person_id = gen_random_uuid(), key = '', vars = '{}', error = NULL, due_at = NULL, held_at = NULL,
      ended_at = coalesce(ended_at, now()), end_reason = coalesce(end_reason, 'erased')
    FROM mine WHERE e.workspace_id = $1 AND e.id = mine.id),
  blank AS (
    UPDATE step_visits v SET facts = NULL FROM mine
    WHERE v.workspace_id = $1 AND v.enrolment_id = mine.id AND v.facts IS NOT NULL),
  deaf AS (DELETE FROM waits w USING mine WHERE w.workspace_id = $1 AND w.enrolment_id = mine.id)
  SELECT automation_id, version, was_inside FROM mine`;
const ERASE_CALLS = `DELETE FROM step_calls WHERE workspace_id = $1 AND person_id = $2`;
const CHUNK = 500;

/** A run that is over, as it is counted. */
interface OverRow extends Record<string, unknown> {
  automation_id: string;
  version: number;
}

/** What automations keep of a person: the runs. */
@Injectable()
export class PersonAutomations extends PersonRows {
  readonly name = 'automations';
  readonly columns = [
    'enrolments.person_id',
    'enrolments.key',
    'enrolments.vars',
    'waits.person_id',
    'step_visits.facts',
    'due_entrances.person_id',
    'step_calls.person_id',
    'step_calls.data',
  ];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
    @Inject(RunCounts) private readonly counts: RunCounts,
  ) {
    super(contributions);
  }

  override async merge({ workspaceId, from, to }: PersonMerge): Promise<void> {
    await this.count(workspaceId, 'merged', await this.database.query<OverRow>(GIVE_WAY, [workspaceId, from.id, to.id])); // prettier-ignore
    await this.database.execute(FORGET, [workspaceId, from.id]);
    await this.database.execute(MOVE, [workspaceId, from.id, to.id]);
    await this.database.execute(MOVE_WAITS, [workspaceId, from.id, to.id]);
    await this.database.execute(MOVE_CALLS, [workspaceId, from.id, to.id]);
    await this.database.execute(FORGET_DUE, [workspaceId, from.id]);
  }

  override async eraseChunk({ workspaceId, personId }: RowsToErase): Promise<number> {
    return this.database.transaction(async () => {
      const values = [workspaceId, personId, CHUNK];
      const runs = await this.database.query<OverRow & { was_inside: boolean }>(ERASE, values);
      await this.count(workspaceId, 'erased', runs.filter((run) => run.was_inside)); // prettier-ignore
      for (const statement of [ERASE_CALLS, FORGET_DUE])
        await this.database.execute(statement, [workspaceId, personId]);
      return runs.length;
    });
  }

  private count(workspaceId: number, outcome: EndReason, runs: readonly OverRow[]): Promise<void> {
    const over = runs.map(({ automation_id, version }) => ({ automation_id, version, step: WHOLE_RUN, outcome }));
    return this.counts.add(workspaceId, over);
  }

  async *export({ workspaceId, personId }: PersonToExport): AsyncGenerator<ExportedRows> {
    const values = [workspaceId, personId];
    yield* exportedRows(this.database, {
      values,
      table: 'enrolments',
      from: 'enrolments e JOIN automations a ON a.workspace_id = e.workspace_id AND a.id = e.automation_id',
      columns:
        'e.id, e.automation_id, a.name, e.version, e.key, e.step, e.vars, e.entered_at, e.ended_at, e.end_reason',
      where: 'e.workspace_id = $1 AND e.person_id = $2',
      key: { 'e.id': 'id' },
    });
    yield* exportedRows(this.database, {
      values,
      table: 'step_visits',
      from: 'enrolments e JOIN step_visits v ON v.workspace_id = e.workspace_id AND v.enrolment_id = e.id',
      columns: 'v.enrolment_id, v.visit, v.step, v.at, v.outcome, v.facts',
      where: 'e.workspace_id = $1 AND e.person_id = $2',
      key: { 'v.enrolment_id': 'enrolment_id', 'v.visit': 'visit' },
    });
    yield* exportedRows(this.database, {
      values,
      table: 'step_calls',
      from: 'step_calls c',
      columns: 'c.id, c.automation_id, c.step, c.url, c.data, c.state, c.status, c.asked_at',
      where: 'c.workspace_id = $1 AND c.person_id = $2',
      key: { 'c.id': 'id' },
    });
  }
}
