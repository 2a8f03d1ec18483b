import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { automationServices } from '../testing.js';

const [LIST, TEMPLATE] = [newId(), newId()];
const known = {
  lists: new Set([LIST]),
  templates: new Map([[TEMPLATE, { channels: ['email'] as const, required: [] }]]),
};
const HOUR_MS = 3_600_000;
const out = { id: 'out', kind: 'exit' };
const mail = (more = {}, id = 'mail', next = 'out') => ({ id, kind: 'email', template: TEMPLATE, next, ...more });

describe('mail of a step', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Awaited<ReturnType<typeof automationServices>>;
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    all = await automationServices(db.database);
    await run(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News') ON CONFLICT DO NOTHING`, LIST);
  });

  const run = (statement: string, ...values: unknown[]) => db.database.execute(statement, [workspaceId, ...values]);
  const rows = <T extends Record<string, unknown>>(statement: string) => db.database.query<T>(statement, [workspaceId]);
  const aReader = async (tz: string | null = null) => {
    const [id, email] = [newId(), `${newId()}@example.com`];
    await run(`INSERT INTO people (workspace_id, id, uid, uid_updateable, email, tz) VALUES ($1, $2, $3, false, $4, $5)`, id, `u ${id}`, email, tz); // prettier-ignore
    await run(`INSERT INTO person_keys (workspace_id, kind, value, person_id) VALUES ($1, 'email', $2, $3)`, email, id);
    await run(`INSERT INTO memberships (workspace_id, list_id, person_id, status) VALUES ($1, $2, $3, 'subscribed')`, LIST, id); // prettier-ignore
    return { id, email };
  };
  const published = (...steps: object[]) =>
    all.publish(workspaceId, { trigger: { kind: 'api' }, settings: { list: LIST, reentry: { policy: 'after_end' } }, first: (steps[0] as { id: string }).id, steps: [...steps, out] }, known); // prettier-ignore
  const enter = async (automation: string, person: string) => {
    const live = { id: automation, version: 1, compiled: await all.automations.version(workspaceId, automation, 1) };
    const entrance = { id: newId(), automation_id: automation, version: 1, person_id: person, key: '', entry_id: newId(), entered_at: new Date(Date.now() - 1_000), entry: {}, reentry: { policy: 'after_end' as const } }; // prettier-ignore
    await db.database.transaction(() => all.starts.start(workspaceId, [live], [entrance]));
  };
  const settle = async () => {
    while ((await all.steps.round(workspaceId)) > 0);
  };
  const due = () =>
    run(
      `UPDATE enrolments SET due_at = date_trunc('milliseconds', now()) WHERE workspace_id = $1 AND due_at IS NOT NULL`,
    );
  const outcomes = async () => (await rows<{ outcome: string }>(`SELECT outcome FROM step_visits WHERE workspace_id = $1 AND step = 0`)).map(({ outcome }) => outcome); // prettier-ignore
  const holds = async () => (await rows<{ hold: object | null; due_at: Date }>(`SELECT hold, due_at FROM enrolments WHERE workspace_id = $1`)); // prettier-ignore
  const made = async () => (await rows('SELECT m.id FROM made m JOIN people p ON p.id = m.person_id WHERE p.workspace_id = $1')).length; // prettier-ignore
  const clock = (at: number, zone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
  /** Hours of a zone that began an hour ago. */
  const quiet = (hours: number, zone = 'UTC') => {
    const span = { from: clock(Date.now() - HOUR_MS, zone), to: clock(Date.now() + hours * HOUR_MS, zone) };
    return run(`UPDATE workspaces SET email_quiet_hours = $2 WHERE id = $1`, span);
  };
  const loud = () => run('UPDATE workspaces SET email_quiet_hours = NULL WHERE id = $1');
  const cap = (day: number | null, week: number | null) =>
    run('UPDATE workspaces SET email_day_cap = $2, email_week_cap = $3 WHERE id = $1', day, week);
  const aMessage = (email: string) =>
    run(
      `INSERT INTO messages (workspace_id, id, channel, lane, list_id, sender, recipients, content, status, due_at)
       VALUES ($1, $2, 'email', 'fast', $3, '{}', $4, '{}', 'queued', now())`,
      ...[newId(), LIST, JSON.stringify([{ address: email }])],
    );

  it('waits for the end of quiet hours on the clock of the person, and leaves after it', async () => {
    await quiet(3, 'Asia/Kathmandu');
    const [here, there] = [await aReader('Asia/Kathmandu'), await aReader('Pacific/Kiritimati')];
    const automation = await published(mail());
    for (const { id } of [here, there]) await enter(automation, id);
    await settle();
    expect([await made(), await outcomes()]).toEqual([1, ['next']]);
    const [held] = (await holds()).filter(({ hold }) => hold !== null);
    expect(held).toMatchObject({ hold: { reason: 'quiet_hours', visit: 1, until: held?.due_at.toISOString() } });
    expect(held?.due_at.getTime()).toBeGreaterThan(Date.now() + 2.9 * HOUR_MS);
    await loud();
    await due();
    await settle();
    expect([await made(), await outcomes()]).toEqual([2, ['next', 'next']]);
    const [visit] = await rows(`SELECT facts FROM step_visits WHERE workspace_id = $1 AND facts IS NOT NULL`);
    expect(visit).toMatchObject({ facts: { held: { reason: 'quiet_hours' } } });
  });

  it('is skipped in quiet hours if the step says so, or if it would expire before their end', async () => {
    await quiet(3);
    for (const more of [{ late: 'skip' }, { expires: { hours: 1 } }])
      await enter(await published(mail(more)), (await aReader()).id);
    await settle();
    expect([(await outcomes()).sort(), await made()]).toEqual([['skipped:late', 'skipped:quiet_hours'], 0]);
    const counts = await rows(`SELECT outcome, sum(count)::int AS count FROM step_counts WHERE workspace_id = $1 AND outcome LIKE 'skipped:%' GROUP BY 1 ORDER BY 1`); // prettier-ignore
    expect(counts).toEqual([{ outcome: 'skipped:late', count: 1 }, { outcome: 'skipped:quiet_hours', count: 1 }]); // prettier-ignore
  });

  it('is late if its time came before it expired, and the run only after', async () => {
    await enter(await published(mail({ expires: { hours: 1 } })), (await aReader()).id);
    await run(`UPDATE enrolments SET due_at = now() - interval '2 hours' WHERE workspace_id = $1`);
    await settle();
    expect(await outcomes()).toEqual(['skipped:late']);
  });

  it.each([
    ['day', 2, null, 2],
    ['week', 9, 1, 1],
  ] as const)('waits for the next %s when the cap is reached, or is skipped', async (per, day, week, limit) => {
    await cap(day, week);
    const [waits, skips, free] = [await aReader(), await aReader(), await aReader()];
    for (let count = 0; count < limit; count++) for (const { email } of [waits, skips]) await aMessage(email);
    await enter(await published(mail({ expires: { weeks: 2 } })), waits.id);
    const skipping = await published(mail({ late: 'skip' }));
    for (const { id } of [skips, free]) await enter(skipping, id);
    await settle();
    expect([(await outcomes()).sort(), await made()]).toEqual([['next', 'skipped:capped'], 1]);
    const [held] = (await holds()).filter(({ hold }) => hold !== null);
    expect(held).toMatchObject({ hold: { reason: 'capped', cap: { limit, per } } });
    const [next] = await rows<{ at: Date }>(`SELECT (date_trunc('${per}', now() AT TIME ZONE time_zone) + interval '1 ${per}') AT TIME ZONE time_zone AS at FROM workspaces WHERE id = $1`); // prettier-ignore
    expect(held?.due_at).toEqual(next?.at);
    const [skipped] = await rows(`SELECT facts FROM step_visits WHERE workspace_id = $1 AND outcome = 'skipped:capped'`); // prettier-ignore
    expect(skipped).toMatchObject({ facts: { held: { reason: 'capped', cap: { limit, per } } } });
  });

  it('keeps to the cap when several steps of one round send to the same person', async () => {
    await cap(2, null);
    const { id } = await aReader();
    for (let count = 0; count < 2; count++)
      await enter(await published(mail({}, 'mail', 'more'), mail({ late: 'skip' }, 'more')), id);
    await settle();
    expect(await made()).toBe(2);
  });

  it('names the cap of the week when another run of the round was promised the last message', async () => {
    await cap(null, 2);
    const { id, email } = await aReader();
    await aMessage(email);
    for (let count = 0; count < 2; count++) await enter(await published(mail({ expires: { weeks: 2 } })), id);
    await settle();
    const [held, ...more] = (await holds()).filter(({ hold }) => hold !== null);
    expect([await made(), held?.hold, more]).toEqual([1, expect.objectContaining({ reason: 'capped', cap: { limit: 2, per: 'week' } }), []]); // prettier-ignore
  });

  it('asks again for the consent of a person who was held', async () => {
    await quiet(3);
    const { id } = await aReader();
    await enter(await published(mail()), id);
    await settle();
    await loud();
    await run(`UPDATE memberships SET status = 'unsubscribed', email_consent = 'unsubscribed' WHERE workspace_id = $1`);
    await due();
    await settle();
    expect([await outcomes(), await made()]).toEqual([['skipped:no_consent'], 0]);
  });

  it('skips who has paused marketing, until the pause ends', async () => {
    const { id } = await aReader();
    await run(`UPDATE people SET marketing_paused_until = now() + interval '30 days' WHERE workspace_id = $1`);
    await enter(await published(mail()), id);
    await settle();
    expect([await outcomes(), await made()]).toEqual([['skipped:paused'], 0]);
    await run(`UPDATE people SET marketing_paused_until = now() - interval '1 second' WHERE workspace_id = $1`);
    await enter(await published(mail()), id);
    await settle();
    expect([await outcomes(), await made()]).toEqual([['skipped:paused', 'next'], 1]);
  });

  describe('after a pause that was longer than it may be late', () => {
    const PAUSE = { sql: `interval '4 days'`, ms: 4 * 24 * HOUR_MS };
    /** Four days ago, what is due now was put aside by a pause. */
    const pause = async () => {
      await run(`UPDATE enrolments SET due_at = due_at - ${PAUSE.sql}, rests_since = rests_since - ${PAUSE.sql} WHERE workspace_id = $1`); // prettier-ignore
      await run(`UPDATE enrolments SET held_at = due_at, due_at = NULL WHERE workspace_id = $1 AND due_at <= now()`);
    };
    const resume = async (automation: string, late: 'now' | 'shift' | 'end') => {
      await all.pauses.release(workspaceId, automation, new Date(Date.now() - PAUSE.ms), late);
      await loud();
    };
    const became = async () => [await made(), (await rows<{ end_reason: string }>('SELECT end_reason FROM enrolments WHERE workspace_id = $1')).map(({ end_reason }) => end_reason)]; // prettier-ignore

    it.each(['now', 'shift', 'end'] as const)('leaves if quiet hours held it back (%s)', async (late) => {
      await quiet(3);
      const automation = await published(mail());
      await enter(automation, (await aReader()).id);
      await settle();
      await pause();
      await resume(automation, late);
      await due();
      await settle();
      expect(await became()).toEqual([1, ['done']]);
    });

    it.each(['now', 'shift'] as const)('leaves if its run was about to send it (%s)', async (late) => {
      const automation = await published(mail());
      await enter(automation, (await aReader()).id);
      await pause();
      await resume(automation, late);
      await settle();
      expect(await became()).toEqual([1, ['done']]);
    });

    it('leaves if a delay before it ended during the pause', async () => {
      const nap = { id: 'nap', kind: 'delay', for: { hours: 1 }, next: 'mail' };
      const automation = await published(nap, mail());
      await enter(automation, (await aReader()).id);
      await settle();
      await pause();
      await resume(automation, 'now');
      await settle();
      expect(await became()).toEqual([1, ['done']]);
    });
  });
});
