import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unaccounted } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { repetitions } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { CampaignRetries } from './sending/campaign-retries.service.js';
import { audienceOf } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

/** The time in UTC some hours from now. */
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);

describe('the caps of a workspace', () => {
  const db = useDatabase();
  let workspaceId: number;
  const processes: Process[] = [];
  let all: Process;

  beforeAll(async () => {
    for (let index = 0; index < 3; index++) processes.push(await aProcess(db.config));
    all = processes[0] as Process;
  });
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
  });
  afterAll(() => Promise.all(processes.map(({ close }) => close())));

  const { run, aList, aMember } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const cap = (caps: { day?: number; week?: number }) =>
    run(
      `UPDATE workspaces SET email_day_cap = $2, email_week_cap = $3 WHERE id = $1`,
      caps.day ?? null,
      caps.week ?? null,
    );
  /** A member whom messages find by the address. */
  const aReader = async (list: string, email: string) => {
    const person = await aMember(list, email);
    await run(
      `INSERT INTO person_keys (workspace_id, kind, value, person_id) VALUES ($1, 'email', $2, $3)`,
      email,
      person,
    );
    return person;
  };
  const accounts = (id: string) => all.counts.of({ workspace_id: workspaceId, id });
  const frozen = async (list: string) => {
    const id = await all.started(workspaceId, { lists: [list] });
    await all.freezeAll(workspaceId, id);
    return id;
  };
  const sent = async (list: string) => {
    const id = await frozen(list);
    await all.feedAll(workspaceId, id);
    return id;
  };
  const aSend = (list: string | null, email: string) =>
    run(
      `INSERT INTO messages (workspace_id, id, channel, lane, list_id, sender, recipients, content, status, due_at)
       VALUES ($1, $2, 'email', 'fast', $3, '{}', $4, '{}', 'queued', now())`,
      v7(),
      list,
      JSON.stringify([{ address: email }]),
    );
  const used = async (person: string) => {
    const [row] = await db.database.query<{ day_used: number; week_used: number }>(
      `SELECT day_used, week_used FROM contact_budgets WHERE workspace_id = $1 AND person_id = $2 AND channel = 'email'`,
      [workspaceId, person],
    );
    return row ? [row.day_used, row.week_used] : undefined;
  };

  it('are never passed by three campaigns that are fed at once', async () => {
    const [list, people] = [await aList(), repetitions(60, 5_000)];
    for (let index = 0; index < people; index++) await aReader(list, `reader-${index}@example.com`);
    await cap({ day: 2, week: 5 });
    const campaigns = [await frozen(list), await frozen(list), await frozen(list)];
    await Promise.all(processes.map((each, index) => each.feedAll(workspaceId, campaigns[index] as string)));
    const [reached] = await db.database.query<{ people: number; most: number; messages: number }>(
      `SELECT count(*)::int AS people, max(count)::int AS most, sum(count)::int AS messages FROM (
         SELECT recipients->0->>'address', count(*) FROM messages WHERE workspace_id = $1 GROUP BY 1) AS each`,
      [workspaceId],
    );
    expect(reached).toEqual({ people, most: 2, messages: 2 * people });
    const counts = await Promise.all(campaigns.map(accounts));
    expect(counts.map(unaccounted)).toEqual([0, 0, 0]);
    expect(counts.reduce((sum, { skipped }) => sum + (skipped.capped ?? 0), 0)).toBe(people);
  });

  it('put somebody off to the same time of the next day, once, and then skip them', async () => {
    const list = await aList();
    const person = await aReader(list, 'ada@example.com');
    await cap({ day: 1 });
    await sent(list);
    const [next, last] = [await frozen(list), await frozen(list)];
    const round = async (id: string) => {
      await run(`UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2`, id);
      await all.feeder.round(workspaceId, id);
    };
    for (const id of [next, last]) await round(id);
    const turns = await db.database.query<{ hours: number }>(
      `SELECT round(extract(epoch FROM send_at - now()) / 3600)::int AS hours FROM campaign_recipients
       WHERE workspace_id = $1 AND state = 'planned'`,
      [workspaceId],
    );
    expect(turns).toEqual([{ hours: 24 }, { hours: 24 }]);
    expect(await accounts(next)).toMatchObject({ planned: 1, queued: 0, skipped: {} });
    await run(`UPDATE contact_budgets SET day = day - 1 WHERE workspace_id = $1 AND person_id = $2`, person);
    await all.feedAll(workspaceId, next);
    expect(await accounts(next)).toMatchObject({ planned: 0, queued: 1, skipped: {} });
    await all.feedAll(workspaceId, last);
    expect(await accounts(last)).toMatchObject({ planned: 0, queued: 0, skipped: { capped: 1 } });
    expect(unaccounted(await accounts(last))).toBe(0);
  });

  it('of the week hold when a new day begins, and end with the week', async () => {
    const list = await aList();
    const person = await aReader(list, 'ada@example.com');
    await cap({ day: 1, week: 2 });
    const yesterday = (sql: string) =>
      run(`UPDATE contact_budgets SET ${sql} WHERE workspace_id = $1 AND person_id = $2`, person);
    expect(await accounts(await sent(list))).toMatchObject({ queued: 1 });
    expect(await accounts(await sent(list))).toMatchObject({ queued: 0, skipped: { capped: 1 } });
    await yesterday('day = day - 1');
    expect(await accounts(await sent(list))).toMatchObject({ queued: 1 });
    await yesterday('day = day - 1');
    expect(await accounts(await sent(list))).toMatchObject({ queued: 0, skipped: { capped: 1 } });
    await yesterday('day = day - 7, week = week - 7');
    expect(await accounts(await sent(list))).toMatchObject({ queued: 1 });
    expect(await used(person)).toEqual([1, 1]);
  });

  it('count other messages of a list, which they do not refuse, and no message without a list', async () => {
    const list = await aList();
    const person = await aReader(list, 'ada@example.com');
    await aSend(list, 'ada@example.com');
    expect(await used(person)).toBeUndefined();
    await cap({ day: 2 });
    await aSend(null, 'ada@example.com');
    for (let index = 0; index < 3; index++) await aSend(list, 'Ada@Example.com');
    expect(await used(person)).toEqual([3, 3]);
    const id = await sent(list);
    expect(await accounts(id)).toMatchObject({ queued: 0, skipped: { capped: 1 } });
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it('get back what ended without a hand-over, once, and nothing for what was accepted before them', async () => {
    const list = await aList();
    const person = await aReader(list, 'ada@example.com');
    const end = (status: string) =>
      run(
        `UPDATE messages SET status = $2, due_at = NULL, ended_at = now() WHERE workspace_id = $1 AND ended_at IS NULL`,
        status,
      );
    await aSend(list, 'ada@example.com');
    await cap({ day: 1 });
    await sent(list);
    expect(await used(person)).toEqual([1, 1]);
    await run(
      `UPDATE messages SET created_at = created_at - interval '1 hour' WHERE workspace_id = $1 AND group_id IS NULL`,
    );
    await end('failed');
    await Promise.all(processes.map(({ budgets }) => budgets.refund(10)));
    expect(await used(person)).toEqual([0, 0]);
    expect(await accounts(await sent(list))).toMatchObject({ queued: 1 });
    await end('sent');
    expect(await all.budgets.refund(10)).toBe(0);
    expect(await used(person)).toEqual([1, 1]);
  });

  it('make who is tried again wait for room, and skip nobody', async () => {
    const list = await aList();
    await aReader(list, 'ada@example.com');
    await cap({ day: 1 });
    const id = await sent(list);
    await run(`UPDATE messages SET status = 'unknown', due_at = NULL, ended_at = now() WHERE workspace_id = $1 AND group_id = $2`, id); // prettier-ignore
    await run(`UPDATE campaigns SET state = 'sent' WHERE workspace_id = $1 AND id = $2`, id);
    await all.get(CampaignRetries).retry(workspaceId, id, 'unknown', 1);
    await all.feeder.round(workspaceId, id);
    expect(await accounts(id)).toMatchObject({ planned: 1, queued: 0, skipped: {} });
    const [recipient] = await db.database.query('SELECT send_at > now() AS waits FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $2', [workspaceId, id]); // prettier-ignore
    expect(recipient).toEqual({ waits: true });
    // The next day.
    await run(`UPDATE contact_budgets SET day = day - 1 WHERE workspace_id = $1`);
    await run(`UPDATE campaign_recipients SET send_at = now() WHERE workspace_id = $1 AND campaign_id = $2`, id);
    await all.feedAll(workspaceId, id);
    expect(await accounts(id)).toMatchObject({ planned: 0, queued: 1, skipped: {}, retried: 1 });
  });

  it('make who is tried again wait once, and skip them then', async () => {
    const list = await aList();
    await aReader(list, 'ada@example.com');
    await cap({ day: 1 });
    const id = await sent(list);
    await run(`UPDATE messages SET status = 'unknown', due_at = NULL, ended_at = now() WHERE workspace_id = $1 AND group_id = $2`, id); // prettier-ignore
    await run(`UPDATE campaigns SET state = 'sent' WHERE workspace_id = $1 AND id = $2`, id);
    await all.get(CampaignRetries).retry(workspaceId, id, 'unknown', 1);
    await all.feeder.round(workspaceId, id);
    expect(await accounts(id)).toMatchObject({ planned: 1, queued: 0, skipped: {} });
    // On the next day, another campaign has taken the room.
    await all.feedAll(workspaceId, id);
    expect(await accounts(id)).toMatchObject({ planned: 0, queued: 0, skipped: { capped: 1 }, retried: 1 });
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it('are given back what a resume at night takes back', async () => {
    const list = await aList();
    const person = await aReader(list, 'ada@example.com');
    await cap({ day: 1 });
    const id = await frozen(list);
    await all.feeder.round(workspaceId, id);
    expect(await used(person)).toEqual([1, 1]);
    await all.control.pause(workspaceId, id);
    await run(`UPDATE messages SET due_at = 'infinity' WHERE workspace_id = $1`);
    await run(
      `UPDATE workspaces SET email_quiet_hours = $2 WHERE id = $1`,
      JSON.stringify({ from: inHours(-1), to: inHours(2) }),
    );
    await all.control.resume(workspaceId, id);
    await all.budgets.refund(10);
    expect(await used(person)).toEqual([0, 0]);
    await run(`UPDATE workspaces SET email_quiet_hours = NULL WHERE id = $1`);
    await all.freezeAll(workspaceId, id);
    await run(`UPDATE campaign_recipients SET send_at = now() WHERE workspace_id = $1 AND campaign_id = $2`, id);
    await all.feedAll(workspaceId, id);
    expect(await accounts(id)).toMatchObject({ planned: 0, queued: 1, skipped: {} });
  });

  it('count what both people got who become one, and forget a person who is erased', async () => {
    const list = await aList();
    await cap({ day: 5 });
    const [ada, grace] = [await aReader(list, 'ada@example.com'), await aReader(list, 'grace@example.com')];
    for (const email of ['ada@example.com', 'ada@example.com', 'grace@example.com']) await aSend(list, email);
    await run(`UPDATE contact_budgets SET day = day - 1 WHERE workspace_id = $1 AND person_id = $2`, ada);
    const row = (id: string) => ({ id, uid: id, addresses: [] });
    await all.contacts.merge({ workspaceId, from: row(ada), to: row(grace) } as never);
    expect([await used(ada), await used(grace)]).toEqual([undefined, [1, 3]]);
    await all.contacts.eraseChunk({ workspaceId, personId: grace, uids: [], before: new Date() });
    expect(await used(grace)).toBeUndefined();
  });
});
