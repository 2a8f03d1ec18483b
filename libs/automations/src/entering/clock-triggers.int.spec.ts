import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@dundun/platform/database';
import type { FeedEntry } from '@dundun/segments';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { automationServices } from '../testing.js';

const DAY_MS = 86_400_000;
const SEGMENT = newId();
const dayIn = (days: number, years = 0) => {
  const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
};
const out = { id: 'out', kind: 'exit' };
const birthday = { kind: 'date', attribute: 'born', every: 'year', days: 0, at: '09:00' };

describe('triggers by time', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Awaited<ReturnType<typeof automationServices>>;
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    all = await automationServices(db.database);
    Object.assign(all.clocks.most, { looked: 2, entered: 2 });
  });

  const rows = <T extends Record<string, unknown>>(statement: string, ...values: unknown[]) =>
    db.database.query<T>(statement, [workspaceId, ...values]);
  const publish = (trigger: object, settings: object = {}) =>
    all.publish(workspaceId, { trigger, settings: { reentry: { policy: 'after_end' }, ...settings }, first: 'out', steps: [out] }, { segments: new Set([SEGMENT]), attributes: new Set(['born']) }); // prettier-ignore
  const aPerson = async (meta: object = {}, tz: string | null = null) => {
    const id = newId();
    await rows(`INSERT INTO people (workspace_id, id, uid, uid_updateable, meta, tz) VALUES ($1, $2, $3, false, $4, $5)`, id, `u ${id}`, meta, tz); // prettier-ignore
    return id;
  };
  /** Does what is to be done by the clocks now. */
  const tick = async () => {
    for (const clock of await all.clockRows.due())
      if (clock.workspace_id === workspaceId) while (await all.clocks.advance(clock));
    while ((await all.clocks.enterDue(workspaceId)) > 0);
  };
  const due = () => rows<{ person_id: string; day: string; due_at: Date }>(`SELECT person_id, day::text, due_at FROM due_entrances WHERE workspace_id = $1 ORDER BY due_at, person_id`); // prettier-ignore
  const pass = () => rows(`UPDATE due_entrances SET due_at = now() - interval '1 second' WHERE workspace_id = $1`);
  const inside = async () =>
    (await rows<{ person_id: string }>('SELECT person_id FROM enrolments WHERE workspace_id = $1 ORDER BY 1')).map(({ person_id }) => person_id); // prettier-ignore
  const change = async (id: string, meta: object) => {
    await rows('UPDATE people SET meta = $3 WHERE workspace_id = $1 AND id = $2', id, meta);
    const entry = { xid: '1', id: newId(), type: 'user.updated', at: new Date(), person_id: null, uid: `u ${id}`, name: null, list_id: null, message_id: null, changed: ['meta'] }; // prettier-ignore
    await db.database.transaction(() => all.follower.follow({ workspaceId, entries: [entry as FeedEntry], changes: [] })); // prettier-ignore
  };

  describe('by the day of an attribute', () => {
    it('look a day ahead in slices, in the zone of each person, and let each in once', async () => {
      await publish(birthday, { time_zone: 'Africa/Lagos' });
      const mine = await aPerson({ born: dayIn(1, -30) });
      const far = await aPerson({ born: dayIn(1, -20) }, 'Asia/Kathmandu');
      for (const born of [dayIn(20, -30), 'soon', 7, null]) await aPerson({ born });
      await tick();
      await tick();
      expect((await due()).map(({ person_id, due_at }) => [person_id, due_at.toISOString().slice(11)])).toEqual([
        [far, '03:15:00.000Z'],
        [mine, '08:00:00.000Z'],
      ]);
      expect(await inside()).toEqual([]);
      await pass();
      await tick();
      expect([await inside(), await due()]).toEqual([[mine, far].sort(), []]);
      // As after a crash of which nothing but the entrances stayed: an occurrence has one entrance.
      await rows(`UPDATE enrolments SET ended_at = now(), end_reason = 'done', due_at = NULL WHERE workspace_id = $1`);
      await rows('UPDATE automation_clocks SET next_day = NULL WHERE workspace_id = $1');
      await tick();
      await pass();
      await tick();
      expect(await inside()).toHaveLength(2);
    });

    it('follow changes of the attribute, and forget who is erased', async () => {
      await publish({ ...birthday, every: 'once', days: -3 });
      const [late, gone, erased] = [await aPerson(), await aPerson({ born: dayIn(4) }), await aPerson({ born: dayIn(4) })]; // prettier-ignore
      await tick();
      expect((await due()).map(({ person_id }) => person_id)).toEqual([gone, erased].sort());
      await change(late, { born: dayIn(4) });
      await change(gone, { born: dayIn(5, -1) });
      await all.rows.eraseChunk({ workspaceId, personId: erased, uids: [], before: new Date() });
      expect(await due()).toMatchObject([{ person_id: late, day: dayIn(4) }]);
      // A change that was not followed yet counts too.
      await rows(`UPDATE people SET meta = '{}' WHERE workspace_id = $1 AND id = $2`, late);
      await pass();
      await tick();
      expect([await inside(), await due()]).toEqual([[], []]);
    });

    it('let nobody in who was due while entering was paused, or by the trigger of a former version', async () => {
      const id = await publish(birthday);
      await aPerson({ born: dayIn(1, -30) });
      await tick();
      await rows('UPDATE automations SET enters = false WHERE workspace_id = $1');
      await pass();
      await tick();
      expect([await inside(), await due()]).toEqual([[], []]);
      await rows('UPDATE automation_clocks SET next_day = NULL WHERE workspace_id = $1');
      await tick();
      expect(await due()).toHaveLength(1);
      const { compiled } = { compiled: await all.automations.version(workspaceId, id, 1) };
      await all.automations.publish(workspaceId, id, { graph: {} as never, compiled: { ...compiled, trigger: { kind: 'api' } }, by: null }); // prettier-ignore
      expect([await due(), await rows('SELECT FROM automation_clocks WHERE workspace_id = $1')]).toEqual([[], []]);
    });
  });

  describe('by a schedule', () => {
    const daily = { kind: 'schedule', segment: SEGMENT, every: 'day', at: '09:00' };
    const join = (person: string) => rows('INSERT INTO segment_members (workspace_id, segment_id, person_id) VALUES ($1, $2, $3)', SEGMENT, person); // prettier-ignore
    const clock = async () =>
      (await rows<{ next_at: Date; after_person: string | null }>('SELECT next_at, after_person FROM automation_clocks WHERE workspace_id = $1'))[0]; // prettier-ignore
    const begin = (ago: string) =>
      rows(`UPDATE automation_clocks SET next_at = now() - $2::interval WHERE workspace_id = $1`, ago);

    it('let everybody in who is in the segment, in slices, once for each instant', async () => {
      await publish(daily);
      const people = [];
      for (let count = 0; count < 5; count++) people.push(await aPerson());
      for (const person of people) await join(person);
      await tick();
      const first = await clock();
      expect([await inside(), first?.next_at.toISOString().slice(11)]).toEqual([[], '09:00:00.000Z']);
      await begin('1 minute');
      const [before] = await all.clockRows.due().then((due) => due.filter((each) => each.workspace_id === workspaceId)); // prettier-ignore
      expect(await all.clocks.advance(before!)).toBe(true);
      expect([(await inside()).length, (await clock())?.after_person !== null]).toEqual([2, true]);
      await rows('UPDATE automation_clocks SET after_person = NULL WHERE workspace_id = $1');
      await tick();
      expect(await inside()).toEqual([...people].sort());
      expect(await clock()).toEqual({ next_at: first?.next_at, after_person: null });
    });

    it('leave an instant out that passed over a day ago', async () => {
      await publish(daily);
      await join(await aPerson());
      await tick();
      await begin('30 hours');
      await tick();
      expect([await inside(), (await clock())!.next_at > new Date()]).toEqual([[], true]);
    });
  });
});
