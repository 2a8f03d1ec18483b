/**
 * Depends on the snapshots of PostgreSQL.
 * @half both
 */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database, PageRequest } from '@dundun/platform/database';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { EventCommit } from './event-commit.service.js';
import { EventFeed } from './event-feed.repository.js';
import { WINDOW, type FeedFilter } from './feed-scan.statements.js';
import { anEvent, aPerson, somePartitions } from './testing.js';

const db = useDatabase();
let feed: EventFeed;
let workspaceId: number;

beforeAll(async () => {
  await somePartitions(db.database).ensure();
  feed = new EventFeed(db.database);
});
beforeEach(async () => {
  workspaceId = await aWorkspace(db.database);
});

const insert = (name: string, { database = db.database as Database, personId = v7() } = {}) =>
  database.execute('INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, $2, $3, $4)', [
    workspaceId,
    v7(),
    personId,
    name,
  ]);

const read = async (page: PageRequest, filter?: FeedFilter) => {
  const { rows, next, previous } = await feed.page(workspaceId, page, filter);
  return { names: rows.map(({ name }) => name), next: next ?? undefined, previous: previous ?? undefined };
};

/** Transactions of other databases may hold the horizon back for a while. */
const PATIENTLY = { ms: 25_000 };
const readAll = (count: number) =>
  until(`${count} events are shown`, async () => (await read({ limit: 100 })).names.length === count, PATIENTLY);

describe('the feed of a workspace', () => {
  it('shows the newest first and pages both ways', async () => {
    for (const name of ['1', '2', '3', '4', '5']) await insert(name);
    await readAll(5);
    const first = await read({ limit: 2 });
    const second = await read({ limit: 2, after: first.next });
    const third = await read({ limit: 2, after: second.next });
    expect([first.names, second.names, third.names, third.next]).toEqual([['5', '4'], ['3', '2'], ['1'], undefined]);
    const back = await read({ limit: 2, before: third.previous });
    expect([back.names, (await read({ limit: 2, before: back.previous })).names]).toEqual([
      ['3', '2'],
      ['5', '4'],
    ]);
  });

  it('is followed by its previous cursor, from an empty page and over several pages', async () => {
    let { previous } = await read({ limit: 2 });
    const seen: string[] = [];
    const follow = async () => {
      const page = await read({ limit: 2, before: previous });
      seen.push(...page.names.reverse());
      previous = page.previous;
    };
    await follow();
    for (const name of ['1', '2', '3', '4', '5']) await insert(name);
    await until('all are seen', async () => follow().then(() => seen.length >= 5), PATIENTLY);
    await follow();
    await insert('6');
    await until('the last is seen', async () => follow().then(() => seen.length >= 6), PATIENTLY);
    expect(seen).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('does not skip an event whose transaction commits late', async () => {
    const other = await db.another();
    await insert('before');
    await readAll(1);
    let commit = () => {};
    const held = new Promise<void>((resolve) => (commit = resolve));
    let stored = () => {};
    const late = new Promise<void>((resolve) => (stored = resolve));
    const slow = other.transaction(async () => {
      await insert('late', { database: other });
      stored();
      await held;
    });
    await late;
    await insert('after');
    const first = await read({ limit: 10 });
    expect(first.names).toEqual(['before']);
    expect((await read({ limit: 10, before: first.previous })).names).toEqual([]);
    commit();
    await slow;
    const both = async () => {
      const page = await read({ limit: 10, before: first.previous });
      return page.names.length >= 2 && page;
    };
    const tail = await until('the tail shows both', both, PATIENTLY);
    expect(tail.names).toEqual(['after', 'late']);
  });

  it('misses and repeats nothing while many processes write', async () => {
    const writers = await Promise.all(
      [db.database, await db.another(), await db.another()].map(
        async (database) => new EventCommit(database, somePartitions(database)),
      ),
    );
    let { previous } = await read({ limit: 1 });
    const sent = Array.from({ length: 600 }, (_, index) => `event ${index}`);
    const writing = Promise.all(
      writers.map(async (writer, turn) => {
        for (let at = turn; at < sent.length; at += 12) {
          const some = [0, 3, 6, 9].map((step) => sent[at + step]).filter((name) => name !== undefined);
          await Promise.all(
            some.map((name, place) =>
              writer.submit(anEvent(workspaceId, { name, onceKey: place === 0 ? `test ${name}` : undefined })),
            ),
          );
        }
      }),
    );
    const seen: string[] = [];
    await until(
      'everything is seen',
      async () => {
        const page = await read({ limit: 30, before: previous });
        seen.push(...page.names.reverse());
        previous = page.previous;
        return seen.length >= sent.length;
      },
      { every: 1, ms: 50_000 },
    );
    await writing;
    expect(new Set(seen).size).toBe(seen.length);
    expect([...seen].sort()).toEqual([...sent].sort());
  });

  it('is filtered by person and by name, and names the person', async () => {
    const personId = await aPerson(db.database, workspaceId, 'ada');
    await insert('Clicked', { personId });
    await insert('Opened', { personId });
    await insert('Clicked');
    await readAll(3);
    expect((await read({ limit: 10 }, { personId })).names).toEqual(['Opened', 'Clicked']);
    expect((await read({ limit: 10 }, { name: 'Clicked' })).names).toHaveLength(2);
    const { rows } = await feed.page(workspaceId, { limit: 10 }, { name: 'Clicked', personId });
    expect(rows.map(({ uid }) => uid)).toEqual(['ada']);
  });

  it('searches for a rare name section by section', async () => {
    await insert('Rare');
    await db.database.execute(
      `INSERT INTO events (workspace_id, id, person_id, name) SELECT $1, gen_random_uuid(), gen_random_uuid(), 'Common' FROM generate_series(1, $2::int)`,
      [workspaceId, WINDOW + 10],
    );
    await until('the newest are shown', async () => (await read({ limit: 1 })).names[0] === 'Common', PATIENTLY);
    const first = await read({ limit: 10 }, { name: 'Rare' });
    expect(first.names).toEqual([]);
    const second = await read({ limit: 10, after: first.next }, { name: 'Rare' });
    expect([second.names, second.next]).toEqual([['Rare'], undefined]);
  });

  it('shows nothing of another workspace', async () => {
    await insert('mine');
    await readAll(1);
    const { rows } = await feed.page(await aWorkspace(db.database), { limit: 10 });
    expect(rows).toEqual([]);
  });
});
