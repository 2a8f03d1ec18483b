import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { startReceiver, type FakeReceiver } from '@dundun/webhooks/testing';
import { Webhook } from 'standardwebhooks';
import { automationServices } from '../testing.js';

const out = { id: 'out', kind: 'exit' };
const update = (id: string) => ({ id, kind: 'update', changes: [{ set: id, to: true }], next: 'out' });

describe('calls of steps', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Awaited<ReturnType<typeof automationServices>>;
  let receiver: FakeReceiver;
  beforeAll(async () => void (receiver = await startReceiver()));
  afterAll(() => receiver.close());
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    all = await automationServices(db.database);
    receiver.received.length = 0;
    receiver.answer = (response) => response.end('ok');
  });

  const rows = <T extends Record<string, unknown>>(statement: string) => db.database.query<T>(statement, [workspaceId]);
  /** Somebody who has come to a step that calls. */
  const aRun = async (keep: string[] = []) => {
    const hook = { id: 'hook', kind: 'webhook', url: receiver.url, keep, next: 'well', failed: 'badly' };
    const graph = { trigger: { kind: 'api' }, first: 'hook', steps: [hook, update('well'), update('badly'), out] };
    const id = await all.publish(workspaceId, graph);
    const person_id = newId();
    await db.database.execute(`INSERT INTO people (workspace_id, id, uid, uid_updateable, first_name) VALUES ($1, $2, $3, false, 'Ada')`, [workspaceId, person_id, `u ${person_id}`]); // prettier-ignore
    const live = { id, version: 1, compiled: await all.automations.version(workspaceId, id, 1) };
    const entrance = { id: newId(), automation_id: id, version: 1, person_id, key: '', entry_id: newId(), entered_at: new Date(Date.now() - 1_000), entry: { properties: { order: 'o-1' } }, reentry: { policy: 'never' as const } }; // prettier-ignore
    await db.database.transaction(() => all.starts.start(workspaceId, [live], [entrance]));
    await settle();
    return { automation: id, person: person_id, run: entrance.id };
  };
  const settle = async () => {
    while ((await all.steps.round(workspaceId)) > 0);
  };
  const send = async () => {
    await all.calls.wake();
    await all.calls.idle();
    await settle();
  };
  const again = async () => {
    await rows(
      `UPDATE step_calls SET due_at = date_trunc('milliseconds', now()) WHERE workspace_id = $1 AND due_at IS NOT NULL`,
    );
    await send();
  };
  const path = async () =>
    (await rows<{ said: string }>(`SELECT step || ' ' || outcome AS said FROM step_visits WHERE workspace_id = $1 ORDER BY visit`)).map(({ said }) => said); // prettier-ignore
  const stored = async () => (await rows('SELECT state, attempts, status, error, data FROM step_calls WHERE workspace_id = $1'))[0]; // prettier-ignore

  it('are signed, carry person and entrance, and let the run go on with the fields that it keeps', async () => {
    receiver.answer = (response) => response.end(JSON.stringify({ score: 7, secret: 'x', more: { a: [1] } }));
    const { automation, run } = await aRun(['score', 'more', 'none']);
    await settle();
    expect([await path(), receiver.received]).toEqual([[], []]);
    await send();
    const [call, ...more] = receiver.received;
    expect(more).toEqual([]);
    const [secret] = await all.secrets.of(workspaceId);
    const headers = call?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(call?.body ?? '', headers)).toMatchObject({
      type: 'automation.step',
      data: { automation_id: automation, run_id: run, step: 'hook', person: { first_name: 'Ada' }, entry: { order: 'o-1' }, steps: {} }, // prettier-ignore
    });
    expect(await path()).toEqual(['0 next', '1 next', '3 done']);
    const [enrolment] = await rows<{ vars: object }>('SELECT vars FROM enrolments WHERE workspace_id = $1');
    expect(enrolment?.vars).toMatchObject({ steps: { hook: { score: 7, more: { a: [1] } } } });
    expect(await stored()).toMatchObject({ state: 'delivered', status: 200, data: null });
    const [visit] = await rows('SELECT facts FROM step_visits WHERE workspace_id = $1 AND step = 0');
    expect(visit).toEqual({ facts: { status: 200, error: null } });
  });

  it('are repeated under one id until an answer, and end by 410 on the way for failures', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    await aRun();
    await send();
    expect([await path(), await stored()]).toEqual([[], expect.objectContaining({ state: 'pending', attempts: 1, status: 500 })]); // prettier-ignore
    receiver.answer = (response) => response.writeHead(410).end();
    await again();
    expect(await path()).toEqual(['0 failed', '2 next', '3 done']);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(await stored()).toMatchObject({ state: 'failed', attempts: 2, status: 410, error: 'It answered 410.' });
    expect(new Set((await all.secrets.of(workspaceId)).concat(await all.secrets.rotate(workspaceId))).size).toBe(2);
  });

  it.each([
    ['is over 8 KB', JSON.stringify({ a: 'x'.repeat(8_200) })],
    ['is no JSON', 'ok'],
    ['is no object', '[1]'],
  ])('fail if the answer to be kept %s', async (_what, answer) => {
    receiver.answer = (response) => response.end(answer);
    await aRun(['a']);
    await send();
    expect(await path()).toEqual(['0 failed', '2 next', '3 done']);
    expect(await stored()).toMatchObject({ state: 'failed', error: expect.stringMatching(/no JSON object/) });
  });

  it('are not made while the automation is paused, and never once the run is over', async () => {
    const { automation, run } = await aRun();
    await rows(`UPDATE automations SET state = 'paused' WHERE workspace_id = $1`);
    await send();
    expect([receiver.received, await stored()]).toEqual([[], expect.objectContaining({ state: 'pending', attempts: 0 })]); // prettier-ignore
    expect(await rows('SELECT due_at FROM step_calls WHERE workspace_id = $1')).toEqual([{ due_at: null }]);
    await rows(`UPDATE automations SET state = 'live' WHERE workspace_id = $1`);
    await db.database.transaction(() => all.pauses.release(workspaceId, automation, null, 'now'));
    await all.waits.end(workspaceId, [{ id: run, way: 'goal' }]);
    await again();
    expect([receiver.received, await stored()]).toEqual([[], expect.objectContaining({ state: 'canceled', data: null })]); // prettier-ignore
  });

  it.each(['now', 'shift', 'end'] as const)(
    'are made after a pause of days, and do not fail by it: %s',
    async (late) => {
      const { automation } = await aRun();
      await rows(`UPDATE automations SET state = 'paused' WHERE workspace_id = $1`);
      await send();
      await rows(`UPDATE step_calls SET asked_at = asked_at - interval '3 days' WHERE workspace_id = $1`);
      await rows(`UPDATE enrolments SET due_at = due_at - interval '3 days' WHERE workspace_id = $1`);
      await all.enrolments.hold(workspaceId, 10);
      await rows(`UPDATE automations SET state = 'live' WHERE workspace_id = $1`);
      const pausedAt = new Date(Date.now() - 3 * 86_400_000);
      await db.database.transaction(() => all.pauses.release(workspaceId, automation, pausedAt, late));
      receiver.answer = (response) => response.writeHead(500).end();
      await send();
      expect([await path(), await stored()]).toEqual([[], expect.objectContaining({ state: 'pending', attempts: 1 })]);
      receiver.answer = (response) => response.end('ok');
      await again();
      expect(await path()).toEqual(['0 next', '1 next', '3 done']);
    },
  );

  it('are signed by a secret that reading does not make', async () => {
    expect(await all.secrets.find(workspaceId)).toBeNull();
    expect(await rows('SELECT FROM automation_secrets WHERE workspace_id = $1')).toEqual([]);
    const made = await all.secrets.rotate(workspaceId);
    expect([await all.secrets.find(workspaceId), await all.secrets.of(workspaceId)]).toEqual([made, [made]]);
  });

  it('are forgotten with their person', async () => {
    const { person } = await aRun();
    await all.rows.eraseChunk({ workspaceId, personId: person, uids: [], before: new Date() });
    await send();
    expect([receiver.received, await stored()]).toEqual([[], undefined]);
  });
});
