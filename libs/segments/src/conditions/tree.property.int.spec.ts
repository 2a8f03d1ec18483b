/** @slow decides random trees for random people, in four zones */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { EventPartitions } from '@dundun/events';
import { createLogger } from '@dundun/platform/config';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { leavesOf, type SegmentNode } from '@dundun/domain';
import { v7 } from 'uuid';
import { EventCounts } from '../counts/event-counts.repository.js';
import { EventNames } from '../counts/event-names.repository.js';
import { NIL, type SegmentPlan } from './plan.js';
import { randomFacts, randomTree, storeFacts } from '../testing-facts.js';
import { holds, leafHolds } from '../testing-reference.js';
import { printDecisions, printExplained, printFew, printSlice, type PrintedStatement } from './tree.statements.js';

const TREES = repetitions(120, 2_000);
const PEOPLE = repetitions(120, 300);
const EVENTS = repetitions(2_500, 20_000);

/** Each with a day on which its clock changes, or the day after. */
const PLACES = [
  ['America/New_York', '2026-03-08'],
  ['Europe/Berlin', '2026-03-30'],
  ['Africa/Lagos', '2026-03-09'],
  ['Asia/Kathmandu', '2026-03-08'],
] as const;

describe('the printers', () => {
  const db = useDatabase();

  beforeAll(() => new EventPartitions(db.database, createLogger('test', 'silent')).ensure());

  const ids = async ({ text, values }: PrintedStatement) =>
    (await db.database.query<{ id: string }>(text, values)).map(({ id }) => id).sort();

  /** Counts all events of the workspace for the trees, as a backfill does. */
  const counted = async (workspaceId: number, zone: string, trees: SegmentNode[]) => {
    await db.database.execute(
      `INSERT INTO segment_positions (workspace_id, xid) VALUES ($1, pg_snapshot_xmax(pg_current_snapshot()))`,
      [workspaceId],
    );
    const names = await new EventNames(db.database).ensure(workspaceId, zone, trees);
    const counts = new EventCounts(db.database);
    while (await counts.backfill(workspaceId, 50)) continue;
    return names;
  };

  it.each(PLACES)(
    'find the people whom the reference finds, in %s on %s',
    async (zone, today) => {
      const random = randomFrom(SEED);
      const [workspaceId, other] = [await aWorkspace(db.database), await aWorkspace(db.database)];
      const [lists, segments] = [[v7(), v7()], [v7()]];
      const { people, facts } = randomFacts(random, {
        people: PEOPLE,
        events: EVENTS,
        ...{ zone, today, lists, segments },
      });
      await storeFacts(db.database, workspaceId, people, facts);
      // The same lists, segments and names in another workspace change nothing.
      const foreign = randomFacts(random, { people: 20, events: 200, ...{ zone, today, lists, segments } });
      await storeFacts(db.database, other, foreign.people, foreign.facts);
      const trees = Array.from({ length: Math.ceil(TREES / PLACES.length) }, () => randomTree(random, lists, segments));
      const names = await counted(workspaceId, zone, trees);
      const sorted = people.map(({ id }) => id).sort();
      const middle = sorted[Math.floor(PEOPLE / 2)] as string;
      for (const tree of trees) {
        const plan: SegmentPlan = { workspaceId, tree, zone, today, names };
        const expected = people
          .filter((person) => holds(tree, person, facts))
          .map(({ id }) => id)
          .sort();
        const halves = [
          ...(await ids(printSlice(plan, { after: NIL, to: middle }))),
          ...(await ids(printSlice(plan, { after: middle, to: null }))),
        ];
        expect({ tree, found: halves }).toEqual({ tree, found: expected });
        expect({ tree, found: await ids(printFew(plan, sorted)) }).toEqual({ tree, found: expected });
      }
      // Many at once, which share their joins; who is no person matches nothing.
      for (let at = 0; at < trees.length; at += 10) {
        const some = trees.slice(at, at + 10);
        const { text, values } = printDecisions({ workspaceId, zone, today, names }, some, [...sorted, v7()]);
        const rows = await db.database.query<{ person_id: string; holds: string }>(text, values);
        expect(rows).toHaveLength(sorted.length + 1);
        for (const { person_id, holds: decided } of rows) {
          const person = people.find(({ id }) => id === person_id);
          const expected = some.map((tree) => (person && holds(tree, person, facts) ? 't' : 'f'));
          expect({ some, decided }).toEqual({ some, decided: `{${expected.join(',')}}` });
        }
      }
    },
    600_000,
  );

  it('explain each leaf as it is decided', async () => {
    const random = randomFrom(SEED + 1);
    const workspaceId = await aWorkspace(db.database);
    const [zone, today, lists, segments] = ['Africa/Lagos', '2026-03-09', [v7()], [v7()]] as const;
    const { people, facts } = randomFacts(random, { people: 10, events: 300, zone, today, lists: [...lists], segments: [...segments] }); // prettier-ignore
    await storeFacts(db.database, workspaceId, people, facts);
    const trees = Array.from({ length: 30 }, () => randomTree(random, [...lists], [...segments]));
    const names = await counted(workspaceId, zone, trees);
    for (const tree of trees) {
      const person = people[Math.floor(random() * people.length)] as (typeof people)[number];
      const { text, values } = printExplained({ workspaceId, tree, zone, today, names }, person.id);
      const [row] = await db.database.query<{ holds: boolean; leaves: { holds: boolean }[] }>(text, values);
      expect(row?.holds).toBe(holds(tree, person, facts));
      expect(row?.leaves.map((leaf) => leaf.holds)).toEqual(
        leavesOf(tree).map((leaf) => leafHolds(leaf, person, facts)),
      );
    }
  });

  it('read no table by a subplan for each person, whatever is around a leaf', async () => {
    const random = randomFrom(SEED + 2);
    const [workspaceId, lists, segments] = [await aWorkspace(db.database), [v7()], [v7()]];
    for (let round = 0; round < 100; round++) {
      const [one, two] = [randomTree(random, lists, segments, 0), randomTree(random, lists, segments, 0)];
      const tree: SegmentNode = { any: [{ not: one }, { all: [{ not: { any: [two, one] } }, one] }] };
      const plan: SegmentPlan = { workspaceId, tree, zone: 'UTC', today: '2026-03-09', names: new Map() };
      for (const { text, values } of [
        printSlice(plan, { after: NIL, to: v7() }),
        printFew(plan, [v7(), v7()]),
        printDecisions(plan, [tree, one], [v7(), v7()]),
      ]) {
        const rows = await db.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
        const shown = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(shown).not.toMatch(/SubPlan|InitPlan/);
      }
    }
  });
});
