/**
 * @slow races what wakes or ends a run against the round that arms it, some hundred times
 */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventPartitions } from '@dundun/events';
import { createLogger } from '@dundun/platform/config';
import { newId, type Database } from '@dundun/platform/database';
import type { FeedEntry, Followed } from '@dundun/segments';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { setTimeout as after } from 'node:timers/promises';
import { automationServices } from './testing.js';

const RACES = repetitions(200, 10_000);
const AT_ONCE = 4;
const SPREAD_MS = 5;
/** How far the head start moves after each race against its winner, so that both orders occur on any machine. */
const STEP_MS = 0.3;
/** Each order has to occur, or nothing raced. */
const EACH_ORDER = RACES / 20;

const SEGMENT = newId();
const out = { id: 'out', kind: 'exit' };
const thank = { id: 'thank', kind: 'update', changes: [{ set: 'thank', to: true }], next: 'out' };
const wait = (...wake: object[]) => ({ id: 'wait', kind: 'wait', wake, timeout: { days: 1 }, else: 'out' });
const graph = (extra: object, ...steps: object[]) => ({
  trigger: { kind: 'event', event: 'Started' },
  first: 'wait',
  steps: [...steps, thank, out],
  ...extra,
});
const WOKEN = { path: '0 0, 1 next, 2 done', end_reason: 'done', made: 1 };

type Services = Awaited<ReturnType<typeof automationServices>>;

describe('what happens to a person within 5 ms of the arming of a run', () => {
  const db = useDatabase();
  let workspaceId: number;
  let stepper: Services;
  let follower: { database: Database; services: Services };
  const chance = randomFrom(SEED);
  let headStart = 0;

  beforeAll(async () => {
    await new EventPartitions(db.database, createLogger('test', 'silent')).ensure();
    const database = await db.another();
    stepper = await automationServices(db.database);
    follower = { database, services: await automationServices(database) };
  });
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
  });

  /** As the consumer of the feed does it: in a transaction of another process, after the commit of what happened. */
  const follow = (followed: Partial<Followed>) =>
    follower.database.transaction(() =>
      follower.services.follower.follow({ workspaceId, entries: [], changes: [], ...followed }),
    );
  const track = async (person: string, name: string) => {
    const id = newId();
    await follower.database.execute(`INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, $2, $3, $4)`, [workspaceId, id, person, name]); // prettier-ignore
    const entries = await follower.database.query<FeedEntry & Record<string, unknown>>(`SELECT xid::text, id, 'event.tracked' AS type, received_at AS at, person_id, name, NULL AS uid, NULL AS list_id, NULL AS message_id, NULL AS changed FROM events WHERE workspace_id = $1 AND id = $2`, [workspaceId, id]); // prettier-ignore
    await follow({ entries });
  };
  const enterSegment = async (person: string) => {
    await follower.database.execute(`INSERT INTO segment_changes (workspace_id, segment_id, person_id, entered, cause) VALUES ($1, $2, $3, true, 'change')`, [workspaceId, SEGMENT, person]); // prettier-ignore
    await follow({ changes: [{ segment_id: SEGMENT, person_id: person, entered: true, cause: 'change' }] });
  };

  const anEntrant = async () => {
    const person = newId();
    await db.database.execute(`INSERT INTO people (workspace_id, id, uid, uid_updateable) VALUES ($1, $2, $3, false)`, [workspaceId, person, `u ${person}`]); // prettier-ignore
    await track(person, 'Started');
    const [run] = await db.database.query<{ id: string }>(`SELECT id FROM enrolments WHERE workspace_id = $1 AND person_id = $2`, [workspaceId, person]); // prettier-ignore
    return { person, run: run?.id as string };
  };
  const outcome = async (run: string, person: string) => {
    const [row] = await db.database.query(
      `SELECT e.end_reason, (SELECT count(*)::int FROM made WHERE person_id = $2) AS made,
         (SELECT string_agg(v.step || ' ' || v.outcome, ', ' ORDER BY v.visit) FROM step_visits v
          WHERE v.workspace_id = e.workspace_id AND v.enrolment_id = e.id) AS path
       FROM enrolments e WHERE e.id = $1`,
      [run, person],
    );
    return row;
  };

  /** Lets one run be armed while something happens to its person. @returns whether it happened before */
  const race = async (happens: (person: string) => Promise<void>, expected: object): Promise<boolean> => {
    const { person, run } = await anEntrant();
    const first: string[] = [];
    await Promise.all([
      after(chance() * SPREAD_MS + Math.max(headStart, 0)).then(async () => {
        await stepper.steps.round(workspaceId, 1, [run]);
        first.push('armed');
      }),
      after(chance() * SPREAD_MS + Math.max(-headStart, 0)).then(async () => {
        await happens(person);
        first.push('happened');
      }),
    ]);
    while ((await stepper.steps.round(workspaceId, 1, [run])) > 0);
    expect(await outcome(run, person)).toEqual(expected);
    const isBefore = first[0] === 'happened';
    headStart += isBefore ? -STEP_MS : STEP_MS;
    return isBefore;
  };

  it.each([
    ['an event wakes it once', graph({}, wait({ event: 'Ordered', next: 'thank' })), track, WOKEN],
    ['a segment wakes it once', graph({}, wait({ segment: SEGMENT, next: 'thank' })), enterSegment, WOKEN],
    [
      'its goal ends it once',
      graph({ goal: { event: 'Ordered' } }, wait({ event: 'Other', next: 'thank' })),
      track,
      { path: null, end_reason: 'goal', made: 0 },
    ],
  ])(
    `is never missed, and never counts twice: %s, in ${RACES} races`,
    async (_, definition, happen, expected) => {
      await stepper.publish(workspaceId, definition, { segments: new Set([SEGMENT]) });
      let before = 0;
      const racer = async () => {
        for (let count = 0; count < RACES / AT_ONCE; count++)
          if (await race((person) => happen(person, 'Ordered'), expected)) before++;
      };
      await Promise.all(Array.from({ length: AT_ONCE }, racer));
      expect(Math.min(before, RACES - before)).toBeGreaterThanOrEqual(EACH_ORDER);
    },
    repetitions(300_000, 3_600_000),
  );
});
