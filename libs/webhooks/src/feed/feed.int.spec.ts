/**
 * Depends on the version of PostgreSQL: locks, snapshots, plans and partitions differ between releases.
 * @half both
 */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ExpiredCursorError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import type { Database } from '@dundun/platform/database';
import { Cursors } from '@dundun/platform/http';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { Feed, type FeedEntry } from './feed.repository.js';
import { FeedCursors } from './feed-cursors.service.js';
import { stretch, type FeedPosition } from './feed.statements.js';
import { EVERYTHING } from './feed-types.js';
import { happen } from '../testing.js';

const db = useDatabase();
let feed: Feed;
let workspaceId: number;

beforeAll(() => {
  feed = new Feed(db.database);
});
beforeEach(async () => {
  workspaceId = await aWorkspace(db.database);
});

const track = (name: string, database: Database = db.database, properties: object | null = null) =>
  database.execute('INSERT INTO events (workspace_id, id, person_id, name, properties) VALUES ($1, $2, $3, $4, $5)', [
    workspaceId,
    v7(),
    v7(),
    name,
    properties && JSON.stringify(properties),
  ]);

/** Reads pages until `count` entries were returned. */
async function follow(
  count: number,
  { limit = 100, types = EVERYTHING, database = db.database } = {},
): Promise<FeedEntry[]> {
  const reader = new Feed(database);
  const seen: FeedEntry[] = [];
  let position: FeedPosition | null = null;
  await until(
    `${count} entries are read`,
    async () => {
      const piece = await reader.read(workspaceId, position, { limit, types });
      seen.push(...piece.entries);
      position = piece.next;
      return seen.length >= count && !piece.hasMore;
    },
    { ms: 25_000, every: 2 },
  );
  return seen;
}

const nOf = ({ data }: FeedEntry) => data.n;

