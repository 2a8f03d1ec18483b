import { beforeAll, describe, expect, it } from '@jest/globals';
import { IdempotencyInProgressError, IdempotencyKeyReusedError, UnavailableError } from '@dundun/domain';
import { useDatabase } from '@dundun/testing';
import type { Database } from './database.js';
import { GroupCommit } from './group-commit.js';
import { once, Replayed, type IdempotencyClaim } from './idempotency.repository.js';

interface Row {
  id: number;
  text: string;
}

const claimFor = (key: string, print = 'a'): IdempotencyClaim => ({
  workspaceId: 1,
  method: 'POST',
  path: '/things',
  key,
  fingerprint: Buffer.from(print),
});

describe('GroupCommit', () => {
  const db = useDatabase();
  let batches: number[];

  const commit = (
    database: Database,
    options: {
      maxWaiting?: number;
      gather?: { rows: number; ms: number };
      before?: (rows: Row[]) => Promise<void>;
    } = {},
  ) =>
    new GroupCommit<Row, { id: number }>(database, {
      name: 'things',
      flush: async (rows) => {
        batches.push(rows.length);
        await options.before?.(rows);
        await database.execute(
          'INSERT INTO things SELECT id, text FROM jsonb_to_recordset($1::jsonb) AS t(id int, text varchar(10))',
          [JSON.stringify(rows)],
        );
        return rows.map(({ id }) => (id < 0 ? new RangeError('negative') : { id }));
      },
      conflictKeys: ({ text }) => [text],
      answer: ({ id }) => ({ body: { id } }),
      ...options,
    });
  const stored = async () =>
    (await db.database.query<{ count: number }>('SELECT count(*)::int AS count FROM things'))[0]?.count;

  beforeAll(async () => {
    await db.database.execute('CREATE TABLE things (id int PRIMARY KEY, text varchar(10) NOT NULL)');
  });
  beforeAll(() => {
    batches = [];
  });

  it('shares commits among concurrent writes and answers each with its own result', async () => {
    batches = [];
    const things = commit(db.database);
    const results = await Promise.all(Array.from({ length: 200 }, (_, id) => things.submit({ id, text: `t${id}` })));
    expect(results).toEqual(Array.from({ length: 200 }, (_, id) => ({ id })));
    expect(batches.length).toBeLessThan(20);
    expect(await stored()).toBe(200);
  });

  it('waits for a full group once inputs come in numbers, and never with a lone one', async () => {
    batches = [];
    const things = commit(db.database, { gather: { rows: 3, ms: 60_000 } });
    const write = (ids: number[]) => ids.map((id) => things.submit({ id, text: `g${id}` }));
    await Promise.all(write([80001]));
    const writes = write([80002, 80003]);
    await new Promise(setImmediate);
    expect(batches).toEqual([1]);
    await Promise.all([...writes, ...write([80004])]);
    expect(batches).toEqual([1, 3]);
  });

  it('does not wait for a full group longer than asked', async () => {
    batches = [];
    const things = commit(db.database, { gather: { rows: 3, ms: 5 } });
    await things.submit({ id: 80010, text: 'first' });
    await things.submit({ id: 80011, text: 'second' });
    expect(batches).toEqual([1, 1]);
  });

  it('never puts two inputs with one conflict key into the same group, and keeps their order', async () => {
    batches = [];
    const seen: number[] = [];
    const things = commit(db.database, { before: async (rows) => void seen.push(...rows.map(({ id }) => id)) });
    await Promise.all([300, 301, 302].map((id) => things.submit({ id, text: 'same' })));
    expect(batches).toEqual([1, 1, 1]);
    expect(seen).toEqual([300, 301, 302]);
  });

  it('finds the one bad row by halving and stores the others', async () => {
    const things = commit(db.database);
    const rows = Array.from({ length: 33 }, (_, index) => ({
      id: 400 + index,
      text: index === 20 ? null : `x${index}`,
    }));
    const results = await Promise.allSettled(rows.map((row) => things.submit(row as Row)));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(results[20]?.status).toBe('rejected');
    const [row] = await db.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM things WHERE id BETWEEN 400 AND 432',
    );
    expect(row?.count).toBe(32);
  });

  it('halves a group that keeps failing, and answers 503 where that does not help', async () => {
    const collides = (rows: Row[]) => rows.length > 1 || rows.some(({ id }) => id === 455);
    const before = (rows: Row[]) =>
      collides(rows) ? Promise.reject(Object.assign(new Error('collided'), { code: '40001' })) : Promise.resolve();
    const things = commit(db.database, { before });
    const ids = Array.from({ length: 12 }, (_, index) => 450 + index);
    const results = await Promise.allSettled(ids.map((id) => things.submit({ id, text: `c${id}` })));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toEqual([expect.any(UnavailableError)]);
  });

  it('throws inside a transaction, where it would wait for itself', async () => {
    const things = commit(db.database);
    await expect(db.database.transaction(async () => things.submit({ id: 500, text: 'inside' }))).rejects.toThrow(
      'wait for itself',
    );
  });

  it('does not run a flush inside the transaction of the first caller', async () => {
    const things = commit(db.database);
    let inside = true;
    const spy = commit(db.database, {
      before: async () => {
        inside =
          (await db.database.query<{ count: number }>('SELECT count(*)::int AS count FROM things WHERE id = 510'))[0]
            ?.count === 1;
      },
    });
    let inner: Promise<unknown> = Promise.resolve();
    await db.database
      .transaction(async () => {
        await db.database.execute("INSERT INTO things VALUES (510, 'outer')");
        inner = db.database.detached(() => spy.submit({ id: 511, text: 'inner' }));
        await inner;
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await inner;
    expect(inside).toBe(false);
    expect(things).toBeDefined();
  });

  it('answers 503 when too many inputs wait', async () => {
    const things = commit(db.database, { maxWaiting: 2 });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => things.submit({ id: 600 + index, text: `w${index}` })),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const result of refused) expect((result as PromiseRejectedResult).reason).toBeInstanceOf(UnavailableError);
  });

  describe('with idempotency keys', () => {
    it('replays the stored answer, refuses another body, and writes once', async () => {
      const things = commit(db.database);
      expect(await things.submit({ id: 700, text: 'k' }, claimFor('one'))).toEqual({ id: 700 });
      const again = await things.submit({ id: 701, text: 'k' }, claimFor('one'));
      expect(again).toBeInstanceOf(Replayed);
      expect((again as Replayed).answer.body).toEqual({ id: 700 });
      await expect(things.submit({ id: 702, text: 'k' }, claimFor('one', 'other'))).rejects.toBeInstanceOf(
        IdempotencyKeyReusedError,
      );
    });

    it('writes once for 100 concurrent calls over two processes', async () => {
      const [one, two] = [commit(db.database), commit(await db.another())];
      const results = await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) =>
          (index % 2 ? one : two).submit({ id: 800 + index, text: `p${index}` }, claimFor('many')),
        ),
      );
      const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      const ids = new Set(
        done.map((result) => JSON.stringify(result instanceof Replayed ? result.answer.body : result)),
      );
      expect(ids.size).toBe(1);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(IdempotencyInProgressError);
      const [row] = await db.database.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM things WHERE id BETWEEN 800 AND 899',
      );
      expect(row?.count).toBe(1);
    });

    it('keeps no key for a refused input', async () => {
      const things = commit(db.database);
      await expect(things.submit({ id: -1, text: 'neg' }, claimFor('refused'))).rejects.toBeInstanceOf(RangeError);
      expect(await things.submit({ id: 900, text: 'pos' }, claimFor('refused', 'another body'))).toEqual({ id: 900 });
    });

    it('answers "in progress" when the first call still runs after two seconds, and commits others meanwhile', async () => {
      const things = commit(db.database);
      const other = await db.another();
      let release: () => void = () => undefined;
      let inserted: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const holding = new Promise<void>((resolve) => (inserted = resolve));
      const first = other.transaction(async () => {
        await other.execute(
          "INSERT INTO idempotency_keys (workspace_id, method, path, key, fingerprint) VALUES (1, 'POST', '/things', 'slow', 'a')",
        );
        inserted();
        await held;
      });
      await holding;
      const answered: string[] = [];
      const blocked = things.submit({ id: 5010, text: 'slow' }, claimFor('slow')).finally(() => answered.push('slow'));
      const refused = expect(blocked).rejects.toBeInstanceOf(IdempotencyInProgressError);
      expect(await things.submit({ id: 5011, text: 'quick' })).toEqual({ id: 5011 });
      expect(await things.submit({ id: 912, text: 'keyed' }, claimFor('another'))).toEqual({ id: 912 });
      expect(answered).toEqual([]);
      await refused;
      release();
      await first;
    });

    it('does not blame the key when the write waits too long for another lock', async () => {
      const other = await db.another();
      let release: () => void = () => undefined;
      let locked: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const holding = new Promise<void>((resolve) => (locked = resolve));
      const first = other.transaction(async () => {
        await other.execute('LOCK TABLE things IN ACCESS EXCLUSIVE MODE');
        locked();
        await held;
      });
      await holding;
      const things = commit(db.database);
      const work = async () => ({ body: await db.database.query('SELECT FROM things') });
      const refused = await Promise.allSettled([
        things.submit({ id: 920, text: 'locked' }, claimFor('locked')),
        once(db.database, claimFor('locked once'), work),
      ]);
      release();
      await first;
      for (const result of refused) expect(result).toMatchObject({ reason: expect.any(UnavailableError) });
    });
  });
});
