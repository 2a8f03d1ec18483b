import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventPartitions } from '@dundun/events';
import { createLogger } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import type { FeedEntry } from '@dundun/segments';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { automationServices } from '../testing.js';

const above = (value: number) => [{ property: 'amount', type: 'number', is: 'above', value }];
const GRAPH = {
  trigger: { kind: 'event', event: 'Started' },
  first: 'wait',
  steps: [
    {
      ...{ id: 'wait', kind: 'wait', timeout: { days: 1 }, else: 'out' },
      wake: [
        { event: 'Ordered', where: above(1_000), next: 'much' },
        { event: 'Ordered', where: above(100), next: 'some' },
      ],
    },
    { id: 'much', kind: 'exit' },
    { id: 'some', kind: 'exit' },
    { id: 'out', kind: 'exit' },
  ],
};

describe('a run that comes to a wait', () => {
  const db = useDatabase();
  let all: Awaited<ReturnType<typeof automationServices>>;
  let workspaceId: number;

  beforeAll(async () => {
    await new EventPartitions(db.database, createLogger('test', 'silent')).ensure();
    all = await automationServices(db.database);
  });
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
  });

  const track = async (person: string, name: string, amounts: readonly number[]) => {
    const ids = amounts.map(() => newId());
    const rows = amounts.map((amount, at) => ({ id: ids[at], properties: { amount } }));
    await db.database.execute(
      `INSERT INTO events (workspace_id, id, person_id, name, properties)
       SELECT $1, id, $2, $3, properties FROM jsonb_to_recordset($4::jsonb) AS r(id uuid, properties jsonb)`,
      [workspaceId, person, name, JSON.stringify(rows)],
    );
    return ids;
  };
  const anEntrant = async () => {
    const person = newId();
    await db.database.execute(`INSERT INTO people (workspace_id, id, uid, uid_updateable) VALUES ($1, $2, $3, false)`, [workspaceId, person, `u ${person}`]); // prettier-ignore
    const [id] = await track(person, 'Started', [0]);
    const entries = await db.database.query<FeedEntry & Record<string, unknown>>(`SELECT xid::text, id, 'event.tracked' AS type, received_at AS at, person_id, name, NULL AS uid, NULL AS list_id, NULL AS message_id, NULL AS changed FROM events WHERE workspace_id = $1 AND id = $2`, [workspaceId, id]); // prettier-ignore
    await db.database.transaction(() => all.follower.follow({ workspaceId, entries, changes: [] }));
    return person;
  };
  const pathOf = async (person: string) => {
    const [row] = await db.database.query<{ path: string | null }>(
      `SELECT string_agg(v.outcome, ', ' ORDER BY v.visit) AS path FROM enrolments e
       JOIN step_visits v ON v.workspace_id = e.workspace_id AND v.enrolment_id = e.id
       WHERE e.workspace_id = $1 AND e.person_id = $2`,
      [workspaceId, person],
    );
    return row?.path;
  };
  const small = (count: number) => Array.from({ length: count }, () => 1);

  it.each([
    ['the first', [200, 1], '1'],
    ['behind some hundred others', [...small(250), 200, ...small(120)], '1'],
    ['exactly behind a hundred', [...small(100), 200], '1'],
    ['and the way that is drawn first counts, however late', [200, ...small(150), 2_000], '0'],
    ['nowhere', small(201), undefined],
  ])('goes on by an event that it has missed: %s', async (_, amounts, way) => {
    await all.publish(workspaceId, GRAPH);
    const person = await anEntrant();
    await all.steps.round(workspaceId);
    // The follower does not come to them before the wait looks.
    await track(person, 'Ordered', amounts);
    while ((await all.steps.round(workspaceId)) > 0);
    expect((await pathOf(person))?.split(', ')[0]).toBe(way);
  });
});
