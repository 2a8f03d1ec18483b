import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventPartitions } from '@dundun/events';
import { createLogger } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import type { FeedEntry, Followed } from '@dundun/segments';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { automationServices } from './testing.js';

const [LIST, SEGMENT] = [newId(), newId()];
const known = { lists: new Set([LIST]), segments: new Set([SEGMENT]) };
const started = { kind: 'event', event: 'Started', key: 'order' };
const out = { id: 'out', kind: 'exit' };
const note = (id: string, next: string) => ({ id, kind: 'update', changes: [{ set: id, to: true }], next });
const wait = { id: 'wait', kind: 'wait', wake: [{ event: 'Ordered', same: { property: 'order', entry: 'order' }, next: 'thank' }], timeout: { days: 1 }, else: 'remind' }; // prettier-ignore
const CART = {
  trigger: started,
  settings: { reentry: { policy: 'each_key' } },
  first: 'wait',
  steps: [wait, note('thank', 'out'), note('remind', 'out'), out],
};

describe('automations', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Awaited<ReturnType<typeof automationServices>>;
  beforeAll(() => new EventPartitions(db.database, createLogger('test', 'silent')).ensure());
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    all = await automationServices(db.database);
  });

  const run = (statement: string, ...values: unknown[]) => db.database.execute(statement, [workspaceId, ...values]);
  const rows = <T extends Record<string, unknown>>(statement: string, ...values: unknown[]) =>
    db.database.query<T>(statement, [workspaceId, ...values]);
  const aPerson = async (meta = {}) => {
    const id = newId();
    await run(`INSERT INTO people (workspace_id, id, uid, uid_updateable, meta) VALUES ($1, $2, $3, false, $4)`, id, `u ${id}`, meta); // prettier-ignore
    return id;
  };
  const track = async (person: string, name: string, properties: object = { order: 'o1' }): Promise<FeedEntry> => {
    const id = newId();
    await run(`INSERT INTO events (workspace_id, id, person_id, name, properties) VALUES ($1, $2, $3, $4, $5)`, id, person, name, properties); // prettier-ignore
    const [entry] = await rows<FeedEntry>(`SELECT xid::text, id, 'event.tracked' AS type, received_at AS at, person_id, name, NULL AS uid, NULL AS list_id, NULL AS message_id, NULL AS changed FROM events WHERE workspace_id = $1 AND id = $2`, id); // prettier-ignore
    return entry as FeedEntry;
  };
  const follow = (entries: FeedEntry[], changes: Followed['changes'] = []) =>
    db.database.transaction(() => all.follower.follow({ workspaceId, entries, changes }));
  const happens = async (person: string, name: string, properties?: object) =>
    follow([await track(person, name, properties)]);
  /** Steps until nothing is due. */
  const settle = async () => {
    while ((await all.steps.round(workspaceId)) > 0);
  };
  const pass = () =>
    run(`UPDATE enrolments SET due_at = now() - interval '1 second' WHERE workspace_id = $1 AND due_at IS NOT NULL`);
  const paths = async () => {
    const found = await rows<{ path: string; end_reason: string | null }>(
      `SELECT e.end_reason, coalesce(string_agg(v.step || ' ' || v.outcome, ', ' ORDER BY v.visit), '') AS path
       FROM enrolments e LEFT JOIN step_visits v ON v.workspace_id = e.workspace_id AND v.enrolment_id = e.id
       WHERE e.workspace_id = $1 GROUP BY e.id, e.end_reason ORDER BY e.id`,
    );
    return found.map(({ path, end_reason }) => `${path}${path && ' → '}${end_reason ?? 'inside'}`);
  };
  const made = async () => Number((await db.database.query<{ count: string }>(`SELECT count(*) FROM made m JOIN people p ON p.id = m.person_id AND p.workspace_id = $1`, [workspaceId]))[0]?.count); // prettier-ignore

  it('enters a person once for each event, and goes on by the event that the wait is for', async () => {
    await all.publish(workspaceId, CART);
    const [person, other] = [await aPerson(), await aPerson()];
    const entry = await track(person, 'Started');
    await follow([entry, await track(other, 'Viewed')]);
    await follow([entry]);
    await settle();
    expect(await paths()).toEqual(['inside']);
    await happens(other, 'Ordered');
    await happens(person, 'Ordered', { order: 'o2' });
    await settle();
    expect(await paths()).toEqual(['inside']);
    await happens(person, 'Ordered');
    await happens(person, 'Ordered');
    await settle();
    expect(await paths()).toEqual(['0 0, 1 next, 3 done → done']);
    expect(await made()).toBe(1);
    const counts = await rows(`SELECT step, outcome, sum(count)::int AS count FROM step_counts WHERE workspace_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`); // prettier-ignore
    expect(counts).toEqual([
      { step: -1, outcome: 'done', count: 1 },
      { step: -1, outcome: 'entered', count: 1 },
      { step: 0, outcome: '0', count: 1 },
      { step: 1, outcome: 'next', count: 1 },
      { step: 3, outcome: 'done', count: 1 },
    ]);
    expect(await rows('SELECT FROM waits WHERE workspace_id = $1')).toEqual([]);
  });

  it('goes on by the deadline of a wait, and decides a branch for all people together', async () => {
    const branch = { id: 'who', kind: 'branch', branches: [{ match: { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' }, next: 'thank' }], else: 'remind' }; // prettier-ignore
    await all.publish(workspaceId, { ...CART, first: 'nap', steps: [{ id: 'nap', kind: 'delay', for: { days: 1 }, next: 'wait' }, { ...wait, else: 'who' }, branch, ...CART.steps.slice(1)] }); // prettier-ignore
    for (const meta of [{ plan: 'pro' }, {}]) await happens(await aPerson(meta), 'Started');
    await settle();
    expect(await paths()).toEqual(['inside', 'inside']);
    for (let time = 0; time < 2; time++) {
      await pass();
      await settle();
    }
    const [pro, none] = await paths();
    expect([pro, none]).toEqual([expect.stringMatching(/^0 next, 1 else, 2 0, .*done$/), expect.stringMatching(/^0 next, 1 else, 2 else, .*done$/)]); // prettier-ignore
  });

  describe('a wait is armed without a race', () => {
    beforeEach(async () => void (await all.publish(workspaceId, CART)));

    it('finds an event that was followed before the wait was there', async () => {
      const person = await aPerson();
      await happens(person, 'Started');
      await happens(person, 'Ordered');
      expect(await all.steps.round(workspaceId)).toBe(1);
      expect(await paths()).toEqual(['inside']);
      await settle();
      expect(await paths()).toEqual(['0 0, 1 next, 3 done → done']);
    });

    it('is woken once by an event between arming and looking', async () => {
      const person = await aPerson();
      await happens(person, 'Started');
      await all.steps.round(workspaceId);
      await happens(person, 'Ordered');
      await settle();
      expect(await paths()).toEqual(['0 0, 1 next, 3 done → done']);
      expect(await made()).toBe(1);
    });

    it('finds an event that commits while the wait is armed', async () => {
      const person = await aPerson();
      await happens(person, 'Started');
      const arm = all.waits.arm.bind(all.waits);
      jest.spyOn(all.waits, 'arm').mockImplementationOnce(async (...given) => {
        // On a connection of its own: it is committed and followed before the wait is visible.
        await db.database.detached(() => happens(person, 'Ordered'));
        return arm(...given);
      });
      await settle();
      expect(await paths()).toEqual(['0 0, 1 next, 3 done → done']);
    });
  });

  describe('after a crash before the commit', () => {
    it('enters and wakes once', async () => {
      await all.publish(workspaceId, CART);
      const person = await aPerson();
      const entries = [await track(person, 'Started')];
      const crash = db.database.transaction(async () => {
        await all.follower.follow({ workspaceId, entries, changes: [] });
        throw new Error('crash');
      });
      await expect(crash).rejects.toThrow('crash');
      expect(await paths()).toEqual([]);
      await follow(entries);
      expect(await paths()).toEqual(['inside']);
    });

    it('makes each effect once, and puts off only the run that fails', async () => {
      await all.publish(workspaceId, { ...CART, first: 'thank', steps: [note('thank', 'out'), out] });
      const people = [await aPerson(), await aPerson(), await aPerson(), await aPerson(), await aPerson()];
      for (const person of people) await happens(person, 'Started');
      all.ledger.failsFor.add(people[2] as string);
      await all.steps.round(workspaceId);
      const done = '0 next, 1 done → done';
      expect((await paths()).filter((path) => path === done)).toHaveLength(4);
      expect(await made()).toBe(4);
      expect(await rows(`SELECT person_id, tries, error, due_at > now() AS is_later FROM enrolments WHERE workspace_id = $1 AND ended_at IS NULL`)).toEqual([{ person_id: people[2], tries: 1, error: 'the ledger is full', is_later: true }]); // prettier-ignore
      for (let time = 0; time < 4; time++) {
        await pass();
        await all.steps.round(workspaceId);
      }
      expect(await paths()).toContain('failed');
      expect(await made()).toBe(4);
    });

    it('repeats a round of which nothing is left', async () => {
      await all.publish(workspaceId, { ...CART, first: 'thank', steps: [note('thank', 'out'), out] });
      await happens(await aPerson(), 'Started');
      const write = all.enrolments.write.bind(all.enrolments);
      jest.spyOn(all.enrolments, 'write').mockImplementationOnce(async (...given) => {
        await write(...given);
        throw new Error('crash');
      });
      await all.steps.round(workspaceId);
      expect([await paths(), await made()]).toEqual([['inside'], 0]);
      await pass();
      await settle();
      expect([await paths(), await made()]).toEqual([['0 next, 1 done → done'], 1]);
    });
  });

  describe('re-entry', () => {
    const STAY = { first: 'nap', steps: [{ id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' }, out] };
    const GO = { first: 'out', steps: [out] };
    it.each([
      ['never', {}, GO, ['a', 'a', 'b'], 1],
      ['after_end', {}, STAY, ['a', 'a', 'b'], 1],
      ['after_end', {}, GO, ['a', 'a', 'b'], 3],
      ['after_days', { days: 2 }, GO, ['a', 'a'], 1],
      ['each_key', {}, STAY, ['a', 'a', 'b', 'c'], 3],
      ['each_key', {}, GO, ['a', 'a', 'b'], 2],
      ['each_key', { at_once: 2 }, STAY, ['a', 'b', 'c', 'd'], 2],
      ['each_key', { at_once: 1 }, GO, ['a', 'b', 'c'], 3],
    ])('%s %j', async (policy, more, graph, keys, entered) => {
      const settings = { reentry: { policy, ...more } };
      await all.publish(workspaceId, { trigger: started, settings, ...graph });
      const [alone, together] = [await aPerson(), await aPerson()];
      for (const order of keys) {
        await happens(alone, 'Started', { order });
        await settle();
      }
      expect(await paths()).toHaveLength(entered);
      const entries: FeedEntry[] = [];
      for (const order of keys) entries.push(await track(together, 'Started', { order }));
      await follow(entries);
      const most = policy === 'each_key' ? Math.min(new Set(keys).size, 'at_once' in more ? more.at_once : 9) : 1;
      expect(await paths()).toHaveLength(entered + most);
    });

    it('after_days lets a person in again when they are over', async () => {
      await all.publish(workspaceId, { trigger: started, settings: { reentry: { policy: 'after_days', days: 2 } }, ...GO }); // prettier-ignore
      const person = await aPerson();
      await happens(person, 'Started');
      await settle();
      await run(`UPDATE enrolments SET entered_at = entered_at - interval '3 days' WHERE workspace_id = $1`);
      await happens(person, 'Started');
      expect(await paths()).toHaveLength(2);
    });

    it('refuses who is not known, old events, events without the key, and data over 8 KB', async () => {
      await all.publish(workspaceId, CART);
      const person = await aPerson();
      await happens(newId(), 'Started');
      await happens(person, 'Started', {});
      await happens(person, 'Started', { order: 'big', text: 'x'.repeat(8_200) });
      const old = await track(person, 'Started');
      await run(`UPDATE events SET occurred_at = now() - interval '25 hours' WHERE workspace_id = $1 AND id = $2`, old.id); // prettier-ignore
      await follow([old]);
      expect(await paths()).toEqual([]);
    });
  });

  it('ends a run by its goal, its exit and its list, from the moment of the entrance on', async () => {
    const graph = { ...CART, goal: { event: 'Paid' }, settings: { ...CART.settings, list: LIST, exit_when: SEGMENT } };
    await all.publish(workspaceId, graph, known);
    const [before, paid, exits, leaves] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()];
    await follow([await track(before, 'Paid'), await track(before, 'Started')]);
    await follow([await track(paid, 'Started'), await track(paid, 'Paid')]);
    for (const person of [exits, leaves]) await happens(person, 'Started');
    await settle();
    await follow([], [{ person_id: exits, segment_id: SEGMENT, entered: true, cause: 'change' }]);
    const left = { ...(await track(leaves, 'x')), type: 'subscriber.unsubscribed', name: null, person_id: null, uid: `u ${leaves}`, list_id: LIST }; // prettier-ignore
    await follow([left]);
    await settle();
    const ends = await rows<{ person_id: string; end_reason: string | null }>('SELECT person_id, end_reason FROM enrolments WHERE workspace_id = $1'); // prettier-ignore
    expect(new Map(ends.map(({ person_id, end_reason }) => [person_id, end_reason]))).toEqual(
      new Map([[before, null], [paid, 'goal'], [exits, 'exit'], [leaves, 'left']]), // prettier-ignore
    );
    expect(await rows(`SELECT DISTINCT person_id FROM waits WHERE workspace_id = $1`)).toEqual([{ person_id: before }]);
  });

  it('enters who comes into a segment, but not by its definition', async () => {
    const trigger = { kind: 'segment', segment: SEGMENT, change: 'enters' };
    await all.publish(workspaceId, { trigger, first: 'out', steps: [out] }, known);
    const change = { segment_id: SEGMENT, entered: true };
    await follow([], [
      { ...change, person_id: await aPerson(), cause: 'definition' },
      { ...change, person_id: await aPerson(), cause: 'change' },
    ]); // prettier-ignore
    expect(await paths()).toEqual(['inside']);
  });

  it('steps nothing while the automation is paused, and ends who is gone', async () => {
    await all.publish(workspaceId, CART);
    const person = await aPerson();
    await happens(person, 'Started');
    await run(`UPDATE automations SET state = 'paused' WHERE workspace_id = $1`);
    expect(await all.steps.round(workspaceId)).toBe(0);
    await run(`UPDATE automations SET state = 'live' WHERE workspace_id = $1`);
    await run(`DELETE FROM people WHERE workspace_id = $1 AND id = $2`, person);
    await settle();
    expect(await paths()).toEqual(['erased']);
  });

  describe('what automations keep of a person', () => {
    const person = (id: string) => ({ id, uid: id, uid_updateable: false, email: null, number: null });
    const ends = async () => {
      const counted = await rows<{ outcome: string; count: number }>(`SELECT outcome, sum(count)::int AS count FROM step_counts WHERE workspace_id = $1 AND step = -1 GROUP BY 1`); // prettier-ignore
      return Object.fromEntries(counted.map(({ outcome, count }) => [outcome, count]));
    };
    const erase = (id: string) => all.rows.eraseChunk({ workspaceId, personId: id, uids: [], before: new Date() });

    it('moves with a merge; where both are inside, one run ends', async () => {
      await all.publish(workspaceId, CART);
      const [from, to] = [await aPerson(), await aPerson()];
      for (const each of [from, to]) await happens(each, 'Started');
      await happens(from, 'Started', { order: 'o2' });
      await settle();
      await db.database.transaction(() => all.rows.merge({ workspaceId, from: person(from), to: person(to), requestId: null })); // prettier-ignore
      expect((await paths()).sort()).toEqual(['inside', 'inside', 'merged']);
      expect(await ends()).toEqual({ entered: 3, merged: 1 });
      expect(await rows('SELECT DISTINCT person_id FROM waits WHERE workspace_id = $1')).toEqual([{ person_id: to }]);
      await happens(to, 'Ordered', { order: 'o2' });
      await settle();
      expect((await paths()).sort()).toEqual(['0 0, 1 next, 3 done → done', 'inside', 'merged']);
    });

    it('is exported, and goes with an erasure; the run stays in the numbers as nobody’s', async () => {
      await all.publish(workspaceId, CART);
      const id = await aPerson();
      await happens(id, 'Started');
      await settle();
      const exported: object[] = [];
      for await (const part of all.rows.export({ workspaceId, personId: id, uids: [], addresses: [] })) exported.push(part); // prettier-ignore
      expect(exported).toMatchObject([{ table: 'enrolments', rows: [{ key: 'o1', name: 'An automation' }] }]);
      expect([await erase(id), await erase(id)]).toEqual([1, 0]);
      expect(await ends()).toEqual({ entered: 1, erased: 1 });
      expect(await rows('SELECT key, vars, end_reason FROM enrolments WHERE workspace_id = $1')).toEqual([{ key: '', vars: {}, end_reason: 'erased' }]); // prettier-ignore
      expect(await rows('SELECT FROM waits WHERE workspace_id = $1')).toEqual([]);
    });
  });
});
