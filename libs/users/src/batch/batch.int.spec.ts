import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { JsonObject } from '@dundun/domain';
import { until, useDatabase } from '@dundun/testing';
import { BatchRun } from './batch-run.service.js';
import { UserBatches } from './user-batches.repository.js';
import { anOrigin, aProcess, aStage, callerOf, entities, NO_HURRY, quiet, type Stage } from '../testing-jobs.js';
import { EraseUsers } from '../erase/erase.service.js';
import { USER_JOB_RUNS, type HeldJob, type UserJobRuns } from '../jobs/user-job.js';
import { UserJobClaims } from '../jobs/user-job-claims.repository.js';
import { UserJobsLoop } from '../jobs/user-jobs-loop.service.js';
import { UserJobRunsModule } from '../user-job-runs.module.js';
import { MergeUsers } from '../merge/merge.service.js';
import { UserJobs } from '../jobs/user-jobs.repository.js';
import { Users } from '../api/users.service.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
let run: BatchRun;

beforeAll(async () => {
  process = await aProcess(db.config, UserJobRunsModule);
  run = process.get(BatchRun, { strict: false });
});
afterAll(() => process?.close());
beforeEach(async () => {
  stage = await aStage(process);
});

const accept = (items: JsonObject[], workspaceId = stage.workspaceId) =>
  stage.of(UserBatches).accept(callerOf(workspaceId), items, anOrigin);
const newest = () => stage.newestJob();
const itemsOf = (state?: 'failed' | 'done' | 'waiting') =>
  newest().then(
    async (job) => (await stage.of(UserJobs).items(stage.workspaceId, job?.id ?? '', { limit: 30 }, state)).rows,
  );
const event = (id: unknown, name: string, more: object = {}) => ({ type: 'event', id, event: name, ...more });
const eventsOf = async (uid: string) => stage.events((await stage.idOf(uid)) as string);

const jobStates = async () =>
  (
    await stage.rows<{ state: string }>(
      `SELECT state FROM user_jobs WHERE workspace_id = $1 AND kind = 'batch' ORDER BY id`,
    )
  ).map(({ state }) => state);
const isAllDone = (states: string[]) => states.every((state) => state === 'done');

/** The loop of a worker, without its timers. */
const aLoop = () => {
  const runs = process.get<UserJobRuns>(USER_JOB_RUNS, { strict: false });
  return new UserJobsLoop(stage.of(UserJobClaims), { ...runs, batch: run }, quiet);
};

