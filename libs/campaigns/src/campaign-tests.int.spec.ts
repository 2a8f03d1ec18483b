/**
 * @slow feeds 3,000 recipients, so that a test has enough people to be decided
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decide, unaccounted } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import type { CampaignFields } from './definitions/campaign.js';
import { audienceOf } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

const MANY = 3_000;

describe('a campaign with variants', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Process;

  beforeAll(async () => {
    all = await aProcess(db.config);
  });
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
  });
  afterAll(() => all.close());

  const { run, aList } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const aListOf = async (count: number) => {
    const list = await aList();
    await run(
      `WITH new AS (
         INSERT INTO people (workspace_id, id, uid, uid_updateable, email, first_name)
         SELECT $1, gen_random_uuid(), 'u-' || n || $2, false, 'reader-' || n || '@example.com', 'Ada'
         FROM generate_series(1, $3::int) AS n RETURNING id)
       INSERT INTO memberships (workspace_id, list_id, person_id, status, joined_at)
       SELECT $1, $2::uuid, id, 'subscribed', now() FROM new`,
      list,
      count,
    );
    return list;
  };
  const start = async (fields: Partial<CampaignFields>) => {
    const id = await all.started(workspaceId, fields);
    await all.freezeAll(workspaceId, id);
    return id;
  };
  const accounts = (id: string) => all.counts.of({ workspace_id: workspaceId, id });
  const campaign = async (id: string) => (await all.repository.find(workspaceId, id))!;
  /** Serves the campaign while anything changes. */
  const serve = async (id: string) => {
    for (let isMore = true, queued = -1; isMore || queued !== (await accounts(id)).queued;) {
      ({ queued } = await accounts(id));
      await run('UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2 AND due_at IS NOT NULL', id);
      isMore = await all.feeder.round(workspaceId, id);
    }
  };
  const subjects = async (id: string) => {
    const rows = await db.database.query<{ subject: string; count: number }>(
      `SELECT content->>'subject' AS subject, count(*)::int AS count FROM messages WHERE workspace_id = $1 AND group_id = $2
       GROUP BY 1`,
      [workspaceId, id],
    );
    const of = (asked: string) => rows.find(({ subject }) => subject === asked)?.count ?? 0;
    return { News: of('News'), Sale: of('Sale'), Gifts: of('Gifts') };
  };
  /** Hands over what waits. */
  const handOver = (id: string) =>
    run(
      `WITH sent AS (
         UPDATE messages SET status = 'sent', due_at = NULL, ended_at = now()
         WHERE workspace_id = $1 AND group_id = $2 AND due_at IS NOT NULL RETURNING 1)
       INSERT INTO message_group_counts AS c (workspace_id, group_id, status, slot, count)
       SELECT $1, $2, 'sent', 0, count(*) FROM sent
       ON CONFLICT (workspace_id, group_id, status, slot) DO UPDATE SET count = c.count + excluded.count`,
      id,
    );
  /** Notes clicks in a share of the messages of a variant. @param by 1 machines, 2 people */
  const click = (id: string, variant: number, share: number, by: 1 | 2) =>
    run(
      `INSERT INTO message_engagement (workspace_id, message_id, opened, clicked)
       SELECT $1, message_id, 0, $4 FROM (
         SELECT message_id, percent_rank() OVER (ORDER BY message_id ${by === 2 ? 'DESC' : ''}) AS place FROM campaign_recipients
         WHERE workspace_id = $1 AND campaign_id = $2 AND variant = $3 AND message_id IS NOT NULL) AS r
       WHERE place < $5::float`,
      id,
      variant,
      by,
      share,
    );
  const anHourLater = (id: string) =>
    run(
      `UPDATE campaigns SET test_ended_at = test_ended_at - interval '1 hour' WHERE workspace_id = $1 AND id = $2`,
      id,
    );
  const TEST = { percent: 50, metric: 'clicks', hours: 1, fallback: 'first' } as const;

  it('sends them to a part, decides once by what people did, and sends the best to the others', async () => {
    const list = await aListOf(MANY);
    const id = await start({ lists: [list], variants: [{ subject: 'Sale' }], test: TEST });
    await serve(id);
    const tested = await subjects(id);
    expect(tested.News).toBeGreaterThan(600);
    expect(tested.Sale).toBeGreaterThan(600);
    const { planned, queued } = await accounts(id);
    expect(queued).toBe(tested.News + tested.Sale);
    expect(planned).toBe(MANY - queued);
    expect(await campaign(id)).toMatchObject({ test_ended_at: null, decision: null });

    await handOver(id);
    await serve(id);
    expect((await campaign(id)).test_ended_at).toBeInstanceOf(Date);
    await click(id, 0, 0.02, 2);
    await click(id, 0, 0.3, 1);
    await click(id, 1, 0.08, 2);
    await serve(id);
    expect((await campaign(id)).decision).toBeNull();
    await anHourLater(id);
    await serve(id);
    const { decision } = await campaign(id);
    expect(decision).toMatchObject({ winner: 1, rule: 'winner', seed: id });
    const { at, ...decided } = decision!;
    const { outcomes, metric, seed, draws } = decided;
    expect(at).toEqual(expect.any(String));
    expect(decide(outcomes, { metric, fallback: 'first' }, seed, draws)).toEqual(decided);
    expect(outcomes.map(({ arrived }) => arrived)).toEqual([tested.News, tested.Sale]);
    expect(outcomes[0]!.clicks).toBeLessThan(0.03 * tested.News);
    expect(await subjects(id)).toEqual({ News: tested.News, Sale: MANY - tested.News, Gifts: 0 });
    expect(unaccounted(await accounts(id))).toBe(0);
    await handOver(id);
    await serve(id);
    expect((await campaign(id)).state).toBe('sent');
    expect((await campaign(id)).decision).toEqual(decision);
  }, 120_000);

  it('gives everybody else their variant while one of them waits for another day', async () => {
    const id = await start({ lists: [await aListOf(60)], variants: [{ subject: 'Sale' }], test: TEST });
    await serve(id);
    await handOver(id);
    await run(`UPDATE campaigns SET decision = '{"winner": 1}' WHERE workspace_id = $1 AND id = $2`, id);
    await run(
      `UPDATE campaign_recipients SET variant = 1, send_at = now() + interval '1 day' WHERE workspace_id = $1 AND campaign_id = $2
         AND person_id = (SELECT person_id FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $2 AND state = 'planned' LIMIT 1)`,
      id,
    );
    await serve(id);
    expect((await accounts(id)).planned).toBe(1);
  });

  it('without a clear winner falls back, and to each variant the same share if that was asked for', async () => {
    const list = await aListOf(300);
    for (const fallback of ['first', 'split'] as const) {
      const id = await start({
        lists: [list],
        variants: [{ subject: 'Sale' }, { subject: 'Gifts' }],
        test: { ...TEST, percent: 20, fallback },
      });
      await serve(id);
      const tested = await subjects(id);
      await handOver(id);
      await serve(id);
      await anHourLater(id);
      await serve(id);
      expect((await campaign(id)).decision).toMatchObject({ rule: 'too_few', winner: fallback === 'first' ? 0 : null });
      const { News, Sale, Gifts } = await subjects(id);
      if (fallback === 'first') expect([Sale, Gifts]).toEqual([tested.Sale, tested.Gifts]);
      else for (const count of [News, Sale, Gifts]) expect(count).toBeGreaterThan(60);
      expect(News + Sale + Gifts).toBe(300);
    }
  }, 120_000);

  it('gives everybody a variant at once with 100%, and decides nothing', async () => {
    const id = await start({
      lists: [await aListOf(200)],
      variants: [{ subject: 'Sale' }],
      test: { ...TEST, percent: 100 },
    });
    await serve(id);
    const { News, Sale } = await subjects(id);
    expect(News + Sale).toBe(200);
    await handOver(id);
    await serve(id);
    expect(await campaign(id)).toMatchObject({ state: 'sent', decision: null });
  });

  it('holds people out for good, and accounts for them', async () => {
    const id = await start({ lists: [await aListOf(300)], holdout: 20 });
    const { excluded, planned } = await accounts(id);
    expect(excluded.held_out).toBeGreaterThan(30);
    expect(excluded.held_out! + planned).toBe(300);
    const held = `SELECT count(*)::int AS count FROM campaign_recipients
      WHERE workspace_id = $1 AND campaign_id = $2 AND state = 'held_out'`;
    expect(await db.database.query(held, [workspaceId, id])).toEqual([{ count: excluded.held_out }]);
    await serve(id);
    await handOver(id);
    await serve(id);
    expect((await campaign(id)).state).toBe('sent');
    expect(await subjects(id)).toEqual({ News: planned, Sale: 0, Gifts: 0 });
    expect(unaccounted(await accounts(id))).toBe(0);
  });
});
