/**
 * Depends on the snapshots of PostgreSQL.
 * @slow waits until transactions of other databases have ended
 */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { randomFrom, SEED } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { REPORT_FIGURES, sumOf, type ReportFigures } from './group-report.repository.js';
import { insightServices } from './testing.js';

const PATIENTLY = { ms: 30_000 };
const HOUR_MS = 3_600_000;
const DOMAINS = ['gmail.com', 'GoogleMail.com', 'outlook.de', 'example.com', 'hotmail.co.uk', 'firm.example'];
const MAILBOXES: Record<string, string> = {
  'gmail.com': 'google',
  'GoogleMail.com': 'google',
  'outlook.de': 'microsoft',
  'hotmail.co.uk': 'microsoft',
};

describe('the report of a group', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: ReturnType<typeof insightServices>;

  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    all = insightServices(db.database);
  });

  const run = (statement: string, ...values: unknown[]) => db.database.execute(statement, [workspaceId, ...values]);
  const current = async () => {
    const [now] = await db.database.query<{ xid: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid'); // prettier-ignore
    await until('the horizon passes', async () => {
      const [row] = await db.database.query<{ is_past: boolean }>('SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS is_past', [now?.xid]); // prettier-ignore
      return row?.is_past === true;
    }, PATIENTLY); // prettier-ignore
    await all.drain(workspaceId);
  };
  const aMessage = async (group: string | null, { domain = 'example.com', content = v7(), attempts = 1 } = {}) => {
    const id = v7();
    const recipients = [{ address: `${id}@${domain}` }];
    await run(`INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content, group_id, attempts)
      VALUES ($1, $2, 'email', 'bulk', '{"address": "news@Shop.example"}', $3, $4, $5, $6)`, id, JSON.stringify(recipients), JSON.stringify({ ref: content }), group, attempts); // prettier-ignore
    return id;
  };
  const become = (id: string, status: string, at = new Date()) =>
    run(`UPDATE messages SET status = $3, due_at = NULL, ended_at = coalesce(ended_at, $4) WHERE workspace_id = $1 AND id = $2`, id, status, at); // prettier-ignore
  const engage = async (message: string, link: number | null, reason: string | null, at = new Date()) => {
    const id = v7();
    await run(`INSERT INTO hits (workspace_id, message_id, at, id, kind, link, reason) VALUES ($1, $2, $3, $4, $5, $6, $7)`, message, at, id, link === null ? 'open' : 'click', link, reason); // prettier-ignore
    return id;
  };
  const leave = (message: string) =>
    run(`INSERT INTO consents (workspace_id, id, list_id, person_id, action, method, message_id) VALUES ($1, $2, $3, $4, 'unsubscribed', 'one_click', $5)`, v7(), v7(), v7(), message); // prettier-ignore
  const some = (figures: Partial<ReportFigures> | undefined) =>
    Object.fromEntries(REPORT_FIGURES.map((name) => [name, figures?.[name] ?? 0] as const).filter(([, n]) => n !== 0));
  it('says what happened when, and moves it when it proves to be otherwise', async () => {
    const [group, early] = [v7(), new Date(Date.now() - 5 * HOUR_MS)];
    const [one, other] = [await aMessage(group), await aMessage(group, { attempts: 3 })];
    await become(one, 'sent', early);
    await become(other, 'sent', early);
    const open = await engage(one, null, null, new Date(early.getTime() + HOUR_MS));
    await engage(one, null, null);
    await leave(other);
    await leave(other);
    await current();
    const times = await all.report.times(workspaceId, group);
    expect(times).toMatchObject({ unit: 'hour', zone: 'UTC' });
    expect(times.points).toHaveLength(6);
    expect(times.points.map(some)).toEqual([{ sent: 2, arrived: 2, deferred: 1 }, { opened: 1 }, {}, {}, {}, { unsubscribed: 1 }]); // prettier-ignore
    await run(`UPDATE hits SET reason = 'burst' WHERE workspace_id = $1 AND id = $2`, open);
    await become(other, 'bounced');
    await current();
    const after = await all.report.times(workspaceId, group);
    expect(after.points.map(some)).toEqual([{ sent: 2, arrived: 1, bounced: 1, deferred: 1 }, {}, {}, {}, {}, { opened: 1, unsubscribed: 1 }]); // prettier-ignore
    expect(await all.engagement.of(workspaceId, group)).toMatchObject({ opened: 1, opened_by_machine: 0, unsubscribed: 1 }); // prettier-ignore
  });

  it('counts what arrived at people who refuse tracking apart, until it bounces', async () => {
    const group = v7();
    const [one, other, tracked] = [await aMessage(group), await aMessage(group), await aMessage(group)];
    await run(`UPDATE messages SET is_untracked = true WHERE workspace_id = $1 AND id = ANY($2)`, [one, other]);
    for (const id of [one, other, tracked]) await become(id, 'sent');
    await current();
    expect(await all.engagement.of(workspaceId, group)).toMatchObject({ tracking_refused: 2 });
    await become(other, 'bounced');
    await current();
    expect(await all.engagement.of(workspaceId, group)).toMatchObject({ tracking_refused: 1 });
    const [point] = (await all.report.times(workspaceId, group)).points;
    expect(some(point)).toEqual({ sent: 3, arrived: 2, bounced: 1, tracking_refused: 1 });
    expect((await all.report.mailboxes(workspaceId, group)).map(some)).toEqual([some(point)]);
  });

  it('shows days once it spans more than three, also where a clock changes', async () => {
    await run(`UPDATE workspaces SET time_zone = 'Europe/Berlin' WHERE id = $1`);
    const group = v7();
    const message = await aMessage(group);
    await become(message, 'sent', new Date('2026-10-23T22:30:00Z'));
    await engage(message, null, null, new Date('2026-10-26T23:30:00Z'));
    await current();
    const times = await all.report.times(workspaceId, group);
    expect(times.points.map(({ at }) => at.toISOString())).toEqual([
      '2026-10-23T22:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-10-26T23:00:00.000Z',
    ]);
    expect(times.points.map(some)).toEqual([{ sent: 1, arrived: 1 }, {}, {}, { opened: 1 }]);
  });

  it('counts a message once for each of its links, as a person if one clicked', async () => {
    const [group, content] = [v7(), v7()];
    const [one, other] = [await aMessage(group, { content }), await aMessage(group, { content })];
    await engage(one, 0, 'burst');
    await engage(one, 1, null);
    await engage(one, 1, null);
    await engage(other, 0, 'burst');
    await current();
    await engage(one, 0, null);
    await current();
    expect((await all.report.links(workspaceId, group)).sort((a, b) => a.link - b.link)).toEqual([
      { content_id: content, link: 0, clicked: 1, clicked_by_machine: 1 },
      { content_id: content, link: 1, clicked: 1, clicked_by_machine: 0 },
    ]);
    expect(await all.report.links(workspaceId, v7())).toEqual([]);
    expect(await all.report.times(workspaceId, v7())).toEqual({ unit: 'hour', zone: 'UTC', points: [] });
  });

  it('equals a recount of messages, opens and clicks after random work, by mailbox provider and in sum', async () => {
    const random = randomFrom(SEED);
    const one = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
    const group = v7();
    const domains = new Map<string, string>();
    for (let index = 0; index < 24; index++) {
      const domain = one(DOMAINS);
      const id = await aMessage(index % 6 === 0 ? null : group, { domain, attempts: one([1, 2]) });
      domains.set(id, MAILBOXES[domain] ?? 'other');
      if (index % 4 === 0) await run(`UPDATE messages SET is_untracked = true WHERE workspace_id = $1 AND id = $2`, id); // prettier-ignore
    }
    const ids = [...domains.keys()];
    const hits: string[] = [];
    for (let round = 0; round < 5; round++) {
      for (let step = 0; step < 20; step++) {
        await become(one(ids), one(['sent', 'delivered', 'bounced', 'complained', 'failed']));
        hits.push(await engage(one(ids), one([null, 0, 1]), one([null, 'burst', 'prefetch'])));
        await run(`UPDATE hits SET reason = $3 WHERE workspace_id = $1 AND id = $2`, one(hits), one([null, 'burst']));
        if (step % 7 === 0) await leave(one(ids));
      }
      await current();
    }
    const recount = await db.database.query<ReportFigures & { id: string; is_grouped: boolean }>(
      `SELECT m.id, m.group_id IS NOT NULL AS is_grouped, (m.status IN ('sent', 'delivered', 'bounced', 'complained'))::int AS sent,
         (m.status IN ('sent', 'delivered', 'complained'))::int AS arrived, (m.status IN ('delivered', 'complained'))::int AS confirmed,
         (m.status = 'bounced')::int AS bounced, (m.status = 'complained')::int AS complained, (m.status = 'failed')::int AS failed,
         (m.status <> 'queued' AND m.attempts > 1)::int AS deferred,
         (m.status IN ('sent', 'delivered', 'complained') AND m.is_untracked IS TRUE)::int AS tracking_refused,
         coalesce(bool_or(NOT h.machine) FILTER (WHERE h.kind = 'open'), false)::int AS opened,
         coalesce(bool_and(h.machine) FILTER (WHERE h.kind = 'open'), false)::int AS opened_by_machine,
         coalesce(bool_or(NOT h.machine) FILTER (WHERE h.kind = 'click'), false)::int AS clicked,
         coalesce(bool_and(h.machine) FILTER (WHERE h.kind = 'click'), false)::int AS clicked_by_machine,
         (EXISTS (SELECT FROM consents c WHERE c.workspace_id = m.workspace_id AND c.message_id = m.id))::int AS unsubscribed
       FROM messages m LEFT JOIN hits h ON h.workspace_id = m.workspace_id AND h.message_id = m.id
       WHERE m.workspace_id = $1 GROUP BY m.workspace_id, m.id`,
      [workspaceId],
    );
    const grouped = recount.filter(({ is_grouped }) => is_grouped);
    const mailboxes = await all.report.mailboxes(workspaceId, group);
    for (const mailbox of ['google', 'microsoft', 'other']) {
      const counted = mailboxes.find((each) => each.mailbox === mailbox);
      expect([mailbox, some(counted)]).toEqual([
        mailbox,
        some(sumOf(grouped.filter(({ id }) => domains.get(id) === mailbox))),
      ]);
    }
    const times = await all.report.times(workspaceId, group);
    expect(sumOf(times.points)).toEqual(sumOf(grouped));
    const days = await db.database.query<{ what: string; count: number }>(
      `SELECT what, sum(count)::int AS count FROM mail_days WHERE workspace_id = $1 AND domain = 'shop.example' GROUP BY what`,
      [workspaceId],
    );
    expect(Object.fromEntries(days.filter(({ count }) => count !== 0).map(({ what, count }) => [what, count]))).toEqual(
      some(sumOf(recount)),
    );
  });
});
