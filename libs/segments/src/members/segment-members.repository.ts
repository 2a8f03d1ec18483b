import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { Bind } from '../conditions/bind.js';
import type { PersonRange, SegmentPlan, TreeReading } from '../conditions/plan.js';
import {
  printDecisions,
  printFew,
  printReach,
  printReached,
  printSlice,
  withinRange,
} from '../conditions/tree.statements.js';
import type { ChangeCause } from '../definitions/segment.js';
import { decidedTogether, type Undecided } from './decided-together.js';
import { sliceWrite, WRITE } from './member.statements.js';

/** People whom one statement decides. */
export const FEW = 1_000;

/** Why members change, and what they are. */
export interface MemberCause {
  cause: ChangeCause;
  /** Of people for whom it is another. */
  causes?: ReadonlyMap<string, ChangeCause>;
  /** Ids of the entries of the feed that caused it, by person. */
  entries?: ReadonlyMap<string, string>;
}

/** Somebody who is to enter or leave a segment. */
interface Flip extends Record<string, unknown> {
  segment_id: string;
  person_id: string;
  entered: boolean;
}

/** Somebody who entered or left a segment. */
export interface MemberChange extends Flip {
  cause: ChangeCause;
}

/** Somebody who matches, and what can be sent. */
interface ReachedPerson extends Record<string, unknown> {
  id: string;
  email: boolean;
  sms: boolean;
}

interface Decision extends Record<string, unknown> {
  person_id: string;
  /** An array of SQL: `{t,f}`. */
  holds: string;
  /** Ids, separated by spaces. */
  segments: string;
}

/** Segments that a statement could not decide. */
export class UndecidedError extends Error {
  constructor(
    readonly segmentIds: readonly string[],
    cause: unknown,
  ) {
    super('segments cannot be decided', { cause });
  }
}

const GONE = `
  SELECT m.segment_id, m.person_id, false AS entered FROM unnest($2::uuid[]) AS s(id) CROSS JOIN unnest($3::uuid[]) AS gone(id)
  JOIN segment_members m ON m.workspace_id = $1 AND m.segment_id = s.id AND m.person_id = gone.id
  LEFT JOIN people p ON p.workspace_id = $1 AND p.id = gone.id WHERE p.id IS NULL`;

/** Joins are not reordered: each is one row, and a plan of fifty would take longer than its execution. */
const LOOK_UP = `
  SELECT set_config('enable_seqscan', $1, true), set_config('enable_hashjoin', $1, true),
    set_config('enable_mergejoin', $1, true), set_config('join_collapse_limit', $2, true), set_config('jit', 'off', true)`;

/** Decides who is in a segment, and writes members and their changes. Callers have locked the position. */
@Injectable()
export class SegmentMembers {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns those of the people who match. */
  matching(plan: SegmentPlan, people: readonly string[]): Promise<string[]> {
    return this.byKey(async () => {
      const matching: string[] = [];
      for (const some of chunksOf(people)) {
        const { text, values } = printFew(plan, some);
        matching.push(...(await this.database.query<{ id: string }>(text, values)).map(({ id }) => id));
      }
      return matching;
    });
  }

  /** Returns those of at most 1,000 people who match, and what can be sent to them. */
  reached(plan: SegmentPlan, people: readonly string[]): Promise<ReachedPerson[]> {
    const { text, values } = printReached(plan, people);
    return this.byKey(() => this.database.query<ReachedPerson>(text, values));
  }

  /** Counts those of at most 1,000 people who can get email and SMS. @param list of a list: only who agreed there */
  async reach(reading: TreeReading, people: readonly string[], list?: string): Promise<{ email: number; sms: number }> {
    const { text, values } = printReach(reading, people, list);
    const [row] = await this.byKey(() => this.database.query<{ email: number; sms: number }>(text, values));
    return row ?? { email: 0, sms: 0 };
  }

