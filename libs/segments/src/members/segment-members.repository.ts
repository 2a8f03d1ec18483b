import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { PersonRange, SegmentPlan } from '../conditions/plan.js';
import type { ChangeCause } from '../definitions/segment.js';
import { printFew, printSlice, type PrintedStatement } from '../conditions/tree.statements.js';

/** People whom one statement decides. */
export const FEW = 1_000;

/** Why members change, and what they are. */
export interface MemberCause {
  cause: ChangeCause;
  /** Ids of the entries of the feed that caused it, by person. */
  entries?: ReadonlyMap<string, string>;
}

/** Somebody who entered or left. */
export interface MemberChange extends Record<string, unknown> {
  person_id: string;
  entered: boolean;
}

/**
 * Entries of the feed, if the segment asks for them. What a build of new conditions fills is no news, nor is a person whom
 * the follower decides before that build comes to them; of those who were erased or merged the feed says so itself.
 */
const ANNOUNCED = `
  announced AS (
    INSERT INTO feed_entries (workspace_id, type, data)
    SELECT $1, CASE WHEN c.entered THEN 'segment.entered' ELSE 'segment.left' END, jsonb_build_object(
      'segment_id', s.id, 'name', s.name, 'uid', p.uid, 'cause', $4::text, 'at', feed_time(now()))
    FROM segments s CROSS JOIN changed c
    CROSS JOIN LATERAL (SELECT uid FROM people WHERE workspace_id = $1 AND id = c.person_id OFFSET 0) AS p
    WHERE s.workspace_id = $1 AND s.id = $2 AND s.announces AND $4::text <> 'definition'
      AND (s.due_at IS NULL OR s.build_cause IS DISTINCT FROM 'definition' OR c.person_id <= s.build_after)
    ORDER BY c.person_id)`;

/** $3: who matches; $4: the cause; $5: a JSON object of causing entries by person; $6 and on: the scope of those decided. */
const write = (scope: string) => `
  WITH wanted AS MATERIALIZED (SELECT unnest($3::uuid[]) AS person_id),
  gone AS (
    DELETE FROM segment_members m
    WHERE m.workspace_id = $1 AND m.segment_id = $2 AND ${scope}
      AND NOT EXISTS (SELECT FROM wanted w WHERE w.person_id = m.person_id)
    RETURNING m.person_id),
  come AS (
    INSERT INTO segment_members (workspace_id, segment_id, person_id)
    SELECT $1, $2, person_id FROM wanted ORDER BY person_id
    ON CONFLICT DO NOTHING RETURNING person_id),
  changed AS MATERIALIZED (
    SELECT person_id, true AS entered FROM come UNION ALL SELECT person_id, false FROM gone),
  logged AS (
    INSERT INTO segment_changes (workspace_id, segment_id, person_id, entered, cause, cause_id)
    SELECT $1, $2, person_id, entered, $4, ($5::jsonb ->> person_id::text)::uuid FROM changed),
  ${ANNOUNCED},
  counted AS (
    UPDATE segments s SET member_count = s.member_count + sum.more
    FROM (SELECT coalesce(sum(CASE WHEN entered THEN 1 ELSE -1 END), 0) AS more FROM changed) AS sum
    WHERE s.workspace_id = $1 AND s.id = $2 AND sum.more <> 0),
  dated AS (
    INSERT INTO segment_days AS known (workspace_id, segment_id, day, members, entered, gone)
    SELECT s.workspace_id, s.id, (now() AT TIME ZONE 'UTC')::date, s.member_count + sum.entered - sum.gone, sum.entered, sum.gone
    FROM segments s, (
      SELECT count(*) FILTER (WHERE entered) AS entered, count(*) FILTER (WHERE NOT entered) AS gone FROM changed) AS sum
    WHERE s.workspace_id = $1 AND s.id = $2 AND sum.entered + sum.gone > 0
    ON CONFLICT (workspace_id, segment_id, day) DO UPDATE SET members = excluded.members,
      entered = known.entered + excluded.entered, gone = known.gone + excluded.gone)
  SELECT person_id, entered FROM changed`;
