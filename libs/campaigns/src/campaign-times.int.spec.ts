import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { unaccounted, WEEKDAYS, type LocalStart, type SendWindow } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import type { CampaignFields } from './definitions/campaign.js';
import { CampaignChecks } from './checks/campaign-checks.service.js';
import { Openings } from './sending/openings.service.js';
import { audienceOf, zoneAt } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

const HOUR = 3_600_000;
/** The time in UTC some hours from now. */
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString().slice(11, 16);
/** A window of three hours, on the clock of the workspace, and a night that covers it on the other side of the world. */
const NOON: SendWindow = { weekdays: [...WEEKDAYS], clock: 'workspace', from: '11:00', to: '14:00' };
const NIGHT = JSON.stringify({ from: '20:00', to: '08:00' });
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

  /** The messages of recipients, by person. */
  const messages = async () => {
    const rows = await db.database.query<{ person_id: string; id: string; is_due: boolean }>(
      `SELECT r.person_id, m.id, m.due_at <= now() AS is_due FROM messages m
       JOIN campaign_recipients r ON r.workspace_id = $1 AND r.message_id = m.id WHERE m.workspace_id = $1`,
      [workspaceId],
    );
    return new Map(rows.map(({ person_id, ...message }) => [person_id, message]));
  };
  /** Pauses a campaign; the start of an attempt meets the pause. */
  const parked = async (id: string) => {
    await all.control.pause(workspaceId, id);
    await run(`UPDATE messages SET due_at = 'infinity' WHERE workspace_id = $1`);
  };
  const isTheirTurn = (id: string) =>
    run(`UPDATE campaign_recipients SET send_at = now() WHERE workspace_id = $1 AND campaign_id = $2`, id);

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

  it('skip those at once for whom no hour is open, and warn of them before the start', async () => {
    await run(`UPDATE workspaces SET time_zone = $2, email_quiet_hours = $3 WHERE id = $1`, zoneAt(12), NIGHT);
    const list = await aList();
    const [here, far] = [await aMemberIn(list, null), await aMemberIn(list, zoneAt(0))];
    const draft = await all.campaigns.create(workspaceId, { name: 'News', lists: [list], subject: 'News', text: 'Hi', window: NOON } as never); // prettier-ignore
    const { problems, warnings } = await all.get(CampaignChecks).check(await all.campaigns.get(workspaceId, draft.id));
    expect(problems.map(({ code }) => code)).not.toContain('never_open');
    expect(warnings).toContainEqual({
      code: 'no_hour',
      message: expect.stringMatching(/^1 recipient in the zone Etc/),
    });
    const id = await frozen({ lists: [list], send_window: NOON });
    await serve(id);
    const known = await turns(id);
    expect([known.get(here)?.state, known.get(far)?.state]).toEqual(['queued', 'skipped']);
    expect(await accounts(id)).toMatchObject({ planned: 0, queued: 1, skipped: { no_hour: 1 } });
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it('skip those for whom no hour is open any more when a campaign is resumed', async () => {
    await run(`UPDATE workspaces SET time_zone = $2 WHERE id = $1`, zoneAt(12));
    const list = await aList();
    const [here, far] = [await aMemberIn(list, null), await aMemberIn(list, zoneAt(0))];
    const id = await frozen({ lists: [list], send_window: NOON });
    await serve(id);
    await parked(id);
    await run(`UPDATE workspaces SET email_quiet_hours = $2 WHERE id = $1`, NIGHT);
    await all.control.resume(workspaceId, id);
    const known = await turns(id);
    expect([known.get(here)?.state, known.get(far)?.state]).toEqual(['queued', 'skipped']);
    expect(await accounts(id)).toMatchObject({ planned: 0, queued: 1, skipped: { no_hour: 1 }, retried: 1 });
    // Nothing replaces the message.
    expect(await all.groups.ended(workspaceId, id)).toEqual({ canceled: 1 });
    const ended = await db.database.query(
      `SELECT status, replaced_by FROM messages WHERE workspace_id = $1 AND due_at IS NULL`,
      [workspaceId],
    );
    expect(ended).toEqual([{ status: 'canceled', replaced_by: null }]);
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it('leave the recipient what was attempted and no hour is open for any more: it may have arrived', async () => {
    await run(`UPDATE workspaces SET time_zone = $2 WHERE id = $1`, zoneAt(12));
    const list = await aList();
    const far = await aMemberIn(list, zoneAt(0));
    const id = await frozen({ lists: [list] });
    await serve(id);
    const before = await messages();
    await parked(id);
    await run(`UPDATE messages SET attempts = 1 WHERE workspace_id = $1`);
    await run(`UPDATE campaigns SET send_window = $3 WHERE workspace_id = $1 AND id = $2`, id, JSON.stringify(NOON));
    await run(`UPDATE workspaces SET email_quiet_hours = $2 WHERE id = $1`, NIGHT);
    await all.control.resume(workspaceId, id);
    expect((await turns(id)).get(far)?.state).toBe('queued');
    expect((await messages()).get(far)?.id).toBe(before.get(far)?.id);
    expect(await accounts(id)).toMatchObject({ planned: 0, queued: 1, skipped: {} });
    expect(await all.groups.ended(workspaceId, id)).toEqual({ canceled: 1 });
  });

  it('leave a message alone that somebody settles while it is taken back', async () => {
    const list = await aList();
    const [reader, settled] = [await aMemberIn(list, null, 'reader'), await aMemberIn(list, null, 'settled')];
    const id = await frozen({ lists: [list] });
    await serve(id);
    await parked(id);
    const night = JSON.stringify({ from: inHours(-1), to: inHours(2) });
    await run(`UPDATE workspaces SET email_quiet_hours = $2 WHERE id = $1`, night);
    const own = (await messages()).get(settled)?.id;
    const late = jest.spyOn(all.get(Openings), 'late').mockImplementationOnce(async (...given) => {
      await run(`UPDATE messages SET status = 'canceled', due_at = NULL WHERE workspace_id = $1 AND id = $2`, own);
      return all.get(Openings).late(...given);
    });
    await all.control.resume(workspaceId, id);
    late.mockRestore();
    const known = await turns(id);
    expect([known.get(reader)?.state, known.get(settled)?.state]).toEqual(['planned', 'queued']);
    expect(await accounts(id)).toMatchObject({ planned: 1, queued: 1, retried: 1 });
  });

  it('take back what a pause kept if it is resumed at night, and only from those who sleep', async () => {
    const list = await aList();
    const reader = await aMemberIn(list, null);
    const elsewhere = await aMemberIn(list, 'Etc/GMT-8');
    const id = await frozen({ lists: [list] });
    await serve(id);
    const before = await messages();
    await parked(id);
    const night = JSON.stringify({ from: inHours(-1), to: inHours(2) });
    await run(`UPDATE workspaces SET email_quiet_hours = $2 WHERE id = $1`, night);
    await all.control.resume(workspaceId, id);
    const sleeping = (await turns(id)).get(reader);
    expect([sleeping?.state, sleeping?.send_at.toISOString().slice(11, 16)]).toEqual(['planned', inHours(2)]);
    // The room of what was taken back is free, and what others have leaves.
    expect(await messages()).toEqual(new Map([[elsewhere, { ...before.get(elsewhere), is_due: true }]]));
    expect(await accounts(id)).toMatchObject({ planned: 1, queued: 1, skipped: {}, retried: 1 });
    expect(await all.groups.ended(workspaceId, id)).toEqual({ replaced: 1 });
    // At a time that is closed after all, the hours are asked again.
    await all.freezeAll(workspaceId, id);
    await isTheirTurn(id);
    await serve(id);
    expect((await turns(id)).get(reader)).toMatchObject({ state: 'planned', send_at: sleeping?.send_at });
    await run(`UPDATE workspaces SET email_quiet_hours = NULL WHERE id = $1`);
    await isTheirTurn(id);
    await serve(id);
    const after = await messages();
    expect(after.get(reader)).toMatchObject({ is_due: true });
    expect(after.get(reader)?.id).not.toBe(before.get(reader)?.id);
    expect(await accounts(id)).toMatchObject({ planned: 0, queued: 2, skipped: {} });
    expect(unaccounted(await accounts(id))).toBe(0);
  });

  it('keep the id of what was attempted before a pause, which waits as it is', async () => {
    const list = await aList();
    const reader = await aMemberIn(list, null);
    const id = await frozen({ lists: [list] });
    await serve(id);
    const before = await messages();
    await parked(id);
    await run(`UPDATE messages SET attempts = 1 WHERE workspace_id = $1`);
    const night = JSON.stringify({ from: inHours(-1), to: inHours(2) });
    await run(`UPDATE workspaces SET email_quiet_hours = $2 WHERE id = $1`, night);
    await all.control.resume(workspaceId, id);
    expect(await messages()).toEqual(new Map([[reader, { ...before.get(reader), is_due: false }]]));
    expect(await accounts(id)).toMatchObject({ planned: 0, queued: 1 });
  });
});
