import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { SubscribeBody } from '@dundun/contracts';
import { PersonIds } from '@dundun/people';
import { Database, Replayed } from '@dundun/platform/database';
import { useDatabase } from '@dundun/testing';
import { actionsOn } from '../testing-actions.js';
import { anOrigin, aProcess, aStage, callerOf, entities, faultsOf, standings, type Stage } from '../testing.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
const { write, join, put, erase, personOf, peopleCount } = actionsOn(() => stage);
const [KNOWN, UNKNOWN] = ['2340000001', '2340000002'];

beforeAll(async () => {
  process = await aProcess(db.config);
});
afterAll(() => process.close());
afterEach(() => {
  jest.restoreAllMocks();
});
beforeEach(async () => {
  stage = await aStage(process);
  await stage.database.execute('UPDATE workspaces SET strict_public_keys = true WHERE id = $1', [stage.workspaceId]);
});

const joinByKey = async (body: SubscribeBody) => {
  const joined = await stage.memberships.join(callerOf(stage.workspaceId, 'key', true), stage.plain.id, body, anOrigin);
  if (joined instanceof Replayed) throw new Error('replayed');
  return joined.uid;
};

/** The first words of the statements that the work runs, without the cached settings of the workspace. One at a time. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const runs = Database.prototype as unknown as { run: (statement: string | { text: string }) => Promise<unknown> };
  const real = runs.run;
  jest.spyOn(runs, 'run').mockImplementation(function (this: Database, statement, ...more: unknown[]) {
    seen.push((typeof statement === 'string' ? statement : statement.text).trim().slice(0, 60));
    return (real as (...given: unknown[]) => Promise<unknown>).call(this, statement, ...more);
  });
  await work();
  jest.restoreAllMocks();
  return seen.filter((text) => !text.startsWith('SELECT w.id AS workspace_id, w.strict_public_keys'));
}

describe('a join by number with strict public keys', () => {
  it('runs the same statements for numbers that are known, on the list, gone from it, or unknown', async () => {
    await write('u-1', { number: KNOWN });
    await joinByKey({ number: '2340000003' });
    const unknown = await statementsOf(() => joinByKey({ number: UNKNOWN }));
    const known = await statementsOf(() => joinByKey({ number: KNOWN }));
    const member = await statementsOf(() => joinByKey({ number: KNOWN }));
    await put(stage.plain, 'u-1', false);
    const left = await statementsOf(() => joinByKey({ number: KNOWN }));
    expect(unknown.length).toBeGreaterThan(8);
    for (const other of [known, member, left]) expect(other).toEqual(unknown);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('has its handle found with the same statement, whether it is a stored uid or leads to one', async () => {
    await write('u-1', { number: KNOWN });
    const handles = [await joinByKey({ number: KNOWN }), await joinByKey({ number: UNKNOWN })];
    const found: string[][] = [];
    for (const handle of handles) {
      const find = async () => process.get(PersonIds, { strict: false }).find(stage.workspaceId, handle);
      found.push(await statementsOf(find));
    }
    expect(found[0]).toHaveLength(1);
    expect(found[1]).toEqual(found[0]);
    for (const handle of handles) {
      const written = await statementsOf(() => write(handle, { firstName: 'Ada' }, { level: 'key', isProven: false }));
      expect(written.filter((text) => /^SELECT m.workspace_id, m.uid/.test(text))).toHaveLength(1);
    }
  });

  it('becomes one person and one membership for joins that race, in the order of either side', async () => {
    const uids = await Promise.all([
      ...Array.from({ length: 8 }, () => joinByKey({ number: UNKNOWN })),
      join(stage.plain, { number: UNKNOWN }).then(({ uid }) => uid),
    ]);
    expect(new Set(uids.slice(0, 8)).size).toBe(1);
    expect(await peopleCount()).toBe(1);
    expect((await personOf(uids[0] as string)).number).toBe(UNKNOWN);
    expect(Object.values(await standings(stage, stage.plain))).toEqual(['subscribed']);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('starts a new person under the same handle after an erasure', async () => {
    const handle = await joinByKey({ number: UNKNOWN });
    const { id } = await personOf(handle);
    await erase(handle);
    expect(await joinByKey({ number: UNKNOWN })).toBe(handle);
    expect((await personOf(handle)).id).not.toBe(id);
  });

  it('gives no number or name to the person of another number whose uid the handle is', async () => {
    const handle = await joinByKey({ number: UNKNOWN });
    await write(handle, { number: '2340000009' });
    const next = await joinByKey({ number: UNKNOWN, first_name: 'Eve' });
    expect(next).not.toBe(handle);
    expect(await personOf(handle)).toMatchObject({ number: '2340000009', firstName: null });
    expect(await personOf(next)).toMatchObject({ uid: next, number: UNKNOWN, firstName: 'Eve' });
    expect(await joinByKey({ number: UNKNOWN })).toBe(next);
  });
});