  /**
   * Decides people in segments that do not name each other.
   * @param apart with a statement for each segment, which shows the one that fails
   * @returns who entered or left
   * @throws UndecidedError
   */
  async decide(
    reading: TreeReading,
    segments: readonly Undecided[],
    why: MemberCause,
    { apart = false }: { apart?: boolean } = {},
  ): Promise<MemberChange[]> {
    const changes: MemberChange[] = [];
    for (const group of apart ? segments.map((each) => [each]) : decidedTogether(segments)) {
      const people = [...new Set(group.flatMap((each) => [...each.people]))].sort();
      try {
        for (const some of chunksOf(people)) {
          const flips = await this.byKey(() => this.flips(reading, group, some));
          changes.push(...(await this.write(reading.workspaceId, flips, why)));
        }
      } catch (error) {
        const ids = group.map(({ id }) => id);
        throw new UndecidedError(ids, error);
      }
    }
    return changes;
  }

  /** Decides all people of a range, and members there who are no people any more. @throws UndecidedError */
  async decideSlice(
    segmentId: string,
    plan: SegmentPlan,
    range: PersonRange,
    cause: ChangeCause,
  ): Promise<MemberChange[]> {
    const bind = new Bind();
    const text = sliceWrite({
      matching: printSlice(plan, range, bind).text,
      workspace: bind.of(plan.workspaceId, 'int'),
      segment: bind.of(segmentId, 'uuid'),
      within: withinRange(range, bind),
      cause: bind.of(cause, 'text'),
    });
    return this.database.query<MemberChange>(text, bind.values).catch((error: unknown) => {
      throw new UndecidedError([segmentId], error);
    });
  }

  /** Adds or removes people by hand. */
  put(workspaceId: number, segmentId: string, people: readonly string[], entered: boolean): Promise<MemberChange[]> {
    const given = people.map((person_id) => ({ segment_id: segmentId, person_id, entered }));
    return this.write(workspaceId, given, { cause: 'manual' });
  }

  /** Removes those of the people who are no people any more. */
  async forgetGone(workspaceId: number, segmentIds: readonly string[], people: readonly string[]): Promise<void> {
    const gone = await this.database.query<Flip>(GONE, [workspaceId, segmentIds, people]);
    await this.write(workspaceId, gone, { cause: 'change' });
  }

  /** Returns those of the people whom a segment lacks, and those who do not belong in it. */
  private async flips(
    reading: TreeReading,
    segments: readonly Undecided[],
    people: readonly string[],
  ): Promise<Flip[]> {
    const { text, values } = printDecisions(
      reading,
      segments.map(({ tree }) => tree),
      people,
    );
    const rows = await this.database.query<Decision>(text, values);
    return rows.flatMap(({ person_id, holds, segments: ids }) => {
      const mine = new Set(ids.split(' '));
      return segments.flatMap(({ id, people: asked }, place) => {
        const entered = holds[1 + 2 * place] === 't';
        return asked.has(person_id) && entered !== mine.has(id) ? [{ segment_id: id, person_id, entered }] : [];
      });
    });
  }

  private async write(
    workspaceId: number,
    flips: readonly Flip[],
    { cause, causes, entries }: MemberCause,
  ): Promise<MemberChange[]> {
    if (flips.length === 0) return [];
    return this.database.query<MemberChange>(WRITE, [
      workspaceId,
      flips.map(({ segment_id }) => segment_id),
      flips.map(({ person_id }) => person_id),
      flips.map(({ entered }) => entered),
      flips.map(({ person_id }) => entries?.get(person_id) ?? null),
      flips.map(({ person_id }) => causes?.get(person_id) ?? cause),
    ]);
  }

  /** Runs statements that find everything by key, so that statistics that are out of date change no plan. */
  private byKey<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.database.query(LOOK_UP, ['off', '1']);
      const result = await work();
      await this.database.query(LOOK_UP, ['on', '8']);
      return result;
    });
  }
}

const chunksOf = (people: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(people.length / FEW) }, (_, index) => people.slice(index * FEW, (index + 1) * FEW));
