/** @slow applies random batches twice, once item by item */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { JsonObject } from '@dundun/domain';
import type { List } from '@dundun/lists';
import { useDatabase } from '@dundun/testing';
import { runs } from '@dundun/testing/repetitions';
import fc from 'fast-check';
import { anOrigin, aProcess, aStage, callerOf, entities, type Stage } from '../testing-jobs.js';
import { UserJobRunsModule } from '../user-job-runs.module.js';
import { BatchRun } from './batch-run.service.js';
import { UserBatches } from './user-batches.repository.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
beforeAll(async () => {
  process = await aProcess(db.config, UserJobRunsModule);
});
afterAll(() => process?.close());

const LISTS = ['open', 'asking', 'unknown'];
const email = fc.constantFrom('x@dundun.test', 'y@dundun.test', 'z@dundun.test', null);
const id = fc.constantFrom('a', 'b', 'c', 'nameless');
const optional = { requiredKeys: ['type', 'id'] as ('type' | 'id')[] };

const write = fc.record(
  {
    type: fc.constantFrom('create', 'update'),
    id,
    email,
    number: fc.constantFrom('2348012345678', '447700900123', null),
    first_name: fc.constantFrom('Ada', 'Bob', null, 7),
    is_account: fc.boolean(),
    device_token: fc.constantFrom('t1', 't2'),
    lists: fc.array(fc.constantFrom(...LISTS), { maxLength: 2 }),
    accounts: fc.array(fc.record({ id }), { maxLength: 2 }),
    meta: fc.dictionary(fc.constantFrom('plan', 'seats'), fc.constantFrom('pro', 3, null), { maxKeys: 2 }),
  },
  optional,
);
const track = fc.record(
  {
    type: fc.constant('event'),
    id,
    event: fc.constantFrom('seen', 'bought', ''),
    event_id: fc.constantFrom('e1', 'e2'),
  },
  { requiredKeys: ['type', 'id', 'event'] },
);
const items = fc.array(fc.oneof({ arbitrary: write, weight: 3 }, { arbitrary: track, weight: 2 }), {
  minLength: 2,
  maxLength: 12,
});

interface Scene {
  stage: Stage;
  lists: Record<string, string>;
}

/** A workspace with one person of a generated uid, who is on both lists and has left one of them. */
async function aScene(): Promise<Scene> {
  const stage = await aStage(process);
  const [open, asking] = [await stage.list('open'), await stage.list('asking')];
  await stage.rows('UPDATE lists SET double_optin = true WHERE workspace_id = $1 AND id = $2', asking.id);
  await stage.person({ uid: 'nameless', email: 'x@dundun.test' });
  const subscribe = async (list: List, isOn: boolean) => {
    await stage.set(list, 'nameless', true);
    if (!isOn) await stage.set(list, 'nameless', false);
  };
  await subscribe(open, true);
  await subscribe(asking, false);
  await stage.rows(`UPDATE people SET uid_updateable = true WHERE workspace_id = $1 AND uid = 'nameless'`);
  return { stage, lists: { open: open.id, asking: asking.id } };
}

const placed = (item: JsonObject, lists: Record<string, string>): JsonObject =>
  Array.isArray(item.lists) ? { ...item, lists: item.lists.map((name) => lists[String(name)] ?? name) } : item;

async function apply({ stage, lists }: Scene, given: JsonObject[]): Promise<void> {
  const run = process.get(BatchRun, { strict: false });
  await stage.of(UserBatches).accept(
    callerOf(stage.workspaceId),
    given.map((item) => placed(item, lists)),
    anOrigin,
  );
  await stage.work(run);
}

/** Everything that the items left behind. */
async function left({ stage, lists }: Scene) {
  const people = await stage.rows<{ uid: string }>(
    `SELECT uid, uid_updateable, email, number, first_name, is_account, devices, meta FROM people WHERE workspace_id = $1 ORDER BY uid`,
  );
  const results = await stage.rows<{ error: string | null; notices: string[] }>(
    `SELECT i.state, i.error, i.notices FROM batch_items i WHERE i.workspace_id = $1 ORDER BY i.job_id, i.index`,
  );
  const named = (text: string) =>
    Object.entries(lists).reduce((result, [name, listId]) => result.replaceAll(listId, name), text);
  return {
    people,
    accounts: await stage.rows(
      `SELECT a.uid AS account, p.uid FROM account_members m JOIN people a ON a.workspace_id = $1 AND a.id = m.account_id
       JOIN people p ON p.workspace_id = $1 AND p.id = m.person_id WHERE m.workspace_id = $1 ORDER BY 1, 2`,
    ),
    keys: await stage.rows(
      `SELECT k.kind, k.value, p.uid FROM person_keys k JOIN people p ON p.workspace_id = $1 AND p.id = k.person_id
       WHERE k.workspace_id = $1 AND (k.kind <> 'device') ORDER BY 1, 2`,
    ),
    aliases: await stage.rows(
      `SELECT m.uid, p.uid AS to FROM merged_uids m JOIN people p ON p.workspace_id = $1 AND p.id = m.person_id
       WHERE m.workspace_id = $1 ORDER BY 1`,
    ),
    memberships: await stage.rows(
      `SELECT l.title, p.uid, m.status FROM memberships m JOIN lists l ON l.workspace_id = $1 AND l.id = m.list_id
       JOIN people p ON p.workspace_id = $1 AND p.id = m.person_id WHERE m.workspace_id = $1 ORDER BY 1, 2`,
    ),
    consents: await stage.rows(
      `SELECT l.title, p.uid, c.action FROM consents c JOIN lists l ON l.workspace_id = $1 AND l.id = c.list_id
       JOIN people p ON p.workspace_id = $1 AND p.id = c.person_id WHERE c.workspace_id = $1 ORDER BY 1, 2, c.id`,
    ),
    events: await stage.rows(
      `SELECT p.uid, e.name FROM events e JOIN people p ON p.workspace_id = $1 AND p.id = e.person_id
       WHERE e.workspace_id = $1 ORDER BY p.uid, e.xid, e.id`,
    ),
    results: results.map((row) => ({ ...row, error: row.error && named(row.error), notices: row.notices.map(named) })),
    faults: await stage.faults(),
  };
}

it('a batch leaves what its items leave one by one', async () => {
  await fc.assert(
    fc.asyncProperty(items, async (given) => {
      const [together, apart] = [await aScene(), await aScene()];
      await apply(together, given as JsonObject[]);
      for (const item of given) await apply(apart, [item as JsonObject]);
      const [one, other] = [await left(together), await left(apart)];
      expect(one).toEqual(other);
      expect(one.faults).toEqual([]);
    }),
    runs(6, 300),
  );
}, 600_000);
