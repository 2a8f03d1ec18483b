import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { InvalidInputError, RateLimitedError } from '@dundun/domain';
import { useDatabase } from '@dundun/testing';
import { UserBatches } from '../batch/user-batches.repository.js';
import { MergeRun } from './merge-run.service.js';
import { MergeUsers } from './merge.service.js';
import { anOrigin, aProcess, aStage, callerOf, entities, NO_HURRY, type Stage } from '../testing-jobs.js';
import { UserJobRunsModule } from '../user-job-runs.module.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
let run: MergeRun;

beforeAll(async () => {
  process = await aProcess(db.config, UserJobRunsModule);
  run = process.get(MergeRun, { strict: false });
});
afterAll(() => process?.close());
beforeEach(async () => {
  stage = await aStage(process);
});

const queue = (source: string, destination: string, level: 'key' | 'full' = 'full') =>
  stage.of(MergeUsers).queue(callerOf(stage.workspaceId, level), { source, destination }, anOrigin);
const newestJob = () => stage.newestJob();
const merge = async (source: string, destination: string, level?: 'key' | 'full') => {
  await queue(source, destination, level);
  return stage.work(run);
};
const row = async (uid: string) =>
  (await stage.rows(`SELECT * FROM people WHERE workspace_id = $1 AND id = $2`, await stage.idOf(uid)))[0];

