/** @slow moves 2,000 people while events come in, or 50,000 in a long run */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventPartitions } from '@dundun/events';
import { createLogger } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import type { FeedEntry } from '@dundun/segments';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { repetitions } from '@dundun/testing/repetitions';
import { automationServices } from '../testing.js';

const PEOPLE = repetitions(2_000, 50_000);
const BATCH = 100;
const out = { id: 'out', kind: 'exit' };
const note = (id: string, next = 'out') => ({ id, kind: 'update', changes: [{ set: id, to: true }], next });
const nap = { id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' };
const waitFor = (event: string, next = 'thank', days = 1) => ({ id: 'wait', kind: 'wait', wake: [{ event, next }], timeout: { days }, else: 'out' }); // prettier-ignore
const graph = (...steps: { id: string }[]) => ({
  trigger: { kind: 'event', event: 'Started' },
  settings: { reentry: { policy: 'after_end' } },
  first: steps[0]?.id,
  steps: [...steps, out],
});
const SELECT = `SELECT xid::text, id, 'event.tracked' AS type, received_at AS at, person_id, name, NULL AS uid, NULL AS list_id, NULL AS message_id, NULL AS changed FROM events`; // prettier-ignore

describe('moving people to another version', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Awaited<ReturnType<typeof automationServices>>;
  beforeAll(() => new EventPartitions(db.database, createLogger('test', 'silent')).ensure());
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    all = await automationServices(db.database);
  });

  const rows = <T extends Record<string, unknown>>(statement: string, ...values: unknown[]) =>
    db.database.query<T>(statement, [workspaceId, ...values]);
  const follow = (entries: FeedEntry[]) =>
    db.database.transaction(() => all.follower.follow({ workspaceId, entries, changes: [] }));
  const people = async (count: number) => {
    const ids = Array.from({ length: count }, newId);
    await rows(`INSERT INTO people (workspace_id, id, uid, uid_updateable) SELECT $1, id, 'u ' || id, false FROM unnest($2::uuid[]) AS id`, ids); // prettier-ignore
    return ids;
  };
  const happens = async (ids: readonly string[], name: string) => {
    await rows(`INSERT INTO events (workspace_id, id, person_id, name) SELECT $1, gen_random_uuid(), id, $3 FROM unnest($2::uuid[]) AS id`, ids, name); // prettier-ignore
    await follow(await rows<FeedEntry & Record<string, unknown>>(`${SELECT} WHERE workspace_id = $1 AND name = $3 AND person_id = ANY($2::uuid[])`, ids, name)); // prettier-ignore
  };
  const settle = async () => {
    while ((await all.steps.round(workspaceId)) > 0);
  };
  const run = async () => (await rows<{ id: string; version: number; step: number; visit: number; due_at: Date | null; end_reason: string | null }>('SELECT * FROM enrolments WHERE workspace_id = $1'))[0]; // prettier-ignore
  const path = async () =>
    (await rows<{ path: string }>(`SELECT version || ' ' || step || ' ' || outcome AS path FROM step_visits WHERE workspace_id = $1 ORDER BY visit`)).map((row) => row.path); // prettier-ignore
  /** Brings a person in and to rest, publishes another version, and moves everybody. */
  const move = async (before: object, after: object) => {
    const id = await all.publish(workspaceId, before);
    const [person] = (await people(1)) as [string];
    await happens([person], 'Started');
    await settle();
    return { id, person, moved: await moveTo(id, after) };
  };
  const moveTo = async (id: string, after: object) => {
    await all.publish(workspaceId, after, {}, id);
    const version = Number((await rows('SELECT live_version FROM automations WHERE workspace_id = $1'))[0]?.live_version); // prettier-ignore
    await all.moves.begin(workspaceId, id, version);
    const opened = await all.moves.latest(workspaceId, id);
    if (!opened) throw new Error('no move has begun');
    await all.moving.pass(opened);
    return all.moves.latest(workspaceId, id);
  };

  it('a delay keeps the instant that was set, at its new number', async () => {
    const id = await all.publish(workspaceId, graph(nap));
    await happens(await people(1), 'Started');
    await settle();
    const before = await run();
    const after = graph(note('first', 'nap'), { ...nap, for: { days: 9 } } as typeof nap);
    expect(await moveTo(id, after)).toMatchObject({ version: 2, moved: 1, ended: 0, finished_at: expect.any(Date) });
    expect(await run()).toMatchObject({ version: 2, step: 1, visit: 2, due_at: before?.due_at, end_reason: null });
    expect(await path()).toEqual(['1 0 moved']);
    const counts = await rows(`SELECT version, step, outcome, sum(count)::int AS count FROM step_counts WHERE workspace_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2`); // prettier-ignore
    expect(counts).toEqual([
      { version: 1, step: -1, outcome: 'entered', count: 1 },
      { version: 1, step: 0, outcome: 'moved', count: 1 },
    ]);
  });

  it('a wait is armed again: it hears what the new version waits for, also from before the move', async () => {
    const { person } = await move(graph(waitFor('Ordered'), note('thank')), graph(waitFor('Paid'), note('thank')));
    await settle();
    await happens([person], 'Ordered');
    await settle();
    expect(await run()).toMatchObject({ version: 2, end_reason: null });
    await happens([person], 'Paid');
    await settle();
    expect(await path()).toEqual(['1 0 moved', '2 0 0', '2 1 next', '2 2 done']);
  });

  it('an event that woke the wait just before the move opens the way of the new version', async () => {
    const id = await all.publish(workspaceId, graph(waitFor('Ordered'), note('thank')));
    const ids = await people(1);
    await happens(ids, 'Started');
    await settle();
    await happens(ids, 'Ordered');
    const other = { ...waitFor('Viewed'), wake: [{ event: 'Viewed', next: 'out' }, { event: 'Ordered', next: 'thank' }] }; // prettier-ignore
    await moveTo(id, graph(other, note('thank')));
    await settle();
    expect(await path()).toEqual(['1 0 moved', '2 0 1', '2 1 next', '2 2 done']);
  });

  it('who was woken by more than a look would read goes by the way that was opened', async () => {
    const id = await all.publish(workspaceId, graph(waitFor('Ordered'), note('thank')));
    const ids = await people(1);
    await happens(ids, 'Started');
    await settle();
    await happens(ids, 'Ordered');
    await rows(`DELETE FROM events WHERE workspace_id = $1 AND name = 'Ordered'`);
    await moveTo(id, graph({ ...waitFor('Ordered'), wake: [{ event: 'Viewed', next: 'out' }, { event: 'Ordered', next: 'thank' }] } as never, note('thank'))); // prettier-ignore
    await settle();
    expect(await path()).toEqual(['1 0 moved', '2 0 1', '2 1 next', '2 2 done']);
  });

  it('a webhook that was answered takes its way in the new version, and one that was not stays', async () => {
    const hook = { id: 'hook', kind: 'webhook', url: 'https://example.com/hook', next: 'thank', failed: 'out' };
    const id = await all.publish(workspaceId, graph(hook, note('thank')));
    const [answered] = (await people(2)) as [string, string];
    await happens((await rows<{ id: string }>('SELECT id FROM people WHERE workspace_id = $1')).map((row) => row.id), 'Started'); // prettier-ignore
    await settle();
    await rows(`UPDATE enrolments SET way = 'next', due_at = now() + interval '1 hour' WHERE workspace_id = $1 AND person_id = $2`, answered); // prettier-ignore
    await moveTo(id, graph(note('first', 'hook'), hook, note('thank')));
    const moved = await rows(`SELECT person_id, step, way FROM enrolments WHERE workspace_id = $1 AND version = 2`);
    expect(moved).toEqual([{ person_id: answered, step: 1, way: 'next' }]);
    await rows(
      `UPDATE enrolments SET due_at = date_trunc('milliseconds', now()) WHERE workspace_id = $1 AND version = 2`,
    );
    await settle();
    expect(await path()).toEqual(['1 0 moved', '2 1 next', '2 2 next', '2 3 done']);
  });

  it('the new timeout counts from when the person came', async () => {
    await move(graph(waitFor('Ordered', 'out')), graph(waitFor('Ordered', 'out', 3)));
    await settle();
    const [row] = await rows<{ days: number }>(`SELECT round(extract(epoch FROM due_at - rests_since) / 86400)::int AS days FROM enrolments WHERE workspace_id = $1`); // prettier-ignore
    expect(row?.days).toBe(3);
  });

  it('who is at a step that the version lacks ends, also where the id names another kind', async () => {
    const { moved } = await move(graph(nap), graph({ ...note('nap') }));
    expect(moved).toMatchObject({ moved: 0, ended: 1, finished_at: expect.any(Date) });
    expect(await run()).toMatchObject({ version: 1, end_reason: 'removed', due_at: null });
    expect(await rows('SELECT FROM waits WHERE workspace_id = $1')).toEqual([]);
  });

  it('a goal of the new version ends a moved run, and the old one does not', async () => {
    const { person } = await move({ ...graph(nap), goal: { event: 'Old' } }, { ...graph(nap), goal: { event: 'New' } });
    await happens([person], 'Old');
    expect(await run()).toMatchObject({ end_reason: null });
    await happens([person], 'New');
    expect(await run()).toMatchObject({ version: 2, end_reason: 'goal' });
  });

  it('a run that fails at a step tries the step of the new version at once', async () => {
    const id = await all.publish(workspaceId, graph(note('thank')));
    const [person] = (await people(1)) as [string];
    all.ledger.failsFor.add(person);
    await happens([person], 'Started');
    await all.steps.round(workspaceId);
    all.ledger.failsFor.delete(person);
    await moveTo(id, graph(note('thank')));
    await settle();
    expect(await path()).toEqual(['1 0 moved', '2 0 next', '2 1 done']);
  });

  it(
    'nobody is lost and nobody twice while events come in, workers step and slices crash',
    async () => {
      const id = await all.publish(workspaceId, graph(waitFor('Ordered'), note('thank')));
      const ids = await people(PEOPLE);
      const batches = Array.from({ length: PEOPLE / BATCH }, (_, index) => ids.slice(index * BATCH, (index + 1) * BATCH)); // prettier-ignore
      for (const batch of batches) await happens(batch, 'Started');
      await settle();
      await all.publish(workspaceId, graph(note('again', 'wait'), waitFor('Ordered'), note('thank')), {}, id);
      await all.moves.begin(workspaceId, id, 2);
      const latest = async () => (await all.moves.latest(workspaceId, id)) ?? Promise.reject(new Error('no move'));
      let [isOver, crashes] = [false, 0];
      const events = async () => {
        for (const batch of batches) await happens(batch, 'Ordered');
      };
      const steps = async () => {
        while (!isOver) await all.steps.round(workspaceId, BATCH);
      };
      const mover = async () => {
        for (let slice = 0; !(await latest()).finished_at; slice++) {
          const opened = await latest();
          const crash = db.database.transaction(async () => {
            await all.moving.pass(opened, AbortSignal.abort(), BATCH / 2);
            if (slice % 3 === 0) throw new Error('crash');
          });
          await crash.catch(() => crashes++);
        }
      };
      await Promise.all([Promise.all([events(), mover()]).finally(() => (isOver = true)), steps()]);
      await settle();
      expect(crashes).toBeGreaterThan(0);
      const ends = await rows(`SELECT end_reason, count(*)::int AS runs, count(DISTINCT person_id)::int AS people FROM enrolments WHERE workspace_id = $1 GROUP BY 1`); // prettier-ignore
      expect(ends).toEqual([{ end_reason: 'done', runs: PEOPLE, people: PEOPLE }]);
      const paths = await rows<{ path: string; runs: number }>(
        `SELECT path, count(*)::int AS runs FROM (
           SELECT string_agg(visit || ':' || version || ' ' || step || ' ' || outcome, ', ' ORDER BY visit) AS path
           FROM step_visits WHERE workspace_id = $1 GROUP BY enrolment_id) AS each GROUP BY 1 ORDER BY 1`,
      );
      // By the old version to the end, moved while waiting, or moved after the wait: each step once, in its order.
      const possible = ['1:1 0 0, 2:1 1 next, 3:1 2 done', '1:1 0 moved, 2:2 1 0, 3:2 2 next, 4:2 3 done'];
      expect(paths.map(({ path }) => path).filter((each) => !possible.includes(each))).toEqual([]);
      const [made] = await rows(`SELECT count(*)::int AS made, count(DISTINCT m.person_id)::int AS people FROM made m JOIN people p ON p.workspace_id = $1 AND p.id = m.person_id`); // prettier-ignore
      expect(made).toEqual({ made: PEOPLE, people: PEOPLE });
      const moved = paths.find(({ path }) => path.includes('moved'))?.runs ?? 0;
      expect(await latest()).toMatchObject({ moved, ended: 0 });
    },
    repetitions(60_000, 600_000),
  );
});
