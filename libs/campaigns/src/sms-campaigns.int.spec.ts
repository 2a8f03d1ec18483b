import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Integrations } from '@dundun/accounts';
import { unaccounted, WEEKDAYS } from '@dundun/domain';
import { aReachableNumber, aSleepingNumber } from '@dundun/domain/sms-marketing/testing';
import { SharedContents } from '@dundun/messaging';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import type { CampaignFields } from './definitions/campaign.js';
import { audienceOf, zoneAt } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

const DAY = 86_400_000;

interface MadeSms extends Record<string, unknown> {
  to: string;
  body: string;
  segments: number;
  source: string;
  from: string;
  status: string;
  provider_channel: string | null;
}

describe('a campaign by SMS', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Process;

  beforeAll(async () => {
    all = await aProcess(db.config);
  });
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    await run(`UPDATE workspaces SET sms_quiet_hours = NULL WHERE id = $1`);
    await all.get(Integrations).connectInbox(workspaceId, 'termii', ['SHOP']);
  });
  afterAll(() => all.close());

  const { run, aList, aMember, aReaderOfSms } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const started = (fields: Partial<CampaignFields>) =>
    all.started(workspaceId, { channel: 'sms', sms_source: 'termii', sms_from: 'SHOP', ...fields });
  const accounts = (id: string) => all.counts.of({ workspace_id: workspaceId, id });
  const reasons = async (id: string) => {
    const rows = await db.database.query<{ person_id: string; reason: string | null }>(
      `SELECT person_id, reason FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $2`,
      [workspaceId, id],
    );
    return new Map(rows.map(({ person_id, reason }) => [person_id, reason]));
  };
  const made = () =>
    db.database.query<MadeSms>(
      `SELECT recipients->0->>'address' AS to, content->>'body' AS body, content->>'channel' AS provider_channel, segments, source,
         sender->>'address' AS from, status
       FROM messages WHERE workspace_id = $1 AND channel = 'sms' ORDER BY recipients->0->>'address'`,
      [workspaceId],
    );
  const round = async (id: string) => {
    await run(`UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2`, id);
    await all.feeder.round(workspaceId, id);
  };
  const stateOf = async (id: string) => (await all.repository.find(workspaceId, id))!;

  it('is for each number with consent to SMS once, and says why everybody else is left out', async () => {
    const list = await aList();
    const [one, twin, stopped] = [aReachableNumber(), aReachableNumber(), aReachableNumber()];
    const reader = await aReaderOfSms(list, one);
    await aReaderOfSms(list, twin, 'subscribed', new Date(Date.now() - DAY));
    const first = await aReaderOfSms(list, twin, 'subscribed', new Date(Date.now() - 2 * DAY));
    await aReaderOfSms(list, aReachableNumber(), 'none');
    await aReaderOfSms(list, aReachableNumber(), 'unsubscribed');
    await aReaderOfSms(list, aReachableNumber(), 'pending');
    await aReaderOfSms(list, null);
    await aMember(list, 'mail@example.com');
    await aReaderOfSms(list, stopped);
    await run(`INSERT INTO suppressions (workspace_id, address, reason) VALUES ($1, $2, 'stop')`, stopped);
    const id = await started({ lists: [list] });
    await all.freezeAll(workspaceId, id);
    expect(await accounts(id)).toMatchObject({
      matched: 9,
      excluded: { no_address: 2, not_on_list: 1, unsubscribed: 1, pending: 1, suppressed: 1, duplicate_address: 1 },
      planned: 2,
    });
    await all.feedAll(workspaceId, id);
    expect([...(await reasons(id)).keys()].sort()).toEqual([reader, first].sort());
    const text = { body: 'Hello Ada', segments: 1, source: 'termii', from: 'SHOP', provider_channel: 'generic' };
    expect(await made()).toMatchObject([one, twin].sort().map((to) => ({ to, ...text })));
    expect((await stateOf(id)).sms_segments).toBe(2);
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it('goes to the number of today, and not to one that another recipient has or that has left', async () => {
    const list = await aList();
    const [stays, moves, joins, leaves, bare] = await Promise.all(
      Array.from({ length: 5 }, () => aReaderOfSms(list, aReachableNumber())),
    ) as [string, string, string, string, string]; // prettier-ignore
    const [kept, moved] = [aReachableNumber(), aReachableNumber()];
    await run(`UPDATE people SET number = $3 WHERE workspace_id = $1 AND id = $2`, stays, kept);
    const id = await started({ lists: [list] });
    await all.freezeAll(workspaceId, id);
    await run(`UPDATE people SET number = $3 WHERE workspace_id = $1 AND id = $2`, moves, moved);
    await run(`UPDATE people SET number = $3 WHERE workspace_id = $1 AND id = $2`, joins, kept);
    await run(`UPDATE people SET number = NULL WHERE workspace_id = $1 AND id = $2`, bare);
    await run(`UPDATE memberships SET sms_consent = 'unsubscribed' WHERE workspace_id = $1 AND person_id = $2`, leaves);
    await all.feedAll(workspaceId, id);
    expect((await made()).map(({ to }) => to)).toEqual([kept, moved].sort());
    expect(await reasons(id)).toEqual(
      new Map([
        [stays, null],
        [moves, null],
        [joins, 'duplicate_address'],
        [leaves, 'left'],
        [bare, 'no_address'],
      ]),
    );
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it('gives each SMS its own short links and counts its segments with them', async () => {
    const list = await aList();
    for (let index = 0; index < 3; index++) await aReaderOfSms(list, aReachableNumber());
    const text = 'Sale https://shop.example/a/very/long/path {{ unsubscribe_url }}';
    const id = await started({ lists: [list], track_clicks: true, content: { text } });
    await all.freezeAll(workspaceId, id);
    await all.feedAll(workspaceId, id);
    const bodies = (await made()).map(({ body }) => body);
    expect(new Set(bodies).size).toBe(3);
    for (const body of bodies) expect(body).toMatch(/^Sale http\S+\/s\/\w{8} http\S+\/s\/\w{8}$/);
    const links = await db.database.query<{ number: number }>(
      `SELECT number FROM short_links WHERE workspace_id = $1 ORDER BY number`,
      [workspaceId],
    );
    expect(links.map(({ number }) => number)).toEqual([-1, -1, -1, 0, 0, 0]);
  });

  it('keeps the links as written for people who refuse tracking, and counts their segments with them', async () => {
    const list = await aList();
    const [refusing, tracked] = [aReachableNumber(), aReachableNumber()];
    const person = await aReaderOfSms(list, refusing);
    await aReaderOfSms(list, tracked);
    await run(`INSERT INTO person_keys (workspace_id, kind, value, person_id) VALUES ($1, 'number', $2, $3)`, refusing, person); // prettier-ignore
    await run(`UPDATE people SET tracking_refused_at = now() WHERE workspace_id = $1 AND id = $2`, person);
    const text = `Sale https://shop.example/${'x'.repeat(130)} {{ unsubscribe_url }}`;
    const id = await started({ lists: [list], track_clicks: true, content: { text } });
    await all.freezeAll(workspaceId, id);
    await all.feedAll(workspaceId, id);
    const bodies = new Map((await made()).map(({ to, body, segments }) => [to, { body, segments }]));
    expect(bodies.get(refusing)).toMatchObject({ body: expect.stringMatching(/^Sale https:\/\/shop\.example\/x{130} http\S+\/s\/\w{8}$/), segments: 2 }); // prettier-ignore
    expect(bodies.get(tracked)).toMatchObject({ body: expect.stringMatching(/^Sale http\S+\/s\/\w{8} http/), segments: 1 }); // prettier-ignore
    const untracked = await db.database.query<{ to: string }>(`SELECT recipients->0->>'address' AS to FROM messages WHERE workspace_id = $1 AND is_untracked`, [workspaceId]); // prettier-ignore
    expect(untracked).toEqual([{ to: refusing }]);
  });

  it('gives people who refuse tracking the link of now, and counts its segments', async () => {
    const list = await aList();
    const refusing = aReachableNumber();
    const person = await aReaderOfSms(list, refusing);
    await run(`INSERT INTO person_keys (workspace_id, kind, value, person_id) VALUES ($1, 'number', $2, $3)`, refusing, person); // prettier-ignore
    await run(`UPDATE people SET tracking_refused_at = now() WHERE workspace_id = $1 AND id = $2`, person);
    const id = await started({ lists: [list], track_clicks: true, content: { text: 'Sale https://shop.example/a' } });
    await all.freezeAll(workspaceId, id);
    const [content = ''] = (await stateOf(id)).content_ids ?? [];
    const url = `https://shop.example/${'y'.repeat(150)}`;
    await all.get(SharedContents).changeLink(workspaceId, content, { number: 0, url });
    await all.feedAll(workspaceId, id);
    expect(await made()).toMatchObject([{ to: refusing, body: `Sale ${url}`, segments: 2 }]);
  });

  it('skips a text that cannot be written, and one that is too long for a phone', async () => {
    const list = await aList();
    const [fine, bare, long] = [
      await aReaderOfSms(list, aReachableNumber()),
      await aReaderOfSms(list, aReachableNumber()),
      await aReaderOfSms(list, aReachableNumber()),
    ];
    await run(`UPDATE people SET first_name = NULL WHERE workspace_id = $1 AND id = $2`, bare);
    await run(`UPDATE people SET first_name = $3 WHERE workspace_id = $1 AND id = $2`, long, 'x'.repeat(1_600));
    const id = await started({ lists: [list] });
    await all.freezeAll(workspaceId, id);
    await all.feedAll(workspaceId, id);
    expect(await reasons(id)).toEqual(
      new Map([
        [fine, null],
        [bare, 'content_failed'],
        [long, 'too_long'],
      ]),
    );
    expect(await made()).toHaveLength(1);
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it('halts before it takes more segments than allowed, after what is allowed has left, and goes on with more', async () => {
    const list = await aList();
    for (let index = 0; index < 5; index++) await aReaderOfSms(list, aReachableNumber());
    const id = await started({ lists: [list], most_sms_segments: 7, content: { text: 'x'.repeat(200) } });
    await all.freezeAll(workspaceId, id);
    for (let index = 0; index < 3; index++) await round(id);
    expect(await made()).toHaveLength(3);
    expect(await stateOf(id)).toMatchObject({ state: 'sending', sms_segments: 6 });
    await run(`UPDATE messages SET status = 'captured', due_at = NULL, ended_at = now() WHERE workspace_id = $1`);
    await run(`INSERT INTO message_group_counts (workspace_id, group_id, status, slot, count) VALUES ($1, $2, 'captured', 0, 3)`, id); // prettier-ignore
    await round(id);
    expect(await stateOf(id)).toMatchObject({ state: 'halted', halt: { code: 'sms_ceiling' } });
    expect(await accounts(id)).toMatchObject({ planned: 2, queued: 3 });

    await all.campaigns.update(workspaceId, id, { most_sms_segments: 10 });
    await all.control.resume(workspaceId, id);
    await all.freezeAll(workspaceId, id);
    await all.feedAll(workspaceId, id);
    expect(await stateOf(id)).toMatchObject({ sms_segments: 10 });
    expect(await made()).toHaveLength(5);
  });

  it('waits with numbers of countries where it is night, and serves the others', async () => {
    const list = await aList();
    const [asleep, awake] = [aSleepingNumber(), aReachableNumber()];
    const sleeper = await aReaderOfSms(list, asleep);
    await aReaderOfSms(list, awake);
    const id = await started({ lists: [list] });
    await all.freezeAll(workspaceId, id);
    for (let index = 0; index < 3; index++) await round(id);
    expect((await made()).map(({ to }) => to)).toEqual([awake]);
    const [row] = await db.database.query<{ send_at: Date }>(
      `SELECT send_at FROM campaign_recipients WHERE workspace_id = $1 AND person_id = $2`,
      [workspaceId, sleeper],
    );
    expect(row!.send_at.getTime()).toBeGreaterThan(Date.now());
    expect(await stateOf(id)).toMatchObject({ state: 'sending' });
    expect(await accounts(id)).toMatchObject({ planned: 1, queued: 1 });
  });

  it('ends with a reason for those whom its window never reaches, instead of waiting for ever', async () => {
    const list = await aList();
    const never = await aReaderOfSms(list, aSleepingNumber());
    // The hour of now, in which the country sleeps, by a clock on which it is noon.
    await until('the hour does not end soon', () => new Date().getUTCMinutes() < 59, { ms: 90_000 });
    await run(`UPDATE workspaces SET time_zone = $2 WHERE id = $1`, zoneAt(12));
    const id = await started({
      lists: [list],
      send_window: { weekdays: [...WEEKDAYS], clock: 'workspace', from: '12:00', to: '13:00' },
    });
    await all.freezeAll(workspaceId, id);
    for (let index = 0; index < 2; index++) await round(id);
    expect(await reasons(id)).toEqual(new Map([[never, 'no_hour']]));
    expect(await stateOf(id)).toMatchObject({ state: 'sent' });
    expect(await accounts(id)).toMatchObject({ planned: 0, queued: 0, skipped: { no_hour: 1 } });
  });

  it('is made once, however often its rounds are repeated and cut off', async () => {
    const list = await aList();
    const numbers = Array.from({ length: 40 }, () => aReachableNumber());
    for (const number of numbers) await aReaderOfSms(list, number);
    const id = await started({ lists: [list] });
    await all.freezeAll(workspaceId, id);
    const cutOff = db.database.transaction(async () => {
      await all.feeder.round(workspaceId, id);
      throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    await run(`UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2`, id);
    await Promise.allSettled(Array.from({ length: 4 }, () => all.feeder.round(workspaceId, id)));
    await all.feedAll(workspaceId, id);
    expect((await made()).map(({ to }) => to)).toEqual(numbers.sort());
    expect(unaccounted(await accounts(id))).toBe(0);
  });
});