const WRITE_FEW = write('m.person_id = ANY($6::uuid[])');
const WRITE_SLICE = write('m.person_id > $6::uuid AND ($7::uuid IS NULL OR m.person_id <= $7::uuid)');

const STILL_MEMBERS = `
  SELECT p.id FROM segment_members m JOIN people p ON p.workspace_id = m.workspace_id AND p.id = m.person_id
  WHERE m.workspace_id = $1 AND m.segment_id = $2 AND m.person_id = ANY($3::uuid[])`;

const LOOK_UP = `
  SELECT set_config('enable_seqscan', $1, true), set_config('enable_hashjoin', $1, true),
    set_config('enable_mergejoin', $1, true), set_config('jit', 'off', true)`;

/** Decides who is in a segment, and writes members and their changes. Callers have locked the position. */
@Injectable()
export class SegmentMembers {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns those of the people who match. Statistics that are out of date change no plan: everything is looked up by key. */
  async matching(plan: SegmentPlan, people: readonly string[]): Promise<string[]> {
    return this.database.transaction(async () => {
      await this.database.query(LOOK_UP, ['off']);
      const matching: string[] = [];
      for (let at = 0; at < people.length; at += FEW)
        matching.push(...(await this.ids(printFew(plan, people.slice(at, at + FEW)))));
      await this.database.query(LOOK_UP, ['on']);
      return matching;
    });
  }

  /** Decides these people. @returns who entered or left */
  async decide(
    segmentId: string,
    plan: SegmentPlan,
    people: readonly string[],
    why: MemberCause,
  ): Promise<MemberChange[]> {
    const changes: MemberChange[] = [];
    for (let at = 0; at < people.length; at += FEW) {
      const some = people.slice(at, at + FEW);
      const matching = await this.matching(plan, some);
      changes.push(...(await this.write(WRITE_FEW, plan.workspaceId, segmentId, matching, why, [some])));
    }
    return changes;
  }

  /** Decides all people of a range, and members there who are no people any more. */
  async decideSlice(
    segmentId: string,
    plan: SegmentPlan,
    range: PersonRange,
    why: MemberCause,
  ): Promise<MemberChange[]> {
    const matching = await this.ids(printSlice(plan, range));
    return this.write(WRITE_SLICE, plan.workspaceId, segmentId, matching, why, [range.after, range.to]);
  }

  /** Adds or removes people by hand. */
  put(workspaceId: number, segmentId: string, people: readonly string[], isMember: boolean): Promise<MemberChange[]> {
    return this.write(WRITE_FEW, workspaceId, segmentId, isMember ? people : [], { cause: 'manual' }, [people]);
  }

  /** Removes those of the people who are no people any more. */
  async forgetGone(workspaceId: number, segmentId: string, people: readonly string[]): Promise<void> {
    const kept = await this.database.query<{ id: string }>(STILL_MEMBERS, [workspaceId, segmentId, people]);
    const ids = kept.map(({ id }) => id);
    await this.write(WRITE_FEW, workspaceId, segmentId, ids, { cause: 'change' }, [people]);
  }

  private write(
    statement: string,
    workspaceId: number,
    segmentId: string,
    matching: readonly string[],
    { cause, entries = new Map() }: MemberCause,
    scope: unknown[],
  ): Promise<MemberChange[]> {
    const values = [workspaceId, segmentId, matching, cause, JSON.stringify(Object.fromEntries(entries)), ...scope];
    return this.database.query<MemberChange>(statement, values);
  }

  private async ids({ text, values }: PrintedStatement): Promise<string[]> {
    return (await this.database.query<{ id: string }>(text, values)).map(({ id }) => id);
  }
}
