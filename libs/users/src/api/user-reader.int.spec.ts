/**
 * Depends on the plans of PostgreSQL.
 * @half both
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import { useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { aProcess, aStage, entities, type Stage } from '../testing-jobs.js';
import { UserJobRunsModule } from '../user-job-runs.module.js';
import { UserReader } from './user-reader.repository.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
let reader: UserReader;

beforeAll(async () => {
  process = await aProcess(db.config, UserJobRunsModule);
  reader = process.get(UserReader, { strict: false });
});
afterAll(() => process?.close());
beforeEach(async () => {
  stage = await aStage(process);
});

const view = (uid: string) => reader.viewOf(stage.workspaceId, uid);
const uids = async (filter: { email?: string; lists?: string[] } = {}, limit = 30) =>
  (await reader.page(stage.workspaceId, { limit }, filter)).rows.map(({ uid }) => uid);

async function message(status: string, address: string): Promise<string> {
  const id = v7();
  await stage.rows(
    `INSERT INTO messages (workspace_id, id, channel, lane, status, due_at, sender, recipients, content)
     VALUES ($1, $2, 'email', 'fast', $3, NULL, '{}', $4, '{}')`,
    id,
    status,
    JSON.stringify([{ address }]),
  );
  return id;
}

const hit = (messageId: string, kind: 'open' | 'click', at: string, reason: string | null = null) =>
  stage.rows(
    `INSERT INTO hits (workspace_id, message_id, at, id, kind, link, reason)
     VALUES ($1, $2, $4, gen_random_uuid(), $3, CASE WHEN $3 = 'click' THEN 0 END, $5)`,
    messageId,
    kind,
    at,
    reason,
  );

describe('the view of a user', () => {
  it('has null for unset fields and empty parts', async () => {
    await stage.person({ uid: 'blank' });
    expect(await view('blank')).toEqual({
      id: 'blank',
      uid: 'blank',
      uid_updateable: false,
      first_name: null,
      last_name: null,
      number: null,
      email: null,
      devices: [],
      accounts: [],
      tracking_refused: false,
      marketing_paused_until: null,
      is_account: false,
      member_count: 0,
      archived: false,
      lists: [],
      segments: [],
      meta: {},
      created_at: '2026-01-01T00:00:00.000Z',
      last_interaction: null,
      stats: { delivered: 0, failed: 0, opened: 0, clicked: 0, unique_opens: 0, unique_clicks: 0 },
    });
    await expect(view('nobody')).rejects.toBeInstanceOf(UnknownPersonError);
  });

  it('has its lists, subscribed or left, its accounts and its member count', async () => {
    const ada = await stage.person({ uid: 'ada' });
    const acme = await stage.person({ uid: 'acme', is_account: true });
    const [news, left] = [await stage.list('News'), await stage.list('Left')];
    await stage.set(news, 'ada', true);
    await stage.set(left, 'ada', false);
    // A minute apart: the server's clock may step back by a few milliseconds.
    await stage.rows(
      `UPDATE memberships SET joined_at = joined_at - interval '1 minute' WHERE workspace_id = $1 AND list_id = $2`,
      news.id,
    );
    await stage.rows(
      `INSERT INTO account_members (workspace_id, account_id, person_id, role) VALUES ($1, $2, $3, 'owner')`,
      acme,
      ada,
    );
    expect(await view('ada')).toMatchObject({
      lists: [
        { id: news.id, subscribed: true },
        { id: left.id, subscribed: false },
      ],
      accounts: [{ id: 'acme', role: 'owner' }],
    });
    expect(await view('acme')).toMatchObject({ is_account: true, member_count: 1, accounts: [] });
    const members = await reader.members(stage.workspaceId, 'acme', { limit: 10 });
    expect(members.rows.map(({ uid }) => uid)).toEqual(['ada']);
  });

  it('counts messages by result, opens and clicks by people only, and each message once in unique', async () => {
    await stage.person({ uid: 'ada', email: 'ada@example.com' });
    const [one, two] = [await message('delivered', 'ada@example.com'), await message('sent', 'ada@example.com')];
    for (const status of ['bounced', 'failed', 'canceled', 'captured', 'suppressed'])
      await message(status, 'ada@example.com');
    await message('sent', 'grace@example.com');
    await hit(one, 'open', '2026-11-01T10:00:00Z');
    await hit(one, 'open', '2026-11-01T11:00:00Z');
    await hit(one, 'click', '2026-11-01T11:01:00Z');
    await hit(two, 'open', '2026-11-02T10:00:00Z', 'user_agent');
    await hit(two, 'click', '2026-11-02T10:00:00Z', 'burst');
    expect(await view('ada')).toMatchObject({
      stats: { delivered: 2, failed: 2, opened: 2, clicked: 1, unique_opens: 1, unique_clicks: 1 },
      last_interaction: '2026-11-01T11:01:00.000Z',
    });
    await stage.track('ada', 'Seen');
    expect(Date.parse((await view('ada')).last_interaction ?? '')).toBeGreaterThan(Date.parse('2026-11-20'));
  });
});

describe('messages to an address without a person', () => {
  it('count once for the person who has the address now', async () => {
    await message('sent', 'ada@example.com');
    await message('delivered', 'nobody@example.com');
    await stage.person({ uid: 'ada', email: 'ada@example.com' });
    await message('sent', 'ada@example.com');
    expect(await view('ada')).toMatchObject({ stats: { delivered: 2 } });
    await stage.rows(`DELETE FROM person_keys WHERE workspace_id = $1 AND value = 'ada@example.com'`);
    await stage.person({ uid: 'heir', email: 'ada@example.com' });
    expect(await view('ada')).toMatchObject({ stats: { delivered: 2 } });
    expect(await view('heir')).toMatchObject({ stats: { delivered: 0 } });
  });
});

describe('a page of users', () => {
  it('is newest first in both directions, with one statement per part', async () => {
    for (let day = 1; day <= 7; day++) await stage.person({ uid: `u${day}`, created_at: `2026-01-0${day}` });
    const first = await reader.page(stage.workspaceId, { limit: 3 }, {});
    expect(first.rows.map(({ uid }) => uid)).toEqual(['u7', 'u6', 'u5']);
    const next = await reader.page(stage.workspaceId, { limit: 3, after: first.next ?? undefined }, {});
    expect(next.rows.map(({ uid }) => uid)).toEqual(['u4', 'u3', 'u2']);
    const back = await reader.page(stage.workspaceId, { limit: 3, before: next.previous ?? undefined }, {});
    expect(back.rows.map(({ uid }) => uid)).toEqual(['u7', 'u6', 'u5']);
    const statements = async (limit: number) => {
      const spy = jest.spyOn(stage.database, 'query');
      await reader.page(stage.workspaceId, { limit }, {});
      const { length } = spy.mock.calls;
      spy.mockRestore();
      return length;
    };
    expect(await statements(7)).toBe(await statements(1));
  });

  it('filters by email in any case, and by lists', async () => {
    await stage.person({ uid: 'ada', email: 'Ada@Example.com' });
    await stage.person({ uid: 'twin', email: 'ada@example.com' });
    await stage.person({ uid: 'grace', email: 'grace@example.com' });
    const [one, two] = [await stage.list('One'), await stage.list('Two')];
    await stage.set(one, 'ada', true);
    await stage.set(two, 'ada', true);
    await stage.set(two, 'grace', false);
    expect((await uids({ email: 'ADA@example.com' })).sort()).toEqual(['ada', 'twin']);
    expect(await uids({ email: 'nobody@example.com' })).toEqual([]);
    expect((await uids({ lists: [one.id, two.id] })).sort()).toEqual(['ada', 'grace']);
    expect(await uids({ lists: [one.id.toUpperCase()] })).toEqual(['ada']);
    expect(await uids({ lists: ['garbage'] })).toEqual([]);
    expect(await uids({ lists: [] })).toEqual([]);
    expect(await uids({ lists: [two.id], email: 'grace@example.com' })).toEqual(['grace']);
  });

  it('shows the few oldest of many without reading the others', async () => {
    const { workspaceId, database } = stage;
    const list = await stage.list('Old');
    for (let day = 1; day <= 5; day++) await stage.person({ uid: `old${day}`, created_at: `2020-01-0${day}` });
    await database.execute(
      `INSERT INTO people (workspace_id, id, uid, uid_updateable, created_at)
       SELECT $1, gen_random_uuid(), 'new' || n, false, '2026-01-01'::timestamptz + n * interval '1 second'
       FROM generate_series(1, 6000) AS n`,
      [workspaceId],
    );
    for (let day = 1; day <= 5; day++) await stage.set(list, `old${day}`, true);
    await database.execute('ANALYZE people, memberships');
    const spy = jest.spyOn(database, 'query');
    const first = await reader.page(workspaceId, { limit: 3 }, { lists: [list.id] });
    const asked = spy.mock.calls.filter(([text]) => String(text).includes('FROM memberships')).slice(0, 2);
    spy.mockRestore();
    expect(first.rows.map(({ uid }) => uid)).toEqual(['old5', 'old4', 'old3']);
    const next = await reader.page(workspaceId, { limit: 3, after: first.next ?? undefined }, { lists: [list.id] });
    expect(next.rows.map(({ uid }) => uid)).toEqual(['old2', 'old1']);
    const back = await reader.page(workspaceId, { limit: 3, before: next.previous ?? undefined }, { lists: [list.id] });
    expect(back.rows.map(({ uid }) => uid)).toEqual(['old5', 'old4', 'old3']);
    for (const [statement, values] of asked) {
      const plan = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ANALYZE ${String(statement)}`, values);
      const rows = plan.flatMap((line) => [...line['QUERY PLAN'].matchAll(/actual time=\S+ rows=(\d+) loops=1\)/g)]);
      expect(Math.max(...rows.map(([, count]) => Number(count)))).toBeLessThan(2_500);
    }
  });

  it('shows no user of another workspace', async () => {
    const other = await aStage(process);
    await other.person({ uid: 'theirs', email: 'ada@example.com' });
    expect(await uids()).toEqual([]);
    expect(await uids({ email: 'ada@example.com' })).toEqual([]);
    await expect(view('theirs')).rejects.toBeInstanceOf(UnknownPersonError);
  });
});
