import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { ListArchivedError } from '@dundun/domain';
import { Lists } from '@dundun/lists';
import { Replayed, type IdempotencyClaim } from '@dundun/platform/database';
import { Memberships } from '@dundun/subscribers';
import { useDatabase } from '@dundun/testing';
import { UserReader } from '../api/user-reader.repository.js';
import { Users, type UserFields, type UserWritten } from '../api/users.service.js';
import { anOrigin, aProcess, aStage, entities, NO_HURRY, type Stage } from '../testing-jobs.js';
import { UserJobRunsModule } from '../user-job-runs.module.js';
import { MergeRun } from './merge-run.service.js';

const db = useDatabase(entities);
const EMAIL = 'ada@example.com';
const NUMBER = '2340000001';
let process: INestApplicationContext;
let stage: Stage;

beforeAll(async () => {
  process = await aProcess(db.config, UserJobRunsModule);
});
afterAll(() => process?.close());
beforeEach(async () => {
  stage = await aStage(process);
});

const join = async (title: string, body: object) => {
  const list = await stage.list(title);
  const joined = await stage.of(Memberships).join(stage.caller, list.id, body, anOrigin);
  if (joined instanceof Replayed) throw new Error('replayed');
  return { list, uid: joined.uid };
};
const write = async (
  uid: string,
  fields: UserFields,
  { level = 'full' as 'full' | 'key', claim }: { level?: 'full' | 'key'; claim?: IdempotencyClaim } = {},
) => {
  const scope = { workspaceId: stage.workspaceId, level, evidence: { ...anOrigin, method: 'api' as const } };
  return (await stage.of(Users).write(scope, uid, fields, claim)) as UserWritten;
};
const view = (uid: string) => stage.of(UserReader).viewOf(stage.workspaceId, uid);
const peopleCount = async () => (await stage.rows('SELECT 1 FROM people WHERE workspace_id = $1')).length;
const consentsOf = async (uid: string) =>
  stage.rows(
    'SELECT action, method, list_id FROM consents WHERE workspace_id = $1 AND person_id = $2 ORDER BY at, id',
    await stage.idOf(uid),
  );

