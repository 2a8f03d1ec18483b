import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IdempotencyKeyReusedError, UnavailableError } from '@dundun/domain';
import { Replayed, type IdempotencyClaim } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { EventCommit } from './event-commit.service.js';
import { anEvent, somePartitions, storedNames } from './testing.js';

const db = useDatabase();
let commit: EventCommit;
let workspaceId: number;

beforeAll(async () => {
  await somePartitions(db.database).ensure();
  commit = new EventCommit(db.database, somePartitions(db.database));
});
beforeEach(async () => {
  workspaceId = await aWorkspace(db.database);
});

const OK = { body: { status: 'ok' } };
const names = (count: number) => Array.from({ length: count }, (_, index) => `event ${index}`);
const stored = () => storedNames(db.database, workspaceId);
const rowsOf = (columns: string) =>
  db.database.query(`SELECT ${columns} FROM events WHERE workspace_id = $1 ORDER BY id`, [workspaceId]);
const claimOf = (key: string, body = key): IdempotencyClaim => ({
  workspaceId,
  method: 'POST',
  path: '/v1/users/ada/events',
  key,
  fingerprint: Buffer.from(body),
});
const anotherProcess = async () => {
  const database = await db.another();
  return new EventCommit(database, somePartitions(database));
};

describe('EventCommit', () => {
  it('stores 500 concurrent events, each once, in few commits', async () => {
    const sent = names(500);
    const answers = await Promise.all(sent.map((name) => commit.submit(anEvent(workspaceId, { name }))));
    expect(answers).toEqual(sent.map(() => OK));
    expect((await stored()).sort()).toEqual([...sent].sort());
    const transactions = new Set((await rowsOf('xid')).map(({ xid }) => xid as string));
    expect(transactions.size).toBeLessThan(10);
  });

  it('keeps every form of value and properties unchanged', async () => {
    const properties = {
      z: 1,
      a: { list: [1, 'two', null, { deep: true }] },
      price: 49.9,
      '': '',
      tiny: 5e-324,
      huge: 1.7976931348623157e308,
      ключ: '❤️',
      __proto: 'x',
    };
    const values = ['', 'text', 0, -1.5, 5e-324, 1e21, true, false];
    for (const value of values) await commit.submit(anEvent(workspaceId, { value, properties }));
    await commit.submit(anEvent(workspaceId));
    expect(await rowsOf('value, properties')).toEqual([
      ...values.map((value) => ({ value, properties })),
      { value: null, properties: null },
    ]);
  });

  it('keeps the caller’s time and the server’s time in milliseconds', async () => {
    const occurredAt = new Date('1999-12-31T23:59:59.999Z');
    await commit.submit(anEvent(workspaceId, { occurredAt }));
    const [row] = await rowsOf(
      "occurred_at, received_at, date_trunc('milliseconds', received_at) = received_at AS whole, abs(extract(epoch FROM clock_timestamp() - received_at)) < 60 AS fresh",
    );
    expect(row).toMatchObject({ occurred_at: occurredAt, whole: true, fresh: true });
  });

  it('refuses the one bad event of a flush and stores the others', async () => {
    const sent = [
      ...names(20).map((name) => anEvent(workspaceId, { name })),
      anEvent(workspaceId, { personId: 'not a uuid' }),
    ];
    const outcomes = await Promise.allSettled(sent.map((event) => commit.submit(event)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(await stored()).toHaveLength(20);
  });
});

describe('an event with a key', () => {
  it('is stored once, however often and by however many processes', async () => {
    const other = await anotherProcess();
    const keys = Array.from({ length: 40 }, (_, index) => `api p key-${index}`);
    const shuffled = () => [...keys, ...keys].sort(() => Math.random() - 0.5);
    const all = [commit, other].flatMap((process) =>
      shuffled().map((onceKey) => process.submit(anEvent(workspaceId, { name: onceKey, onceKey }))),
    );
    expect(await Promise.all(all)).toEqual(all.map(() => OK));
    expect((await stored()).sort()).toEqual([...keys].sort());
  });

  it('does not collide with the same key in another workspace', async () => {
    const other = await aWorkspace(db.database);
    await commit.submit(anEvent(workspaceId, { onceKey: 'api p 1' }));
    await commit.submit(anEvent(other, { onceKey: 'api p 1' }));
    expect(await storedNames(db.database, other)).toHaveLength(1);
  });

  it('waits for a key that another process is storing, while other events do not', async () => {
    const other = await db.another();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let hold = () => {};
    const isHeld = new Promise<void>((resolve) => (hold = resolve));
    const holding = other.transaction(async () => {
      await other.execute('INSERT INTO event_keys (workspace_id, key) VALUES ($1, $2)', [workspaceId, 'api p busy']);
      hold();
      await held;
    });
    await isHeld;
    const busy = commit.submit(anEvent(workspaceId, { onceKey: 'api p busy' }));
    const first = expect(busy).rejects.toThrow(UnavailableError);
    const others = ['a', 'b', 'c'].map((key) =>
      commit.submit(anEvent(workspaceId, { name: key, onceKey: `api p ${key}` })),
    );
    await first;
    await Promise.all(others);
    release();
    await holding;
    expect((await stored()).sort()).toEqual(['a', 'b', 'c']);
  });
});

describe('an idempotency key', () => {
  it('repeats the answer without storing again, in another process and with an event key', async () => {
    const other = await anotherProcess();
    const event = anEvent(workspaceId, { onceKey: 'api p once' });
    expect(await commit.submit(event, claimOf('one'))).toEqual(OK);
    expect(await other.submit(event, claimOf('one'))).toEqual(new Replayed(OK));
    expect(await other.submit(event, claimOf('two'))).toEqual(OK);
    await expect(commit.submit(event, claimOf('one', 'another body'))).rejects.toThrow(IdempotencyKeyReusedError);
    expect(await stored()).toHaveLength(1);
  });

  it('is stored once under concurrent calls', async () => {
    const outcomes = await Promise.all(
      names(50).map((name) => commit.submit(anEvent(workspaceId, { name }), claimOf('same'))),
    );
    expect(outcomes.filter((outcome) => outcome instanceof Replayed)).toHaveLength(49);
    expect(await stored()).toHaveLength(1);
  });
});