describe('the feed', () => {
  it('returns trigger entries and user events in one order', async () => {
    await happen(db.database, workspaceId, 'user.created');
    await track('Order placed', db.database, { sku: 'A-1' });
    await happen(db.database, workspaceId, 'list.created');
    const entries = await follow(3);
    expect(entries.map(({ type }) => type)).toEqual(['user.created', 'event.tracked', 'list.created']);
    expect(entries[1]?.data).toEqual({
      uid: expect.any(String),
      event: 'Order placed',
      value: null,
      properties: { sku: 'A-1' },
      timestamp: null,
    });
  });

  it('continues after the cursor, also from the end', async () => {
    const first = await feed.read(workspaceId, null, { limit: 10, types: EVERYTHING });
    expect([first.entries, first.hasMore]).toEqual([[], false]);
    await happen(db.database, workspaceId, 'user.created', 5);
    await follow(5);
    const second = await feed.read(workspaceId, first.next, { limit: 3, types: EVERYTHING });
    const third = await feed.read(workspaceId, second.next, { limit: 3, types: EVERYTHING });
    const fourth = await feed.read(workspaceId, third.next, { limit: 3, types: EVERYTHING });
    expect([second, third, fourth].map(({ entries, hasMore }) => [entries.map(nOf), hasMore])).toEqual([
      [[1, 2, 3], true],
      [[4, 5], false],
      [[], false],
    ]);
  });

  it('returns only the requested types and skips many others', async () => {
    await happen(db.database, workspaceId, 'message.sent');
    await happen(db.database, workspaceId, 'user.created', 12_000);
    await happen(db.database, workspaceId, 'message.opened');
    // When the last entry is visible, all are.
    await follow(1, { types: ['message.opened'] });
    const piece = await feed.read(workspaceId, null, { limit: 5, types: ['message.*'] });
    expect([piece.entries.map(({ type }) => type), piece.hasMore]).toEqual([['message.sent'], true]);
    const all = await follow(2, { types: ['message.*'] });
    expect(all.map(({ type }) => type)).toEqual(['message.sent', 'message.opened']);
    expect((await follow(1, { types: ['message.opened'] })).map(({ type }) => type)).toEqual(['message.opened']);
  });

  it('ends a page of large entries early without skipping any', async () => {
    await happen(db.database, workspaceId, 'user.created', 9, { note: 'x'.repeat(1_000_000) });
    await follow(9);
    const piece = await feed.read(workspaceId, null, { limit: 100, types: EVERYTHING });
    expect([piece.entries.map(nOf), piece.hasMore]).toEqual([[1, 2, 3, 4], true]);
    expect((await follow(9)).map(nOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('starts at the guaranteed entries and accepts a cursor until shortly before the next entry is deleted', async () => {
    const cursors = new FeedCursors(new Cursors(new Seal(['ab'.repeat(32)])));
    const made = async (days: number) => {
      const ids = await happen(db.database, workspaceId, 'user.created', 2);
      await db.database.execute(`UPDATE feed_entries SET created_at = now() - $2 * interval '1 day' WHERE id = ANY ($1)`, [ids, days]); // prettier-ignore
      return ids;
    };
    const old = await made(30.5);
    const promised = [...(await made(29.99)), ...(await made(1))];
    await follow(4);
    const seen: string[] = [];
    for (let cursor: string | undefined; seen.length < 4;) {
      const position = cursors.read(workspaceId, cursor);
      const piece = await feed.read(workspaceId, position, { limit: 1, types: EVERYTHING });
      expect(piece.entries).toHaveLength(1);
      seen.push(...piece.entries.map(({ id }) => id));
      cursor = cursors.next(workspaceId, piece);
    }
    expect(seen).toEqual(promised);
    const behind = (days: number) => {
      const at = new Date(Date.now() - days * 86_400_000);
      return cursors.next(workspaceId, { entries: [], next: { xid: '3', id: v7(), at }, hasMore: true });
    };
    const position = cursors.read(workspaceId, behind(30.5)) as FeedPosition;
    const { entries } = await feed.read(workspaceId, position, { limit: 9, types: EVERYTHING });
    expect(entries.map(({ id }) => id)).toEqual([...old, ...promised]);
    expect(() => cursors.read(workspaceId, behind(30.9))).toThrow(ExpiredCursorError);
  });

  it('returns no entries of another workspace', async () => {
    await happen(db.database, workspaceId, 'user.created');
    await follow(1);
    const other = await feed.read(await aWorkspace(db.database), null, { limit: 10, types: EVERYTHING });
    expect(other.entries).toEqual([]);
  });

  it('includes entries of transactions that commit late', async () => {
    const other = await db.another();
    let commit = () => {};
    const held = new Promise<void>((resolve) => (commit = resolve));
    let stored = () => {};
    const late = new Promise<void>((resolve) => (stored = resolve));
    const slow = other.transaction(async () => {
      await happen(other, workspaceId, 'user.deleted');
      stored();
      await held;
    });
    await late;
    await happen(db.database, workspaceId, 'user.created');
    const first = await feed.read(workspaceId, null, { limit: 10, types: EVERYTHING });
    expect(first.entries).toEqual([]);
    commit();
    await slow;
    const both = async () => {
      const { entries } = await feed.read(workspaceId, first.next, { limit: 10, types: EVERYTHING });
      return entries.length === 2 && entries;
    };
    const all = await until('both are shown', both, { ms: 25_000 });
    expect(all.map(({ type }) => type)).toEqual(['user.deleted', 'user.created']);
  });

  it('has no gaps, no repetitions and one order under concurrent writes', async () => {
    const writers = await Promise.all(Array.from({ length: 6 }, () => db.another()));
    const readers = await Promise.all([db.another(), db.another()]);
    const written: string[] = [];
    const random = seeded(20261121);
    const write = async (database: Database, turns: number) => {
      for (let turn = 0; turn < turns; turn++) {
        const [size, isRolledBack, isLong] = [1 + Math.floor(random() * 5), random() < 0.2, random() < 0.15];
        const ids: string[] = [];
        await database
          .transaction(async () => {
            ids.push(...(await happen(database, workspaceId, 'user.created', size)));
            // Let other transactions begin and commit.
            if (isLong) await database.query('SELECT pg_sleep(0.15)');
            if (random() < 0.5) {
              const id = v7();
              await database.execute('INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, $2, $2, $3)', [workspaceId, id, 'x']); // prettier-ignore
              ids.push(id);
            }
            if (isRolledBack) throw new Error('rolled back');
            written.push(...ids);
          })
          .catch((error: Error) => expect(error.message).toBe('rolled back'));
      }
    };
    const writing = Promise.all(writers.map((writer) => write(writer, 40)));
    const last = writing.then(() => happen(db.database, workspaceId, 'list.created'));
    const isLast = ({ type }: FeedEntry) => type === 'list.created';
    const seen = await Promise.all(
      readers.map(async (database, turn) => {
        const reader = new Feed(database);
        const entries: FeedEntry[] = [];
        let position: FeedPosition | null = null;
        await until(
          'the last is read',
          async () => {
            const piece = await reader.read(workspaceId, position, { limit: turn === 0 ? 7 : 50, types: EVERYTHING });
            entries.push(...piece.entries);
            position = piece.next;
            return entries.some(isLast);
          },
          { every: 1, ms: 50_000 },
        );
        return entries.filter((entry) => !isLast(entry)).map(({ id }) => id);
      }),
    );
    await last;
    const [first, second] = seen as [string[], string[]];
    expect(written.length).toBeGreaterThan(300);
    expect(new Set(first).size).toBe(first.length);
    expect([...first].sort()).toEqual([...written].sort());
    expect(second).toEqual(first);
  });

  it('reads by index only, independent of its size', async () => {
    await happen(db.database, workspaceId, 'user.created', 30_000);
    await db.database.execute(
      `INSERT INTO events (workspace_id, id, person_id, name) SELECT $1, gen_random_uuid(), gen_random_uuid(), 'x' FROM generate_series(1, 30000)`,
      [workspaceId],
    );
    await db.database.query('ANALYZE feed_entries, events');
    await until(
      'they are shown',
      async () => (await feed.read(workspaceId, null, { limit: 1, types: EVERYTHING })).hasMore,
      { ms: 25_000 },
    );
    const sql = stretch({ workspace: '$1', xid: '$2::xid8', id: '$3::uuid', limit: '$4' });
    const [plan] = await db.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      [workspaceId, '3', v7(), 100],
    );
    const nodes = nodesOf((plan as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan);
    const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
    expect(scans.length).toBeGreaterThanOrEqual(2);
    for (const scan of scans) {
      expect(scan['Node Type']).toMatch(/^Index/);
      expect(scan['Actual Rows']).toBeLessThanOrEqual(101);
    }
    for (const sort of nodes.filter((node) => node['Node Type'].includes('Sort')))
      expect(sort['Actual Rows']).toBeLessThanOrEqual(200);
  });
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Pseudo-random numbers, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
