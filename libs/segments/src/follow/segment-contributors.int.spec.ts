/**
 * Depends on the snapshots of PostgreSQL.
 * @half both
 * @slow waits until transactions of other databases have ended
 */
import { describe, expect, it, jest } from '@jest/globals';
import type { Database } from '@dundun/platform/database';
import { repetitions } from '@dundun/testing/repetitions';
import { SegmentContributor, type Followed, type SegmentContributors } from './segment-contributors.service.js';
import { PRO, useSegmentStage } from '../testing-stage.js';

const TIMES = repetitions(5_000, 100_000);

/** Writes what it sees into a table of its own, and fails after writing when it is told to. */
class Ledger extends SegmentContributor {
  fails = 0;

  constructor(
    contributors: SegmentContributors,
    private readonly database: Database,
  ) {
    super(contributors);
  }

  async follow({ workspaceId, entries, changes }: Followed): Promise<void> {
    const seen = [
      ...entries.filter(({ name }) => name !== null).map(({ id, name }) => [id, `did ${name}`]),
      ...changes.map(({ segment_id, entered, cause }) => [segment_id, `${entered ? 'entered' : 'left'}: ${cause}`]),
    ];
    for (const [id, what] of seen)
      await this.database.execute(`INSERT INTO ledger (workspace_id, id, what) VALUES ($1, $2, $3)`, [workspaceId, id, what]); // prettier-ignore
    if (seen.length > 0 && this.fails-- > 0) throw new Error('the ledger is full');
  }
}

describe('the follower of events', () => {
  const subject = useSegmentStage();
  const { aPerson, track, current, expectMembers } = subject;
  const create = (name: string, match: object) =>
    subject.all.segments.create(subject.workspaceId, { name, match: match as never });

  it('decides only people for whom an event flips a condition', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const month = { window: { last: { days: 30 } } };
    const once = await create('Once', { event: 'Paid', ...month });
    const often = await create('Often', { event: 'Paid', times: { at_least: 3 }, ...month });
    const never = await create('Never', { all: [PRO, { not: { event: 'Paid', which: 'first', ...month } }] });
    const big = await create('Big', { event: 'Paid', where: [{ property: 'total', type: 'number', is: 'above', value: 200 }] }); // prettier-ignore
    await current();
    const decide = jest.spyOn(subject.all.members, 'decide');
    const decided = async (properties = {}) => {
      decide.mockClear();
      await track(person, 'Paid', properties);
      await track(other, 'Page viewed');
      await current();
      return decide.mock.calls
        .flatMap(([, segments]) => segments.map(({ id, people }) => ({ id, people: [...people] })))
        .sort((one, two) => (one.id < two.id ? -1 : 1));
    };
    const only = (...ids: string[]) => ids.sort().map((id) => ({ id, people: [person] }));
    expect(await decided()).toEqual(only(once.id, never.id));
    expect(await decided({ total: 300 })).toEqual(only(big.id));
    expect(await decided()).toEqual(only(often.id));
    expect(await decided({ total: 300 })).toEqual([]);
    expect(await decided()).toEqual([]);
    for (const { id } of [once, often, big]) await expectMembers(id, [person]);
  });

  it('decides a person who does something thousands of times only when a condition flips', async () => {
    const person = await aPerson();
    const often = await create('Often', { event: 'Paid', times: { at_least: 900 }, window: { last: { days: 1 } } });
    const once = await create('Once', { event: 'Paid' });
    await current();
    const decide = jest.spyOn(subject.all.members, 'decide');
    await subject.run(`INSERT INTO events (workspace_id, id, person_id, name) SELECT $1, gen_random_uuid(), $2, 'Paid' FROM generate_series(1, $3::int)`, person, TIMES); // prettier-ignore
    await current();
    const decided = decide.mock.calls.flatMap(([, segments]) => segments.map(({ id }) => id)).sort();
    expect(decided).toEqual([often.id, once.id].sort());
    for (const { id } of [often, once]) await expectMembers(id, [person]);
    const counts = await subject.db.database.query(
      'SELECT t.count::int AS total, d.count FROM event_totals t JOIN event_days d USING (workspace_id, name_id, person_id) WHERE workspace_id = $1',
      [subject.workspaceId],
    );
    expect(counts).toEqual([{ total: TIMES, count: TIMES }]);
  });

  it('lets contributors join its transaction: what they write commits with members, or not at all', async () => {
    const { database } = subject.db;
    await database.execute('CREATE TABLE ledger (workspace_id int NOT NULL, id uuid NOT NULL, what text NOT NULL)');
    const ledger = new Ledger(subject.all.contributors, database);
    const person = await aPerson({ plan: 'pro' });
    await current();
    const pro = await create('Pro', PRO);
    const paid = await create('Paid', { event: 'Paid' });
    await current();
    const seen = async () => {
      const rows = await database.query<{ id: string; what: string }>('DELETE FROM ledger RETURNING id, what');
      return rows.map(({ id, what }) => (what.startsWith('did') ? what : `${id} ${what}`)).sort();
    };
    expect(await seen()).toEqual([`${pro.id} entered: definition`]);
    await track(person, 'Paid');
    await subject.horizon();
    ledger.fails = 2;
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(subject.all.follower.follow(subject.workspaceId)).rejects.toThrow('the ledger is full');
      await expectMembers(paid.id, []);
      expect(await seen()).toEqual([]);
    }
    await current();
    await expectMembers(paid.id, [person]);
    expect(await seen()).toEqual(['did Paid', `${paid.id} entered: change`].sort());
    await current();
    expect(await seen()).toEqual([]);

    const { id: vip } = await subject.all.segments.create(subject.workspaceId, { name: 'VIP', kind: 'manual' });
    await subject.all.segments.putPeople(subject.workspaceId, vip, { add: [`u ${person}`] });
    await subject.horizon();
    ledger.fails = 1;
    await expect(subject.all.follower.follow(subject.workspaceId)).rejects.toThrow('the ledger is full');
    await current();
    expect(await seen()).toEqual([`${vip} entered: manual`]);
    await subject.all.segments.putPeople(subject.workspaceId, vip, { remove: [`u ${person}`] });
    await current();
    await current();
    expect(await seen()).toEqual([`${vip} left: manual`]);
  });
});