describe('a user who joined by email and was tracked under an own uid', () => {
  it('is one person when the call with the secret names the email, with memberships, events and consents', async () => {
    const { list, uid: made } = await join('News', {
      email: EMAIL,
      first_name: 'Ada',
      meta: { plan: 'free', seats: 2 },
    });
    await stage.track(made, 'Joined');
    await stage.track('u-1', 'Seen');
    const kept = await stage.idOf('u-1');
    const written = await write('u-1', { email: 'ADA@example.com', meta: { plan: 'pro' } });
    expect(written).toMatchObject({ personId: kept, uid: 'u-1', isNew: false, notices: [] });
    expect(await view('u-1')).toMatchObject({
      uid: 'u-1',
      uid_updateable: false,
      email: 'ADA@example.com',
      first_name: 'Ada',
      meta: { plan: 'pro', seats: 2 },
      lists: [{ id: list.id, subscribed: true }],
    });
    expect((await stage.events(String(kept))).sort()).toEqual(['Joined', 'Seen']);
    expect(await consentsOf('u-1')).toEqual([{ action: 'subscribed', method: 'api', list_id: list.id }]);
    expect(await view(made)).toMatchObject({ uid: 'u-1' });
    expect(await peopleCount()).toBe(1);
    expect(await stage.subscriberCount(list)).toBe(1);
    expect(await stage.newestJob()).toMatchObject({ kind: 'merge', state: 'done', done: 1, failed: 0 });
    expect(await stage.faults()).toEqual([]);
  });

  it('folds the holder of the email and the holder of the number, and keeps every opt-out', async () => {
    const { list, uid: byEmail } = await join('News', { email: EMAIL });
    const { uid: byNumber } = await join('Offers', { number: NUMBER });
    await stage.set(list, byEmail, false);
    await write('u-1', { firstName: 'Ada' });
    await stage.of(Memberships).setSubscribed(stage.caller, list.id, 'u-1', true, anOrigin);
    await write('u-1', { email: EMAIL, number: NUMBER });
    expect(await stage.standings('u-1')).toEqual({ News: 'unsubscribed', Offers: 'subscribed' });
    expect([await stage.idOf(byEmail), await stage.idOf(byNumber)]).toEqual(Array(2).fill(await stage.idOf('u-1')));
    expect(await peopleCount()).toBe(1);
    expect(await stage.faults()).toEqual([]);
  });

  it('is folded by a new uid too, when email and number belong to two generated people', async () => {
    const { uid: byEmail } = await join('News', { email: EMAIL });
    const { uid: byNumber } = await join('Offers', { number: NUMBER });
    await write('u-1', { email: EMAIL, number: NUMBER });
    // The first call gave one of them the uid; the next finds the other.
    await write('u-1', { email: EMAIL, number: NUMBER });
    expect([await stage.idOf(byEmail), await stage.idOf(byNumber)]).toEqual(Array(2).fill(await stage.idOf('u-1')));
    expect(await stage.standings('u-1')).toEqual({ News: 'subscribed', Offers: 'subscribed' });
  });

  it('keeps both people when the holder has an id of its own', async () => {
    await write('u-2', { email: EMAIL });
    await write('u-1', {});
    const { notices } = await write('u-1', { email: EMAIL });
    expect(notices).toEqual([expect.stringContaining('email belongs to user u-2 as well')]);
    expect(await peopleCount()).toBe(2);
  });

  it('folds nothing at key level, and nothing when the call is refused', async () => {
    const { list, uid: made } = await join('News', { email: EMAIL });
    await write('u-1', {});
    await write('u-1', { email: EMAIL }, { level: 'key' });
    await stage.of(Lists).archive(stage.workspaceId, list.id);
    await expect(write('u-1', { email: EMAIL, lists: [list.id] })).rejects.toThrow(ListArchivedError);
    expect(await view(made)).toMatchObject({ uid: made, email: EMAIL });
    expect(await view('u-1')).toMatchObject({ email: null, lists: [] });
  });

  it('answers a repeated idempotency key once, and folds once for calls that race', async () => {
    const { uid: made } = await join('News', { email: EMAIL });
    await stage.track('u-1', 'Seen');
    const claim = {
      workspaceId: stage.workspaceId,
      method: 'POST',
      path: '/v1/users',
      key: 'once',
      fingerprint: Buffer.alloc(32),
    };
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => write('u-1', { email: EMAIL })),
      write('u-1', { email: EMAIL }, { claim }),
    ]);
    expect(answers.map(({ notices }) => notices)).toEqual(Array(4).fill([]));
    expect(await write('u-1', { email: EMAIL }, { claim })).toBeInstanceOf(Replayed);
    expect(await stage.idOf(made)).toBe(await stage.idOf('u-1'));
    expect(await stage.rows(`SELECT 1 FROM user_jobs WHERE workspace_id = $1 AND kind = 'merge'`)).toHaveLength(1);
    expect(await stage.faults()).toEqual([]);
  });

  it('has many events moved by a worker after the call, and those that another process still stores', async () => {
    const { uid: made } = await join('News', { email: EMAIL });
    const from = await stage.idOf(made);
    await stage.track('u-1', 'Seen');
    await stage.rows(
      `INSERT INTO events (workspace_id, id, person_id, name) SELECT $1, gen_random_uuid(), $2, 'Bulk'
       FROM generate_series(1, 60000)`,
      from,
    );
    await write('u-1', { email: EMAIL });
    const job = await stage.newestJob();
    // The call gave way, or it was fast enough on this machine.
    if (job?.state === 'running') await stage.work(stage.of(MergeRun));
    const to = String(await stage.idOf('u-1'));
    expect(await stage.events(to)).toHaveLength(60_001);
    await stage.rows(
      `INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, gen_random_uuid(), $2, 'Late')`,
      from,
    );
    await stage.rows(`UPDATE user_jobs SET due_at = now() - interval '1 second' WHERE workspace_id = $1`);
    await stage.work(stage.of(MergeRun), NO_HURRY);
    expect(await stage.events(to)).toHaveLength(60_002);
    expect(await stage.newestJob()).toMatchObject({ state: 'done', done: 1 });
  });
});
