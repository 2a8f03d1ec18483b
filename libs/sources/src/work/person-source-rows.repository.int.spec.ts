import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { PersonSourceRows } from './person-source-rows.repository.js';
import { aCall } from '../adapters/testing-adapters.js';
import { aProcess, entities, rowsOf, type SourceProcess } from '../testing.js';

const MAPPING = `{ "person": { "uid": uid, "external": customer, "email": email }, "event": { "name": event } }`;

const db = useDatabase(entities);
let one: SourceProcess;
let workspaceId: number;
let sourceId: string;

beforeAll(async () => {
  one = await aProcess(db.config);
});
afterAll(() => one?.context.close());
beforeEach(async () => {
  workspaceId = await aWorkspace(db.database);
  ({ id: sourceId } = await one.sources.add(workspaceId, 'webhook', {}, { mapping: MAPPING, eventId: 'id' }));
});

async function send(...bodies: object[]) {
  const token = one.hooks.url({ workspaceId, sourceId }).split('/').pop() as string;
  for (const body of bodies) await one.calls.take(token, aCall(body), 'req-1');
}

it('erases one person’s source data only, and is idempotent', async () => {
  await send(
    { id: 'e-1', uid: 'u-1', customer: 'c-1', event: 'Paid', email: 'ada@example.com' },
    { id: 'e-2', uid: 'u-2', customer: 'c-2', event: 'Paid' },
  );
  await one.loop.drain();
  await db.database.execute(
    `UPDATE source_events SET state = 'failed', reason = 'u-1' WHERE workspace_id = $1 AND event_id = 'e-1'`,
    [workspaceId],
  );
  const rows = one.context.get(PersonSourceRows, { strict: false });
  const erase = (before: Date) => rows.eraseChunk({ workspaceId, personId: v7(), uids: ['u-1'], before });
  expect(await erase(new Date('2020-01-01'))).toBe(0);
  const later = new Date(Date.now() + 60_000);
  expect([await erase(later), await erase(later)]).toEqual([2, 0]);
  expect(await rowsOf(db.database, sourceId)).toMatchObject([
    { event_id: 'e-1', state: 'ignored', uid: null, reason: null },
    { event_id: 'e-2', state: 'processed', uid: 'u-2' },
  ]);
  const payloads = await db.database.query(
    `SELECT payload::text ~ 'ada|u-1' AS known FROM source_events WHERE workspace_id = $1 ORDER BY event_id`,
    [workspaceId],
  );
  expect(payloads).toEqual([{ known: false }, { known: false }]);
  const left = await db.database.query('SELECT uid FROM source_people WHERE workspace_id = $1', [workspaceId]);
  expect(left).toEqual([{ uid: 'u-2' }]);
});