describe('a batch', () => {
  it('applies items like single calls, those of one id in order', async () => {
    await accept([
      {
        type: 'create',
        id: 'ada',
        first_name: 'A',
        is_account: true,
        device_token: 't',
        device_platform: 'ios',
        tz: 'Africa/Lagos',
      },
      event('ada', 'one', { value: 1, properties: { a: 1 }, timestamp: '2026-01-01' }),
      { type: 'update', id: 'ada', first_name: 'Ada', accounts: [{ id: 'acme', role: 'owner' }] },
      event('ada', 'two'),
      event(42, 'three'),
    ]);
    await stage.work(run);
    expect(await newest()).toMatchObject({ state: 'done', total: 5, done: 5, failed: 0, details: {} });
    expect(
      await stage.rows(
        'SELECT uid, first_name, is_account, tz, devices FROM people WHERE workspace_id = $1 ORDER BY uid',
      ),
    ).toEqual([
      { uid: '42', first_name: null, is_account: false, tz: null, devices: [] },
      { uid: 'acme', first_name: null, is_account: true, tz: null, devices: [] },
      {
        uid: 'ada',
        first_name: 'Ada',
        is_account: true,
        tz: 'Africa/Lagos',
        devices: [{ token: 't', platform: 'ios' }],
      },
    ]);
    expect([await eventsOf('ada'), await eventsOf('42')]).toEqual([['one', 'two'], ['three']]);
    expect(await stage.rows('SELECT DISTINCT body, state FROM batch_items WHERE workspace_id = $1')).toEqual([
      { body: null, state: 'done' },
    ]);
  });

  it('records the fault of each wrong item and continues', async () => {
    const wrong: [JsonObject, RegExp][] = [
      [{}, /^type must be one of create, update, event; id must be text/],
      [{ type: 'event', id: 'u' }, /^event must/],
      [{ type: 'event', id: 'x'.repeat(256), event: 'e' }, /^id must/],
      [
        { type: 'event', id: 'u', event: 'e', properties: { a: { b: { c: { d: { e: { f: 1 } } } } } } },
        /^properties must/,
      ],
      [{ type: ['create'], id: 'u' }, /^type must/],
      [{ type: 'create', id: { $gt: '' } }, /^id must/],
      [
        { type: 'update', id: 'u', email: 'nope', tz: 'Mars/Base', device_platform: 'toaster' },
        /^email must .*tz must/,
      ],
      [{ type: 'update', id: 'u', lists: ['garbage'] }, /no such list/],
    ];
    await accept([...wrong.map(([item]) => item), event('u', 'right')]);
    await stage.work(run);
    expect(await newest()).toMatchObject({ state: 'done', done: 1, failed: wrong.length });
    const failed = await itemsOf('failed');
    expect(failed.map(({ index, error }) => [index, error])).toEqual(
      wrong.map(([, reason], index) => [index, expect.stringMatching(reason)]),
    );
    expect(await eventsOf('u')).toEqual(['right']);
  });

  it('records an item that cannot be stored, and keeps the notices of single calls', async () => {
    await accept([
      { type: 'event', id: 'u', event: 'nul \0' },
      { type: 'create', id: 'u', first_name: '\ud83d' },
      { type: 'event', id: 'u', event: 'e', value: Infinity },
      { type: '\0', id: '\0' },
      event('u', 'right', { colour: 'red' }),
      { type: 'create', id: 'v', first_name: 'V', nick: 'x', device_platform: 'ios' },
    ]);
    await stage.work(run);
    expect(await newest()).toMatchObject({ state: 'done', done: 2, failed: 4 });
    const reason = expect.stringMatching(/^item must hold only well-formed text/);
    const items = (await itemsOf()).map(({ type, uid, error, notices }) => [type, uid, error, notices]);
    expect(items).toEqual([
      ['event', 'u', reason, []],
      ['create', 'u', reason, []],
      ['event', 'u', reason, []],
      [null, null, reason, []],
      ['event', 'u', null, ['ignored unknown keys: colour']],
      ['create', 'v', null, [expect.stringMatching(/^device_platform was ignored/), 'ignored unknown keys: nick']],
    ]);
    expect(await eventsOf('u')).toEqual(['right']);
  });

  it('applies a thousand items of one id with a few statements, in order', async () => {
    const items = Array.from({ length: 1_000 }, (_, index) =>
      index % 2
        ? event('u', `e${index}`)
        : {
            type: 'update',
            id: 'u',
            email: `u${index % 7}@dundun.test`,
            meta: { turn: index, [`a${index % 9}`]: index },
          },
    );
    await accept(items);
    const statements = [jest.spyOn(stage.database, 'query'), jest.spyOn(stage.database, 'execute')];
    try {
      await stage.work(run);
      expect(statements.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(80);
    } finally {
      for (const spy of statements) spy.mockRestore();
    }
    expect(await newest()).toMatchObject({ state: 'done', done: 1_000, failed: 0 });
    expect(await eventsOf('u')).toEqual(items.flatMap((item) => ('event' in item ? [item.event] : [])));
    expect(await stage.rows(`SELECT email, meta->'turn' AS turn FROM people WHERE workspace_id = $1`)).toEqual([
      { email: 'u4@dundun.test', turn: 998 },
    ]);
    expect(await stage.faults()).toEqual([]);
  });

  it('continues where it was cut', async () => {
    await accept(Array.from({ length: 60 }, (_, index) => event(`u${index % 3}`, `e${index}`)));
    let looks = 0;
    const cut = await stage.work(run, { isOver: () => ++looks > 0 });
    expect(await newest()).toMatchObject({ state: 'running', done: 0 });
    await stage.work(run);
    expect(await newest()).toMatchObject({ state: 'done', done: 60, failed: 0 });
    for (const own of [0, 1, 2])
      expect(await eventsOf(`u${own}`)).toEqual(Array.from({ length: 20 }, (_, turn) => `e${turn * 3 + own}`));
    await expect(run.run(cut, NO_HURRY)).rejects.toThrow(/another worker/);
    expect(await stage.rows('SELECT count(*)::int AS count FROM events WHERE workspace_id = $1')).toEqual([
      { count: 60 },
    ]);
  });

  it('applies nothing of a chunk whose worker has lost the job, and another worker applies it once', async () => {
    await accept([event('u', 'one'), { type: 'update', id: 'u', first_name: 'Ada' }]);
    const lost = await stage.claim();
    if (!lost) throw new Error('nothing was claimed');
    await stage.rows(`UPDATE user_jobs SET due_at = now() - interval '1 second' WHERE workspace_id = $1`);
    const taken = await stage.claim();
    await expect(run.run(lost, NO_HURRY)).rejects.toThrow(/another worker/);
    expect(await stage.rows('SELECT FROM events WHERE workspace_id = $1')).toEqual([]);
    await run.run(taken as HeldJob, NO_HURRY);
    expect(await newest()).toMatchObject({ state: 'done', done: 2 });
    expect(await eventsOf('u')).toEqual(['one']);
  });

  it('stores an event_id once, whichever call sends it', async () => {
    await stage.track('u', 'single', 'evt-1');
    await accept([event('u', 'batched', { event_id: 'evt-1' }), event('u', 'other', { event_id: 'evt-2' })]);
    await stage.work(run);
    expect(await eventsOf('u')).toEqual(['single', 'other']);
  });
});

describe('the jobs of a workspace', () => {
  it('run together, in the order of each id', async () => {
    await accept([event('a', 'one'), event('b', 'one')]);
    await accept([event('a', 'two')]);
    await accept([event('b', 'two'), event('a', 'three')]);
    await stage.work(run);
    expect([await eventsOf('a'), await eventsOf('b')]).toEqual([
      ['one', 'two', 'three'],
      ['one', 'two'],
    ]);
    expect(await stage.claim()).toBeUndefined();
    expect(await jobStates()).toEqual(['done', 'done', 'done']);
  });

  it('do not wait for a locked person, whose own items keep their order', async () => {
    await stage.person({ uid: 'locked' });
    await stage.database.transaction(async () => {
      await stage.rows(`SELECT FROM people WHERE workspace_id = $1 AND uid = 'locked' FOR UPDATE`);
      await stage.database.detached(async () => {
        await accept([event('a', 'one'), event('locked', 'one'), event('b', 'one')]);
        await accept([event('locked', 'two'), event('b', 'two')]);
        await stage.work(run);
        expect([await eventsOf('a'), await eventsOf('b'), await eventsOf('locked')]).toEqual([
          ['one'],
          ['one', 'two'],
          [],
        ]);
        await accept([event('locked', 'three'), event('a', 'two')]);
        // The later batch runs, although two earlier ones have items left.
        await stage.work(run);
        expect([await eventsOf('a'), await eventsOf('locked')]).toEqual([['one', 'two'], []]);
      });
    });
    const loop = aLoop();
    await until('all are done', () => loop.drain().then(async () => isAllDone(await jobStates())), { ms: 25_000 });
    expect(await eventsOf('locked')).toEqual(['one', 'two', 'three']);
  });

  it('keep their order with merges of the same people', async () => {
    await accept([{ type: 'create', id: 'old', first_name: 'Old' }, event('old', 'before')]);
    await stage.of(MergeUsers).queue(stage.caller, { source: 'old', destination: 'new' }, anOrigin);
    await accept([event('old', 'after'), event('other', 'meanwhile')]);
    const merges = process.get<UserJobRuns>(USER_JOB_RUNS, { strict: false }).merge;
    const first = await stage.claim();
    expect(first?.kind).toBe('batch');
    await run.run(first as HeldJob, NO_HURRY);
    // The merge has to come before the items that name its people, and nothing else waits for it.
    expect(await eventsOf('other')).toEqual(['meanwhile']);
    await stage.work(merges);
    const loop = aLoop();
    await until('all are done', () => loop.drain().then(async () => isAllDone(await jobStates())), { ms: 25_000 });
    expect(await eventsOf('new')).toEqual(['before', 'after']);
    expect(await stage.faults()).toEqual([]);
  });

  it('pass to another worker when a lease expires, and the first worker can no longer write', async () => {
    await accept([event('a', 'one')]);
    const lost = await stage.claim();
    await stage.rows(`UPDATE user_jobs SET due_at = now() - interval '1 second' WHERE workspace_id = $1`);
    await stage.work(run);
    expect(await newest()).toMatchObject({ state: 'done', done: 1 });
    if (!lost) throw new Error('nothing was claimed');
    await expect(stage.of(UserJobClaims).end(lost, 'failed', 'x')).rejects.toThrow(/another worker/);
    expect(await newest()).toMatchObject({ state: 'done' });
  });

  it('run by the timer alone, in every workspace', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => aStage(process)));
    for (const other of others)
      for (let times = 0; times < 3; times++) await accept([event('a', `e${times}`)], other.workspaceId);
    const loop = aLoop();
    const left = () =>
      stage.database.query(`SELECT FROM user_jobs WHERE workspace_id = ANY($1::int[]) AND state <> 'done'`, [
        others.map(({ workspaceId }) => workspaceId),
      ]);
    // Repeatedly, like the timer: the server's clock may step back by a few milliseconds.
    await until('all are done', () => loop.drain().then(async () => (await left()).length === 0), { ms: 25_000 });
    for (const other of others)
      expect(await other.events((await other.idOf('a')) as string)).toEqual(['e0', 'e1', 'e2']);
  });

  it('fail an item that throws, and apply all others', async () => {
    const users = stage.of(Users);
    const { writeSequence } = users;
    users.writeSequence = (workspaceId, calls, folds) =>
      calls.some(({ uid }) => uid === 'poison')
        ? Promise.reject(new TypeError('cannot read properties of undefined'))
        : writeSequence.call(users, workspaceId, calls, folds);
    try {
      await accept([
        ...Array.from({ length: 30 }, (_, index) => event('fine', `e${index}`)),
        { type: 'create', id: 'poison' },
        event('fine', 'last'),
      ]);
      await stage.work(run);
    } finally {
      users.writeSequence = writeSequence;
    }
    expect(await newest()).toMatchObject({ state: 'done', done: 31, failed: 1, error: null });
    expect(await itemsOf('failed')).toEqual([
      expect.objectContaining({ index: 30, uid: 'poison', error: expect.stringMatching(/^an internal error/) }),
    ]);
    expect(await eventsOf('fine')).toEqual([...Array.from({ length: 30 }, (_, index) => `e${index}`), 'last']);
  });

  it('fail only the item at which every worker dies', async () => {
    await accept([event('a', 'deadly'), event('b', 'fine')]);
    for (let deaths = 0; deaths < 10; deaths++) {
      expect(await stage.claim()).toBeDefined();
      await stage.rows(`UPDATE user_jobs SET due_at = now() - interval '1 second' WHERE workspace_id = $1`);
    }
    const loop = aLoop();
    await until('the job has ended', () => loop.drain().then(async () => (await newest())?.state === 'done'));
    expect(await newest()).toMatchObject({ done: 1, failed: 1 });
    expect(await itemsOf('failed')).toEqual([
      expect.objectContaining({ uid: 'a', error: expect.stringMatching(/each time the worker ended/) }),
    ]);
    expect(await eventsOf('b')).toEqual(['fine']);
  });

  it('are never given up when they erase a person', async () => {
    await stage.person({ uid: 'ada' });
    await stage.track('ada', 'e');
    await stage.of(EraseUsers).erase(stage.workspaceId, 'ada', 'req');
    await stage.rows('UPDATE user_jobs SET attempts = 500 WHERE workspace_id = $1');
    const loop = aLoop();
    const hasEnded = async () => ['done', 'failed'].includes((await newest())?.state ?? '');
    await until('the job has ended', () => loop.drain().then(hasEnded));
    expect(await newest()).toMatchObject({ state: 'done', done: 1, failed: 0 });
    expect(await stage.rows('SELECT FROM events WHERE workspace_id = $1')).toEqual([]);
  });
});
