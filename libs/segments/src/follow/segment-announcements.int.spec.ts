/**
 * Depends on the snapshots of PostgreSQL.
 * @half both
 * @slow waits until transactions of other databases have ended
 */
import { describe, expect, it } from '@jest/globals';
import type { Database } from '@dundun/platform/database';
import { segmentServices } from '../testing.js';
import { PRO, useSegmentStage } from '../testing-stage.js';

const FEED = `
  SELECT type, data FROM feed_entries WHERE workspace_id = $1 AND type LIKE 'segment.%' ORDER BY xid, id`;
const CAUSES = `
  SELECT person_id || ' ' || cause AS cause FROM segment_changes WHERE workspace_id = $1 AND segment_id = $2 ORDER BY 1`;
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('a segment that announces', () => {
  const subject = useSegmentStage();
  const { run, aPerson, current, horizon, expectMembers } = subject;
  const announced = () =>
    subject.db.database.query<{ type: string; data: { uid: string; cause: string } }>(FEED, [subject.workspaceId]);
  const said = async () => (await announced()).map(({ type, data }) => `${type} ${data.uid} ${data.cause}`).sort();
  const causes = async (id: string) =>
    (await subject.db.database.query<{ cause: string }>(CAUSES, [subject.workspaceId, id])).map(({ cause }) => cause);
  const put = (person: string, meta: object) =>
    run(`UPDATE people SET meta = $3 WHERE workspace_id = $1 AND id = $2`, person, meta);
  const create = (match: object, more: object = {}) =>
    subject.all.segments.create(subject.workspaceId, {
      ...{ name: 'Pro', announces: true, ...more },
      match: match as Record<string, unknown>,
    });

  it('says once who enters and once who leaves; one without the switch says nothing', async () => {
    const person = await aPerson();
    const { id } = await create(PRO);
    await create(PRO, { name: 'Silent', announces: false });
    await current();
    await put(person, { plan: 'pro' });
    await current();
    await current();
    const data = { segment_id: id, name: 'Pro', uid: `u ${person}`, cause: 'change', at: ISO };
    expect(await announced()).toEqual([{ type: 'segment.entered', data }]);
    await put(person, { plan: 'free' });
    await current();
    await current();
    expect(await announced()).toEqual([
      { type: 'segment.entered', data },
      { type: 'segment.left', data },
    ]);
    await subject.all.segments.update(subject.workspaceId, id, { announces: false });
    await put(person, { plan: 'pro' });
    await current();
    await expectMembers(id, [person]);
    expect(await announced()).toHaveLength(2);
  });

  it('says nothing of those whom a build of new conditions adds or removes, whoever decides them first', async () => {
    const [old, busy] = [await aPerson({ plan: 'pro' }), await aPerson({ plan: 'pro' })];
    await current();
    const { id } = await create(PRO);
    await put(busy, { plan: 'pro', age: 3 });
    await horizon();
    // The follower comes to the person before the build does.
    while ((await subject.all.follower.follow(subject.workspaceId)).isMore) continue;
    await expectMembers(id, [busy]);
    await current();
    await expectMembers(id, [old, busy]);
    expect(await causes(id)).toEqual([`${busy} definition`, `${old} definition`].sort());
    await subject.all.segments.update(subject.workspaceId, id, { match: { ...PRO, value: 'free' } });
    await current();
    await expectMembers(id, []);
    expect(await announced()).toEqual([]);
    await put(old, { plan: 'free' });
    await current();
    expect(await said()).toEqual([`segment.entered u ${old} change`]);
  });

  it('says of people who were added by hand, and of a snapshot that is refreshed', async () => {
    const person = await aPerson();
    const manual = await subject.all.segments.create(subject.workspaceId, {
      ...{ name: 'VIP', kind: 'manual', announces: true },
    });
    const snapshot = await create(PRO, { kind: 'snapshot' });
    await current();
    await subject.all.segments.putPeople(subject.workspaceId, manual.id, { add: [`u ${person}`] });
    await subject.all.segments.putPeople(subject.workspaceId, manual.id, { add: [`u ${person}`] });
    await subject.all.segments.putPeople(subject.workspaceId, manual.id, { remove: [`u ${person}`] });
    await put(person, { plan: 'pro' });
    await subject.all.segments.refresh(subject.workspaceId, snapshot.id);
    await current();
    expect(await said()).toEqual([
      `segment.entered u ${person} manual`,
      `segment.entered u ${person} refresh`,
      `segment.left u ${person} manual`,
    ]);
  });

  it('builds what is true at its end though events come in and the worker is killed after any statement', async () => {
    const people = [await aPerson(), await aPerson(), await aPerson()];
    for (const person of people) await subject.track(person, 'Paid');
    const often = await create({ event: 'Paid', times: { at_least: 3 } });
    const rarely = await create({ not: { segment: often.id } }, { name: 'Rarely' });
    await horizon();
    const killed = await subject.db.another();
    let [isMore, statements, kills] = [true, 1, 0];
    while (isMore) {
      const isDone = await survives(killed, statements, async (worker) => {
        isMore = await worker.builds.step(subject.workspaceId);
      });
      statements = isDone ? 1 : statements + 1;
      if (isDone) continue;
      isMore = true;
      kills++;
      if (kills % 3 > 0) await subject.track(people[kills % 3] as string, 'Paid');
      if (kills % 4 === 0) await subject.all.follower.follow(subject.workspaceId);
    }
    expect(kills).toBeGreaterThan(15);
    await current();
    const [silent, ...busy] = people as [string, ...string[]];
    await expectMembers(often.id, busy);
    await expectMembers(rarely.id, [silent]);
    const wrong = await subject.db.database.query(
      `SELECT t.person_id FROM event_totals t JOIN events e ON e.workspace_id = t.workspace_id AND e.person_id = t.person_id
       WHERE t.workspace_id = $1 GROUP BY t.person_id, t.count HAVING t.count <> count(*)`,
      [subject.workspaceId],
    );
    expect(wrong).toEqual([]);
  });

  it('neither loses nor repeats anything when the worker is killed after any statement', async () => {
    const people = [await aPerson(), await aPerson({ plan: 'pro' }), await aPerson({ plan: 'pro' })];
    const [one, two] = people as [string, string, string];
    const inner = await create(PRO);
    const outer = await create({ not: { segment: inner.id } }, { name: 'Outer' });
    await create({ event: 'Paid', times: { exactly: 2 } }, { name: 'Paid' });
    await current();
    await put(one, { plan: 'pro' });
    await put(two, { plan: 'free' });
    for (const person of [one, one, two, two, two]) await subject.track(person, 'Paid');
    await horizon();
    const killed = await subject.db.another();
    let statements = 1;
    while (!(await survives(killed, statements, (worker) => worker.follower.follow(subject.workspaceId)))) {
      statements++;
      expect(await announced()).toEqual([]);
    }
    expect(statements).toBeGreaterThan(15);
    await current();
    const entries = [
      `segment.entered u ${one} change`,
      `segment.entered u ${one} change`,
      `segment.entered u ${two} change`,
      `segment.left u ${one} change`,
      `segment.left u ${two} change`,
    ];
    expect(await said()).toEqual(entries.sort());
    await expectMembers(inner.id, [one, people[2] as string]);
    await expectMembers(outer.id, [two]);
    const counts = await subject.db.database.query(
      `SELECT person_id, count::int FROM event_totals WHERE workspace_id = $1 ORDER BY person_id`,
      [subject.workspaceId],
    );
    expect(counts).toEqual([one, two].sort().map((person_id) => ({ person_id, count: person_id === one ? 2 : 3 })));
  });
});

/** Runs work whose process ends before its n-th statement. @returns whether the work had fewer statements */
async function survives(
  database: Database,
  statements: number,
  work: (worker: ReturnType<typeof segmentServices>) => Promise<unknown>,
): Promise<boolean> {
  let left = statements;
  const mortal = new Proxy(database, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...given: unknown[]) => unknown;
      if (key !== 'query' && key !== 'execute') return method;
      return async (...given: unknown[]) => {
        const answer = await method(...given);
        left--;
        if (left === 0) throw Object.assign(new Error('the connection is lost'), { code: '08006' });
        return answer;
      };
    },
  });
  return work(segmentServices(mortal)).then(
    () => true,
    (error: unknown) => {
      if (left > 0) throw error;
      return false;
    },
  );
}
