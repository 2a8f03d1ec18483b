/**
 * Depends on the snapshots of PostgreSQL.
 * @half both
 * @slow waits until transactions of other databases have ended
 */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventPartitions } from '@dundun/events';
import { plusDays } from '@dundun/domain';
import { createLogger } from '@dundun/platform/config';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { randomFrom, SEED } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import type { Figures } from './home-figures.repository.js';
import { insightServices } from './testing.js';

const PATIENTLY = { ms: 30_000 };
const HOUR_MS = 3_600_000;

describe('the counts of a workspace', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: ReturnType<typeof insightServices>;

  beforeAll(() => new EventPartitions(db.database, createLogger('test', 'silent')).ensure());
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    all = insightServices(db.database);
  });

  const run = (statement: string, ...values: unknown[]) => db.database.execute(statement, [workspaceId, ...values]);
  /** Transactions of other databases may hold the horizon back. */
  const horizon = async () => {
    const [now] = await db.database.query<{ xid: string }>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid',
    );
    await until('the horizon passes', async () => {
      const [row] = await db.database.query<{ is_past: boolean }>('SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS is_past', [now?.xid]); // prettier-ignore
      return row?.is_past === true;
    }, PATIENTLY); // prettier-ignore
  };
  const current = async () => {
    await horizon();
    await all.drain(workspaceId);
  };
  const aMessage = async (channel = 'email') => {
    const id = v7();
    await run(`INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content) VALUES ($1, $2, $3, 'bulk', '{}', '[]', '{}')`, id, channel); // prettier-ignore
    return id;
  };
  const become = (id: string, status: string, endedAt = new Date()) =>
    run(`UPDATE messages SET status = $3, due_at = NULL, ended_at = coalesce(ended_at, $4) WHERE workspace_id = $1 AND id = $2`, id, status, endedAt); // prettier-ignore
  const engage = async (message: string, kind: string, reason: string | null) => {
    const id = v7();
    await run(`INSERT INTO hits (workspace_id, message_id, at, id, kind, link, reason) VALUES ($1, $2, now(), $3, $4, $5, $6)`, message, id, kind, kind === 'click' ? 0 : null, reason); // prettier-ignore
    return id;
  };
  const track = (name: string, { person = v7(), at = null as Date | null, properties = {} as object } = {}) =>
    run(`INSERT INTO events (workspace_id, id, person_id, name, occurred_at, properties) VALUES ($1, $2, $3, $4, $5, $6)`, v7(), person, name, at, properties); // prettier-ignore
  const days = async () => (await all.home.view(workspaceId)).days;
  const figures = async (ago = 0): Promise<Partial<Figures>> => {
    const counted = (await days()).at(-1 - ago) as Figures & { day: string };
    return Object.fromEntries(Object.entries(counted).filter(([name, count]) => name !== 'day' && count !== 0));
  };

  it('follow each message through every status, in the day of its hand-over', async () => {
    const [one, other, third, late] = [await aMessage(), await aMessage('sms'), await aMessage(), await aMessage()];
    await become(one, 'sent');
    await become(other, 'failed');
    await become(third, 'captured');
    await become(late, 'sent', new Date(Date.now() - 25 * HOUR_MS));
    await current();
    expect(await figures()).toEqual({ sent: 2, arrived: 2, confirmed: 1, failed: 1 });
    await become(one, 'delivered');
    await become(late, 'bounced');
    await current();
    expect(await figures()).toEqual({ sent: 2, arrived: 2, confirmed: 2, failed: 1 });
    const before = (await days()).slice(-3, -1).reduce((sum, { sent, arrived, bounced }) => [sum[0] + sent, sum[1] + arrived, sum[2] + bounced] as const, [0, 0, 0] as readonly [number, number, number]); // prettier-ignore
    expect(before).toEqual([1, 0, 1]);
    await become(one, 'complained');
    await become(one, 'sent');
    await current();
    expect(await figures()).toEqual({ sent: 2, arrived: 2, confirmed: 1, failed: 1 });
  });

  it('tell people from machines, and follow a change of mind', async () => {
    const message = await aMessage();
    const open = await engage(message, 'open', null);
    await engage(message, 'open', 'prefetch');
    await engage(message, 'click', null);
    await current();
    expect(await figures()).toEqual({ opened: 1, opened_by_machine: 1, clicked: 1 });
    await run(`UPDATE hits SET reason = 'burst' WHERE workspace_id = $1 AND id = $2`, open);
    await current();
    expect(await figures()).toEqual({ opened_by_machine: 2, clicked: 1 });
  });

  it('count each message of a group once, by the strongest that was done with it', async () => {
    const group = v7();
    const inGroup = async () => {
      const id = await aMessage();
      await run(`UPDATE messages SET group_id = $3 WHERE workspace_id = $1 AND id = $2`, id, group);
      return id;
    };
    const [read, proxied, clicked, scanned, alone] = [await inGroup(), await inGroup(), await inGroup(), await inGroup(), await aMessage()]; // prettier-ignore
    const engagement = () => all.engagement.of(workspaceId, group);
    for (const reason of ['prefetch', null, null]) await engage(read, 'open', reason);
    await engage(proxied, 'open', 'prefetch');
    const click = await engage(clicked, 'click', null);
    await engage(scanned, 'click', 'burst');
    await engage(alone, 'open', null);
    await current();
    expect(await engagement()).toEqual({
      opened: 1,
      opened_by_machine: 1,
      clicked: 1,
      clicked_by_machine: 1,
      unsubscribed: 0,
      tracking_refused: 0,
    });
    await engage(proxied, 'open', null);
    await engage(read, 'click', null);
    await run(`UPDATE hits SET reason = 'burst' WHERE workspace_id = $1 AND id = $2`, click);
    await current();
    expect(await engagement()).toEqual({
      opened: 2,
      opened_by_machine: 0,
      clicked: 1,
      clicked_by_machine: 2,
      unsubscribed: 0,
      tracking_refused: 0,
    });
    expect(await all.engagement.of(workspaceId, v7())).toEqual({ opened: 0, opened_by_machine: 0, clicked: 0, clicked_by_machine: 0, unsubscribed: 0, tracking_refused: 0 }); // prettier-ignore
  });

  it('count subscriptions that begin and end, and not those that wait for a confirmation', async () => {
    for (const action of ['requested', 'confirmed', 'subscribed', 'unsubscribed'])
      await run(`INSERT INTO consents (workspace_id, id, list_id, person_id, action, method) VALUES ($1, $2, $3, $4, $5, 'api')`, v7(), v7(), v7(), action); // prettier-ignore
    await current();
    expect(await figures()).toEqual({ joined: 2, left: 1 });
  });

  it('count events when they happened, by the days of the zone, and people once', async () => {
    await run(`UPDATE workspaces SET time_zone = 'Asia/Kathmandu' WHERE id = $1`);
    const [ada, grace] = [v7(), v7()];
    const midnight = await startOfDay('Asia/Kathmandu');
    await track('Paid', { person: ada, at: midnight });
    await track('Paid', { person: ada, at: new Date(midnight.getTime() - 1) });
    await track('Paid', { person: grace, at: new Date(midnight.getTime() - 1) });
    await track('Seen', { person: ada, at: new Date(Date.now() + HOUR_MS) });
    await current();
    const week = await all.events.names(workspaceId, { days: 7 });
    expect(week).toMatchObject({ time_zone: 'Asia/Kathmandu', unit: 'day', names: 2 });
    expect(week.data).toMatchObject([
      { event: 'Paid', count: 3, people: 2, people_is_exact: true, counts: [0, 0, 0, 0, 0, 2, 1] },
      { event: 'Seen', count: 1, people: 1, counts: [0, 0, 0, 0, 0, 0, 1] },
    ]);
    const today = await all.events.names(workspaceId, { days: 1, search: 'PAI' });
    expect(today.points[0]).toBe(midnight.toISOString());
    expect(today.data).toMatchObject([{ event: 'Paid', count: 1, people: 1 }]);
    expect((await figures()).events).toBe(2);
    expect((await figures(1)).events).toBe(2);
  });

  const startOfDay = async (zone: string) => {
    const [row] = await db.database.query<{ at: Date }>(`SELECT date_trunc('day', now(), $1) AS at`, [zone]);
    return (row as { at: Date }).at;
  };

  it('break an event down by its properties, and say how exact that is', async () => {
    for (let index = 0; index < 10; index++)
      await track('Paid', { properties: { plan: index < 7 ? 'pro' : 'free', index, nothing: null } });
    await track('Seen', { properties: { plan: 'other' } });
    const view = await all.events.propertiesOf(workspaceId, 'Paid');
    expect(view).toMatchObject({ sample: 10, is_complete: true, margin: 31 });
    expect(view.data.map(({ property, present, different }) => [property, present, different])).toEqual([
      ['index', 10, 10],
      ['plan', 10, 2],
    ]);
    expect(view.data[1]?.values).toEqual([
      { value: 'pro', count: 7 },
      { value: 'free', count: 3 },
    ]);
    expect(await all.events.propertiesOf(workspaceId, 'Absent')).toMatchObject({ sample: 0, margin: 0, data: [] });
  });

  it('equal a recount after random work of two workers, of which some is rolled back', async () => {
    const random = randomFrom(SEED);
    const statuses = ['sent', 'captured', 'delivered', 'bounced', 'complained', 'failed', 'unknown'];
    const messages = await Promise.all(Array.from({ length: 20 }, () => aMessage()));
    const people = Array.from({ length: 15 }, () => v7());
    const one = <T>(values: T[]) => values[Math.floor(random() * values.length)] as T;
    for (let round = 0; round < 6; round++) {
      for (let step = 0; step < 15; step++) {
        await become(one(messages), one(statuses));
        await track(one(['A', 'B', 'C']), { person: one(people) });
      }
      await horizon();
      const crash = db.database.transaction(async () => {
        for (const source of await all.counts.uncounted()) await all.counts.step(source);
        throw new Error('killed');
      });
      const work = async () => {
        for (const source of await all.counts.uncounted()) await all.counts.step(source);
      };
      await Promise.allSettled([crash, work(), work()]);
    }
    await current();
    const [recount] = await db.database.query<Record<string, unknown>>(
      `SELECT count(*) FILTER (WHERE status IN ('sent', 'captured', 'delivered', 'bounced', 'complained'))::int AS sent,
         count(*) FILTER (WHERE status IN ('sent', 'captured', 'delivered', 'complained'))::int AS arrived,
         count(*) FILTER (WHERE status IN ('captured', 'delivered', 'complained'))::int AS confirmed,
         count(*) FILTER (WHERE status = 'bounced')::int AS bounced, count(*) FILTER (WHERE status = 'complained')::int AS complained,
         count(*) FILTER (WHERE status IN ('failed', 'unknown'))::int AS failed
       FROM messages WHERE workspace_id = $1`,
      [workspaceId],
    );
    const total = (await days()).reduce<Record<string, number>>((sums, day) => {
      for (const what of Object.keys(recount ?? {})) sums[what] = (sums[what] ?? 0) + day[what as keyof Figures];
      return sums;
    }, {});
    expect(total).toEqual(recount);
    const events = await db.database.query<{ event: string; count: number; people: number }>(
      `SELECT name AS event, count(*)::int AS count, count(DISTINCT person_id)::int AS people FROM events WHERE workspace_id = $1
       GROUP BY name ORDER BY 2 DESC, 1`,
      [workspaceId],
    );
    const { data } = await all.events.names(workspaceId, { days: 2 });
    expect(data.map(({ event, count, people: who }) => ({ event, count, people: who }))).toEqual(events);
  });

  it('show nothing of another workspace, and thirty days of nothing', async () => {
    await track('Paid');
    await current();
    const other = await aWorkspace(db.database);
    const view = await all.home.view(other);
    expect(view.days).toHaveLength(30);
    expect(view.days[0]?.day).toBe(plusDays(view.days[29]?.day as string, -29));
    expect(view.days.every(({ events, sent }) => events === 0 && sent === 0)).toBe(true);
    expect(await all.events.names(other, {})).toMatchObject({ names: 0, data: [] });
    expect(await all.events.propertiesOf(other, 'Paid')).toMatchObject({ sample: 0 });
  });
});