describe('merging one person into another', () => {
  it('keeps the refusal of tracking of either, since the first of them', async () => {
    const refuse = async (uid: string, at: string) =>
      stage.rows(`UPDATE people SET tracking_refused_at = $3 WHERE workspace_id = $1 AND id = $2`, await stage.idOf(uid), at); // prettier-ignore
    for (const uid of ['old', 'new', 'older', 'newer']) await stage.person({ uid });
    await refuse('old', '2026-11-01T10:00:00Z');
    await refuse('older', '2026-11-01T10:00:00Z');
    await refuse('newer', '2026-11-02T10:00:00Z');
    await merge('old', 'new');
    await merge('older', 'newer');
    const first = new Date('2026-11-01T10:00:00Z');
    expect(await row('new')).toMatchObject({ tracking_refused_at: first });
    expect(await row('newer')).toMatchObject({ tracking_refused_at: first });
  });

  it('keeps the pause of either that ends later', async () => {
    const pause = async (uid: string, until: string) =>
      stage.rows(`UPDATE people SET marketing_paused_until = $3 WHERE workspace_id = $1 AND id = $2`, await stage.idOf(uid), until); // prettier-ignore
    for (const uid of ['old', 'new', 'longer', 'shorter']) await stage.person({ uid });
    await pause('old', '2027-01-01T10:00:00Z');
    await pause('longer', '2027-02-01T10:00:00Z');
    await pause('shorter', '2027-01-01T10:00:00Z');
    await merge('old', 'new');
    await merge('longer', 'shorter');
    expect(await row('new')).toMatchObject({ marketing_paused_until: new Date('2027-01-01T10:00:00Z') });
    expect(await row('shorter')).toMatchObject({ marketing_paused_until: new Date('2027-02-01T10:00:00Z') });
  });

  it('fills unset fields of the destination, moves the keys, and redirects the uid', async () => {
    await stage.person({
      uid: 'old',
      email: 'Old@Example.com',
      number: '2340000001',
      first_name: 'Old',
      meta: { plan: 'free', seats: 3 },
      devices: [
        { token: 'a', platform: 'ios' },
        { token: 'b', platform: null },
      ],
      tz: 'Africa/Lagos',
    });
    const id = await stage.person({
      uid: 'new',
      number: '2340000002',
      first_name: 'New',
      meta: { plan: 'pro' },
      devices: [{ token: 'c', platform: 'web' }],
    });
    await merge('old', 'new');
    expect(await stage.idOf('old')).toBe(id);
    expect(await row('new')).toMatchObject({
      uid: 'new',
      email: 'Old@Example.com',
      number: '2340000002',
      first_name: 'New',
      tz: 'Africa/Lagos',
      meta: { plan: 'pro', seats: 3 },
      devices: [
        { token: 'c', platform: 'web' },
        { token: 'a', platform: 'ios' },
        { token: 'b', platform: null },
      ],
    });
    const keys = await stage.rows(
      'SELECT kind, value, person_id FROM person_keys WHERE workspace_id = $1 ORDER BY kind, value',
    );
    expect(keys).toEqual([
      ...['a', 'b', 'c'].map((value) => ({ kind: 'device', value, person_id: id })),
      { kind: 'email', value: 'old@example.com', person_id: id },
      { kind: 'number', value: '2340000002', person_id: id },
    ]);
    expect(await newestJob()).toMatchObject({
      kind: 'merge',
      state: 'done',
      total: 1,
      done: 1,
      failed: 0,
      error: null,
    });
    expect(await stage.faults()).toEqual([]);
  });

  it('passes a key that the destination does not take to the oldest other holder', async () => {
    await stage.person({ uid: 'old', email: 'ada@example.com' });
    const second = await stage.person({ uid: 'second', email: 'ADA@example.com' });
    await stage.person({ uid: 'third', email: 'ada@example.com' });
    await stage.person({ uid: 'new', email: 'new@example.com' });
    await merge('old', 'new');
    expect(
      await stage.rows(`SELECT person_id FROM person_keys WHERE workspace_id = $1 AND value = 'ada@example.com'`),
    ).toEqual([{ person_id: second }]);
    expect(await stage.faults()).toEqual([]);
  });

  it('keeps every opt-out, moves memberships of the source, and counts exactly', async () => {
    const said = { email: 'old@example.com' };
    await stage.person({ uid: 'old', ...said });
    await stage.person({ uid: 'new', number: '2340000002' });
    const lists: Record<string, [source: boolean | null, destination: boolean | null]> = {
      'only source': [true, null],
      'only destination': [null, true],
      both: [true, true],
      'source left': [false, true],
      'destination left': [true, false],
      'only source, left': [false, null],
    };
    for (const [title, [source, destination]] of Object.entries(lists)) {
      const list = await stage.list(title);
      if (source !== null) await stage.set(list, 'old', source);
      if (destination !== null) await stage.set(list, 'new', destination);
    }
    await merge('old', 'new');
    expect(await stage.standings('new')).toEqual({
      'only source': 'subscribed',
      'only destination': 'subscribed',
      both: 'subscribed',
      'source left': 'unsubscribed',
      'destination left': 'unsubscribed',
      'only source, left': 'unsubscribed',
    });
    expect(await stage.faults()).toEqual([]);
    const [consents] = await stage.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM consents WHERE workspace_id = $1 AND person_id = $2',
      await stage.idOf('new'),
    );
    // The nine entries from before, and one for the list that the destination leaves.
    expect(consents?.count).toBe(10);
    expect(
      await stage.rows(
        `SELECT l.title, c.action FROM consents c JOIN lists l ON l.workspace_id = c.workspace_id AND l.id = c.list_id
         WHERE c.workspace_id = $1 AND c.method = 'merge'`,
      ),
    ).toEqual([{ title: 'source left', action: 'unsubscribed' }]);
  });

  it('moves all events, even those another process still stores under the source, and keeps an event_id unique', async () => {
    await stage.person({ uid: 'old' });
    await stage.person({ uid: 'new' });
    for (const name of ['one', 'two']) await stage.track('old', name);
    await stage.track('old', 'three', 'evt-3');
    await stage.track('new', 'four');
    const [from, to] = [(await stage.idOf('old')) as string, (await stage.idOf('new')) as string];
    const job = await merge('old', 'new');
    expect((await stage.events(to)).sort()).toEqual(['four', 'one', 'three', 'two']);
    await stage.track('old', 'three', 'evt-3');
    await stage.rows(
      `INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, gen_random_uuid(), $2, 'late')`,
      from,
    );
    await stage.sweep(job);
    await stage.work(run);
    expect((await stage.events(to)).sort()).toEqual(['four', 'late', 'one', 'three', 'two']);
    expect(await stage.events(from)).toEqual([]);
    await stage.sweep(job);
    await stage.work(run);
    expect(await stage.rows(`SELECT due_at, state, sweeps, addresses FROM user_jobs WHERE workspace_id = $1`)).toEqual([
      { due_at: null, state: 'done', sweeps: 3, addresses: [] },
    ]);
  });

  it('continues where it was cut, and a worker without its lease changes nothing more', async () => {
    await stage.person({ uid: 'old' });
    await stage.person({ uid: 'new' });
    const from = (await stage.idOf('old')) as string;
    await stage.rows(
      `INSERT INTO events (workspace_id, id, person_id, name) SELECT $1, gen_random_uuid(), $2, 'e' FROM generate_series(1, 4500)`,
      from,
    );
    await queue('old', 'new');
    let looks = 0;
    const cut = await stage.work(run, { isOver: () => ++looks > 1 });
    expect(await stage.events(from)).toHaveLength(2500);
    expect(await newestJob()).toMatchObject({ state: 'running' });
    await stage.work(run);
    expect(await stage.events((await stage.idOf('new')) as string)).toHaveLength(4500);
    await expect(run.run({ ...cut, from_person: from }, NO_HURRY)).rejects.toThrow(/another worker/);
    await expect(run.run(cut, NO_HURRY)).rejects.toThrow(/another worker/);
  });

  it('copies event keys in chunks, from where it was cut', async () => {
    const from = await stage.person({ uid: 'old' });
    const to = await stage.person({ uid: 'new' });
    await stage.rows(
      `INSERT INTO event_keys (workspace_id, key) SELECT $1, 'api ' || $2 || ' e' || n FROM generate_series(1, 2500) n`,
      from,
    );
    const kept = async () =>
      (await stage.rows(`SELECT FROM event_keys WHERE workspace_id = $1 AND starts_with(key, 'api ' || $2)`, to))
        .length;
    await queue('old', 'new');
    let looks = 0;
    await stage.work(run, { isOver: () => ++looks > 1 });
    expect(await kept()).toBe(1_000);
    looks = 0;
    await stage.work(run, { isOver: () => ++looks > 1 });
    expect(await kept()).toBe(2_000);
    await stage.work(run);
    expect(await kept()).toBe(2_500);
  });

  it('moves the many members of an account in chunks', async () => {
    const [from, to] = [await stage.person({ uid: 'old', is_account: true }), await stage.person({ uid: 'new' })];
    await stage.rows(
      `INSERT INTO account_members (workspace_id, account_id, person_id) SELECT $1, $2, gen_random_uuid() FROM generate_series(1, 2500)`,
      from,
    );
    const membersOf = async (id: string) =>
      (await stage.rows('SELECT FROM account_members WHERE workspace_id = $1 AND account_id = $2', id)).length;
    await queue('old', 'new');
    let looks = 0;
    await stage.work(run, { isOver: () => ++looks > 1 });
    expect([await membersOf(from), await membersOf(to)]).toEqual([1_500, 1_000]);
    await stage.work(run);
    expect([await membersOf(from), await membersOf(to)]).toEqual([0, 2_500]);
  });

  it('merges only the person whose own uid it is, not the one it leads to', async () => {
    for (const uid of ['a', 'ada', 'grace']) await stage.person({ uid });
    await merge('a', 'ada');
    await merge('a', 'grace');
    expect(await newestJob()).toMatchObject({ state: 'done', error: expect.stringMatching(/merged before/) });
    expect([await row('ada'), await row('grace')]).toMatchObject([{ uid: 'ada' }, { uid: 'grace' }]);
    expect(await stage.idOf('a')).toBe(await stage.idOf('ada'));
  });

  it('keeps a uid that a caller gave', async () => {
    await stage.person({ uid: 'given' });
    const made = await stage.person({ uid: 'made' });
    await stage.rows('UPDATE people SET uid_updateable = true WHERE workspace_id = $1 AND id = $2', made);
    await merge('given', 'made');
    expect(await row('made')).toMatchObject({ uid: 'made', uid_updateable: false });
  });

  it('follows a chain, and ends for a circle queued at once', async () => {
    for (const uid of ['a', 'b', 'c']) await stage.person({ uid });
    await stage.track('a', 'of a');
    await queue('a', 'b');
    await queue('b', 'c');
    await queue('c', 'a');
    for (let jobs = 0; jobs < 3; jobs++) await stage.work(run);
    const id = await stage.idOf('c');
    expect([await stage.idOf('a'), await stage.idOf('b')]).toEqual([id, id]);
    expect(await newestJob()).toMatchObject({ state: 'done', error: expect.stringMatching(/one user already/) });
    expect(await stage.events(id as string)).toEqual(['of a']);
  });

  it('does nothing without a source, and creates a missing destination', async () => {
    await merge('nobody', 'made');
    expect(await newestJob()).toMatchObject({ state: 'done', done: 1, error: expect.stringMatching(/no such source/) });
    await stage.person({ uid: 'old', email: 'old@example.com' });
    await merge('old', 'new');
    expect(await row('old')).toMatchObject({ uid: 'new', email: 'old@example.com' });
    expect(await stage.faults()).toEqual([]);
  });

  it('refuses to merge a person into themselves', async () => {
    await stage.person({ uid: 'a' });
    await expect(queue('a', 'a')).rejects.toBeInstanceOf(InvalidInputError);
    expect(await newestJob()).toBeUndefined();
  });

  it('moves accounts and members, without making a person a member of their own account', async () => {
    const [old, fresh, other] = [
      await stage.person({ uid: 'old', is_account: true }),
      await stage.person({ uid: 'new' }),
      await stage.person({ uid: 'other', is_account: true }),
    ];
    const add = (account: string, person: string, role: string | null) =>
      stage.rows(
        'INSERT INTO account_members (workspace_id, account_id, person_id, role) VALUES ($1, $2, $3, $4)',
        account,
        person,
        role,
      );
    await add(other, old, 'owner');
    await add(other, fresh, null);
    await add(old, other, 'member');
    await add(old, fresh, 'member');
    await merge('old', 'new');
    const members = await stage.rows(
      'SELECT account_id, person_id, role FROM account_members WHERE workspace_id = $1 ORDER BY role',
    );
    expect(members).toEqual([
      { account_id: fresh, person_id: other, role: 'member' },
      { account_id: other, person_id: fresh, role: 'owner' },
    ]);
    expect(await row('new')).toMatchObject({ is_account: true });
  });

  describe('with the key alone', () => {
    it('merges only a source without email, number, lists and accounts', async () => {
      await stage.person({ uid: 'mail', email: 'mail@example.com' });
      await stage.person({ uid: 'phone', number: '2340000009' });
      await stage.person({ uid: 'listed' });
      await stage.person({ uid: 'blank' });
      await stage.set(await stage.list('News'), 'listed', false);
      for (const uid of ['mail', 'phone', 'listed']) {
        await merge(uid, 'thief', 'key');
        expect(await newestJob()).toMatchObject({
          state: 'failed',
          failed: 1,
          error: expect.stringMatching(/With the key alone/),
        });
        expect(await row(uid)).toMatchObject({ uid });
      }
      const [account, member, holder] = [
        await stage.person({ uid: 'account', is_account: true }),
        await stage.person({ uid: 'member' }),
        await stage.person({ uid: 'holder' }),
      ];
      for (const [of, person] of [
        [account, await stage.idOf('thief')],
        [holder, member],
      ])
        await stage.rows(
          'INSERT INTO account_members (workspace_id, account_id, person_id) VALUES ($1, $2, $3)',
          of,
          person,
        );
      for (const uid of ['account', 'member', 'holder']) {
        await merge(uid, 'thief', 'key');
        expect([uid, await newestJob()]).toMatchObject([uid, { state: 'failed', failed: 1 }]);
        expect(await row(uid)).toMatchObject({ uid });
      }
      expect(await row('thief')).toMatchObject({ is_account: false });
      await merge('blank', 'thief', 'key');
      expect(await row('blank')).toMatchObject({ uid: 'thief', email: null });
    });
  });

  it('with the key alone blocks no other job, and is limited in number', async () => {
    await stage.of(UserBatches).accept(stage.caller, [{ type: 'event', id: 'full', event: 'e' }], anOrigin);
    await queue('full', 'other');
    await queue('blank', 'other', 'key');
    const kinds = [await stage.claim(), await stage.claim(), await stage.claim()].map((job) => job?.details.level);
    expect(kinds.filter((level) => level === 'key')).toHaveLength(1);
    expect(kinds.filter((level) => level === 'full')).toHaveLength(0);
    await stage.rows(
      `INSERT INTO user_jobs (workspace_id, id, kind, in_line, total, details)
       SELECT $1, gen_random_uuid(), 'merge', false, 1, '{"level":"key"}' FROM generate_series(1, 999)`,
    );
    await expect(queue('blank', 'other', 'key')).rejects.toBeInstanceOf(RateLimitedError);
    await queue('full', 'other');
    await stage.rows(
      `UPDATE user_jobs SET ended_at = now() WHERE workspace_id = $1 AND id IN (SELECT id FROM user_jobs WHERE workspace_id = $1 AND details->>'level' = 'key' LIMIT 1)`,
    );
    await queue('blank', 'other', 'key');
  });

  it('does not touch another workspace', async () => {
    const other = await aStage(process);
    await other.person({ uid: 'old', email: 'old@example.com' });
    await stage.person({ uid: 'new' });
    await merge('old', 'new');
    expect(await newestJob()).toMatchObject({ state: 'done', error: expect.stringMatching(/no such source/) });
    expect(await other.idOf('old')).toBeDefined();
  });
});
