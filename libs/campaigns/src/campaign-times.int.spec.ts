import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unaccounted, WEEKDAYS, type LocalStart, type SendWindow } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import type { CampaignFields } from './definitions/campaign.js';
import { audienceOf, zoneAt } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

const HOUR = 3_600_000;
/** The time in UTC some hours from now. */
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString().slice(11, 16);
const DAILY: Pick<SendWindow, 'weekdays' | 'clock'> = { weekdays: [...WEEKDAYS], clock: 'recipient' };

describe('the times of a campaign', () => {
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

  const { run, aList, aMember } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const aMemberIn = async (list: string, tz: string | null, name = `reader-${tz ?? 'without'}`) => {
    const person = await aMember(list, `${name.replaceAll('/', '-')}@example.com`);
    await run(`UPDATE people SET tz = $3 WHERE workspace_id = $1 AND id = $2`, person, tz);
    return person;
  };
  const accounts = (id: string) => all.counts.of({ workspace_id: workspaceId, id });
  const turns = async (id: string) => {
    const rows = await db.database.query<{ person_id: string; send_at: Date; zone: string | null; state: string }>(
      `SELECT person_id, send_at, zone, state FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $2`,
      [workspaceId, id],
    );
    return new Map(rows.map((row) => [row.person_id, row]));
  };
  const startsAt = (id: string, at: string) =>
    run(`UPDATE campaigns SET start_at = $3 WHERE workspace_id = $1 AND id = $2`, id, at);
  const frozen = async (fields: Partial<CampaignFields>, startAt?: string) => {
    const id = await all.started(workspaceId, fields);
    if (startAt) {
      await all.freeze.step(workspaceId, id);
      await startsAt(id, startAt);
    }
    await all.freezeAll(workspaceId, id);
    return id;
  };
  const serve = async (id: string) => {
    for (let isMore = true; isMore;) {
      await run(`UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2`, id);
      isMore = await all.feeder.round(workspaceId, id);
    }
  };

  it('are those of the clocks of its recipients, and of the workspace for those without a zone', async () => {
    await run(`UPDATE workspaces SET time_zone = 'Africa/Lagos' WHERE id = $1`);
    const list = await aList();
    const [lagos, newYork, unknown, without] = [
      await aMemberIn(list, 'Africa/Lagos'),
      await aMemberIn(list, 'America/New_York'),
      await aMemberIn(list, 'Mars/Olympus'),
      await aMemberIn(list, null),
    ];
    const local: LocalStart = { at: '2031-11-24T09:00', past: 'now' };
    const id = await frozen({ lists: [list], local_start: local }, '2031-11-23T19:00:00Z');
    const known = await turns(id);
    const [inLagos, inNewYork] = [new Date('2031-11-24T08:00:00Z'), new Date('2031-11-24T14:00:00Z')];
    expect(known.get(lagos)).toMatchObject({ send_at: inLagos, zone: null });
    expect(known.get(newYork)).toMatchObject({ send_at: inNewYork, zone: 'America/New_York' });
    expect(known.get(unknown)).toMatchObject({ send_at: inLagos, zone: null });
    expect(known.get(without)).toMatchObject({ send_at: inLagos, zone: null });
    await serve(id);
    expect(await accounts(id)).toMatchObject({ matched: 4, planned: 4, queued: 0 });
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it.each([
    ['now', { planned: 2, excluded: {} }, '2026-03-29T10:00:00.000Z'],
    ['skip', { planned: 1, excluded: { time_past: 1 } }, undefined],
    ['tomorrow', { planned: 2, excluded: {} }, '2026-03-30T07:00:00.000Z'],
  ] as const)('with “%s” for zones that are past, count everybody on a day of a change', async (past, counts, turn) => {
    const list = await aList();
    const berlin = await aMemberIn(list, 'Europe/Berlin');
    const newYork = await aMemberIn(list, 'America/New_York');
    const id = await frozen({ lists: [list], local_start: { at: '2026-03-29T09:00', past } }, '2026-03-29T10:00:00Z');
    const known = await turns(id);
    expect(known.get(berlin)?.send_at.toISOString()).toBe(turn);
    expect(known.get(newYork)?.send_at.toISOString()).toBe('2026-03-29T13:00:00.000Z');
    expect(await accounts(id)).toMatchObject({ matched: 2, ...counts });
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it('wait for the next opening of its window, on the clock of each', async () => {
    const list = await aList();
    const here = await aMemberIn(list, zoneAt(12));
    const far = await aMemberIn(list, zoneAt(0));
    const window: SendWindow = { ...DAILY, from: '11:00', to: '14:00' };
    const id = await frozen({ lists: [list], send_window: window });
    await serve(id);
    const known = await turns(id);
    expect(known.get(here)?.state).toBe('queued');
    expect(known.get(far)?.state).toBe('planned');
    const wait = (known.get(far)?.send_at.getTime() ?? 0) - Date.now();
    expect([wait > 10 * HOUR, wait <= 11 * HOUR]).toEqual([true, true]);
    expect(await accounts(id)).toMatchObject({ matched: 2, planned: 1, queued: 1 });
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it('wait for the end of the quiet hours of the workspace, which are asked in each round', async () => {
    const list = await aList();
    const reader = await aMemberIn(list, null);
    const id = await frozen({ lists: [list] });
    const quiet = (hours: object | null) =>
      run(`UPDATE workspaces SET email_quiet_hours = $2 WHERE id = $1`, hours && JSON.stringify(hours));
    await quiet({ from: inHours(-1), to: inHours(2) });
    await serve(id);
    const { send_at, state } = (await turns(id)).get(reader) ?? {};
    expect([state, send_at?.toISOString().slice(11, 16)]).toEqual(['planned', inHours(2)]);
    await quiet(null);
    await run(`UPDATE campaign_recipients SET send_at = now() WHERE workspace_id = $1 AND campaign_id = $2`, id);
    await serve(id);
    expect(await accounts(id)).toMatchObject({ matched: 1, planned: 0, queued: 1 });
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it('hold back what a pause kept if it is resumed at night, and only for those who sleep', async () => {
    const list = await aList();
    const reader = await aMemberIn(list, null);
    const elsewhere = await aMemberIn(list, 'Etc/GMT-8');
    const id = await frozen({ lists: [list] });
    await serve(id);
    await all.control.pause(workspaceId, id);
    // As the start of an attempt does that meets the pause.
    await run(`UPDATE messages SET due_at = 'infinity' WHERE workspace_id = $1`);
    const night = JSON.stringify({ from: inHours(-1), to: inHours(2) });
    await run(`UPDATE workspaces SET email_quiet_hours = $2 WHERE id = $1`, night);
    await all.control.resume(workspaceId, id);
    const due = await db.database.query<{ to: string; due_at: Date }>(
      `SELECT r.person_id AS to, m.due_at FROM messages m JOIN campaign_recipients r ON r.workspace_id = $1 AND r.message_id = m.id
       WHERE m.workspace_id = $1`,
      [workspaceId],
    );
    const dueOf = (person: string) => due.find(({ to }) => to === person)?.due_at as Date;
    expect(dueOf(reader).toISOString().slice(11, 16)).toBe(inHours(2));
    expect(dueOf(elsewhere).getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  });
});
