import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventPartitions } from '@dundun/events';
import { createLogger } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { automationServices } from '../testing.js';

const out = { id: 'out', kind: 'exit' };
const nap = { id: 'nap', kind: 'delay', for: { hours: 6 }, next: 'wait' };
const wait = {
  id: 'wait',
  kind: 'wait',
  wake: [{ event: 'Ordered', next: 'thank' }],
  timeout: { days: 1 },
  else: 'out',
};
const thank = { id: 'thank', kind: 'update', changes: [{ set: 'thank', to: true }], next: 'out' };
const STEPS = [nap, wait, thank, out];

describe('a person whose turn came during a pause of 4 minutes', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Awaited<ReturnType<typeof automationServices>>;
  beforeAll(() => new EventPartitions(db.database, createLogger('test', 'silent')).ensure());
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    all = await automationServices(db.database);
  });

  const run = (statement: string, ...values: unknown[]) => db.database.execute(statement, [workspaceId, ...values]);
  const settle = async () => {
    while ((await all.steps.round(workspaceId)) > 0);
  };
  /** Lets a person in, who was due at the first step or at the end of it when the pause was so many minutes old. */
  const heldAt = async (first: 'nap' | 'wait', minute: number) => {
    const [person, automation] = [newId(), await all.publish(workspaceId, { trigger: { kind: 'api' }, settings: { reentry: { policy: 'after_end' } }, first, steps: STEPS.filter(({ id }) => first === 'nap' || id !== 'nap') })]; // prettier-ignore
    await run(`INSERT INTO people (workspace_id, id, uid, uid_updateable) VALUES ($1, $2, 'u', false)`, person);
    const live = { id: automation, version: 1, compiled: await all.automations.version(workspaceId, automation, 1) };
    const entrance = { id: newId(), automation_id: automation, version: 1, person_id: person, key: '', entry_id: newId(), entered_at: new Date(Date.now() - 1_000), entry: {}, reentry: { policy: 'after_end' as const } }; // prettier-ignore
    await db.database.transaction(() => all.starts.start(workspaceId, [live], [entrance]));
    if (first === 'nap') await settle();
    await run(
      `UPDATE automations SET state = 'paused', paused_at = now() - interval '4 minutes' WHERE workspace_id = $1`,
    );
    await run(`UPDATE enrolments SET due_at = now() - interval '4 minutes' + make_interval(mins => $2) WHERE workspace_id = $1`, minute); // prettier-ignore
    await all.enrolments.hold(workspaceId, 10);
    return { person, automation };
  };
  const orders = (person: string, minute: number) =>
    run(
      `INSERT INTO events (workspace_id, id, person_id, name, received_at)
       VALUES ($1, $2, $3, 'Ordered', now() - interval '4 minutes' + make_interval(mins => $4))`,
      ...[newId(), person, minute],
    );
  const resume = async (automation: string, late: 'now' | 'shift') => {
    await all.pauses.release(workspaceId, automation, new Date(Date.now() - 4 * 60_000), late);
    await run(`UPDATE automations SET state = 'live', paused_at = NULL WHERE workspace_id = $1`);
    await settle();
  };
  const left = async () => {
    const rows = await db.database.query<{ outcome: string }>(`SELECT outcome FROM step_visits WHERE workspace_id = $1 ORDER BY visit`, [workspaceId]); // prettier-ignore
    return rows.map(({ outcome }) => outcome);
  };

  it.each(['now', 'shift'] as const)('is woken by what they did during the pause (%s)', async (late) => {
    const { person, automation } = await heldAt('wait', 0);
    await orders(person, 2);
    await resume(automation, late);
    expect(await left()).toEqual(['0', 'next', 'done']);
  });

  it('is woken by what they did after the end of a delay in the pause, and not by what they did before', async () => {
    const { person, automation } = await heldAt('nap', 2);
    await orders(person, 1);
    await resume(automation, 'now');
    expect(await left()).toEqual(['next']);
    const later = await db.database.query(`SELECT due_at > now() + interval '23 hours' AS sleeps FROM enrolments WHERE workspace_id = $1`, [workspaceId]); // prettier-ignore
    expect(later).toEqual([{ sleeps: true }]);
  });

  it('goes on at once if they did it after the end of the delay', async () => {
    const { person, automation } = await heldAt('nap', 2);
    await orders(person, 3);
    await resume(automation, 'now');
    expect(await left()).toEqual(['next', '0', 'next', 'done']);
  });
});
