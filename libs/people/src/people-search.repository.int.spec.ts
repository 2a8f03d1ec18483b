/**
 * Depends on the plans of PostgreSQL and its extensions.
 * @half both
 */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { PeopleSearch, type FoundPerson } from './people-search.repository.js';
import { MOST_SORTED, type PeopleFilter } from './people-search.statements.js';

const db = useDatabase();
let search: PeopleSearch;
let workspaceId: number;

interface Said {
  uid: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  number?: string;
}

beforeEach(async () => {
  search = new PeopleSearch(db.database);
  workspaceId = await aWorkspace(db.database);
});

async function person({ uid, first_name, last_name, email, number }: Said): Promise<string> {
  const id = v7();
  await db.database.execute(
    `INSERT INTO people (workspace_id, id, uid, uid_updateable, first_name, last_name, email, number)
     VALUES ($1, $2, $3, false, $4, $5, $6, $7)`,
    [workspaceId, id, uid, first_name ?? null, last_name ?? null, email ?? null, number ?? null],
  );
  for (const [kind, value] of Object.entries({ email: email?.toLowerCase(), number }))
    if (value !== undefined)
      await db.database.execute(
        `INSERT INTO person_keys (workspace_id, kind, value, person_id) VALUES ($1, $2, $3, $4)`,
        [workspaceId, kind, value, id],
      );
  return id;
}

/** People without a name, older than all others. */
const strangers = (count: number, email = 'name@host.example') =>
  db.database.execute(
    `INSERT INTO people (workspace_id, id, uid, uid_updateable, email)
     SELECT $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'stranger-' || n, false, $3 || n
     FROM generate_series(1, $2::int) AS n`,
    [workspaceId, count, email],
  );

async function aList(members: string[], status = 'subscribed'): Promise<string> {
  const id = v7();
  await db.database.execute(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, [workspaceId, id]);
  await db.database.execute(
    `INSERT INTO memberships (workspace_id, list_id, person_id, status, joined_at)
     SELECT $1, $2, person.id, $4, '2026-01-01'::timestamptz + place * interval '1 second'
     FROM unnest($3::uuid[]) WITH ORDINALITY AS person(id, place)`,
    [workspaceId, id, members, status],
  );
  return id;
}

const idsOf = async () =>
  (await db.database.query<{ id: string }>('SELECT id FROM people WHERE workspace_id = $1 ORDER BY id', [workspaceId])).map(({ id }) => id); // prettier-ignore

const page = (filter: PeopleFilter, limit = 30, position: object = {}): Promise<Page<FoundPerson>> =>
  search.page(workspaceId, { limit, ...position }, filter);
const uids = async (filter: PeopleFilter, limit = 30) => (await page(filter, limit)).rows.map(({ uid }) => uid);

describe('a search of people', () => {
  const everybody = async () => {
    await person({ uid: 'u-1', first_name: 'Ada', last_name: 'Lovelace', email: 'Ada@Example.com' });
    await person({ uid: 'u-2', first_name: 'Grace', last_name: 'Hopper', email: 'grace@navy.example' });
    await person({ uid: 'u-10', first_name: 'Łukasz', number: '2348012345678' });
  };

  it.each<[string, string[]]>([
    ['ADA', ['u-1']],
    ['velac', ['u-1']],
    ['lace exam', ['u-1']],
    ['ada hopper', []],
    ['EXAMPLE', ['u-2', 'u-1']],
    ['o', []],
    ['lo', ['u-1']],
    ['g h', ['u-2']],
    ['łuk', ['u-10']],
    ['801234', ['u-10']],
    ['+234 (801) 234-5678', ['u-10']],
    ['ada@example.com', ['u-1']],
    ['u-1', ['u-1']],
    ['u-', ['u-10', 'u-2', 'u-1']],
    ['U-1', ['u-10', 'u-1']],
    ["'; DROP TABLE people; --", []],
    ['%', []],
    ['_', []],
    ['\\', []],
    ['é'.repeat(255), []],
  ])('finds by %j the people %j, whether or not there are many others', async (needle, expected) => {
    await everybody();
    expect(await uids({ search: needle })).toEqual(expected);
    await strangers(1_100, 'name@host.test');
    expect(await uids({ search: needle })).toEqual(expected);
  });

  it('pages through common, rare and old matches in both directions', async () => {
    await strangers(MOST_SORTED + 500);
    await db.database.execute(
      `INSERT INTO people (workspace_id, id, uid, uid_updateable, email)
       SELECT $1, ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'newer-' || n, false, 'none-' || n
       FROM generate_series(1, 1100) AS n`,
      [workspaceId],
    );
    for (const [needle, limit] of [
      ['ranger-10', 30],
      ['name@host', 7],
      ['newer', 30],
      ['example', 30],
    ] as const) {
      // prettier-ignore
      const first = await page({ search: needle }, limit);
      expect(first.rows).toHaveLength(limit);
      const second = await page({ search: needle }, limit, { after: first.next });
      const back = await page({ search: needle }, limit, { before: second.previous });
      expect(back.rows).toEqual(first.rows);
      const ids = [...first.rows, ...second.rows].map(({ person_id }) => person_id);
      expect(ids).toEqual([...new Set(ids)].sort().reverse());
    }
  });

  it('finds a person by a former uid, and everybody who shares an address', async () => {
    const id = await person({ uid: 'u-1', email: 'ada@example.com' });
    const other = await person({ uid: 'u-2', email: 'old@example.com' });
    await db.database.execute('UPDATE people SET email = $2 WHERE id = $1', [other, 'ADA@example.com']);
    await db.database.execute(`INSERT INTO merged_uids (workspace_id, uid, person_id) VALUES ($1, 'v-7', $2)`, [workspaceId, id]); // prettier-ignore
    await db.database.execute(
      `INSERT INTO shared_keys (workspace_id, kind, value, person_id) VALUES ($1, 'email', 'ada@example.com', $2)`,
      [workspaceId, other],
    );
    expect(await uids({ search: 'v-7' })).toEqual(['u-1']);
    expect(await uids({ search: 'ada@example.com' })).toEqual(['u-2', 'u-1']);
    // The key is outdated.
    expect(await uids({ search: 'old@example.com' })).toEqual([]);
  });

  it('keeps to its workspace and its lists', async () => {
    await everybody();
    const [ada, grace] = await idsOf();
    const [news, empty] = [await aList([ada, grace] as string[]), await aList([])];
    expect(await uids({ search: 'example', list: { id: news } })).toEqual(['u-2', 'u-1']);
    expect(await uids({ search: 'u-1', list: { id: news } })).toEqual(['u-1']);
    expect(await uids({ search: 'u-10', list: { id: news } })).toEqual([]);
    expect(await uids({ search: 'u-1', list: { id: news, status: 'pending' } })).toEqual([]);
    expect(await uids({ search: 'example', list: { id: empty } })).toEqual([]);
    expect(await uids({ search: 'u-1', lists: [empty] })).toEqual([]);
    expect(await uids({ search: 'example', lists: [empty, news] })).toEqual(['u-2', 'u-1']);
    expect(await uids({ lists: [empty, news] })).toEqual(['u-2', 'u-1']);
    expect(await uids({ lists: [] })).toEqual([]);
    workspaceId = await aWorkspace(db.database);
    for (const needle of ['ada', 'u-1', 'ada@example.com', '2348012345678', 'l'])
      expect(await uids({ search: needle })).toEqual([]);
  });

  it('shows members with their status in the order of joining', async () => {
    await everybody();
    const [ada, grace, lukasz] = (await idsOf()) as [string, string, string];
    const list = await aList([lukasz, ada, grace]);
    await db.database.execute(`UPDATE memberships SET status = 'pending' WHERE person_id = $1`, [ada]);
    const first = await page({ list: { id: list } }, 2);
    expect(first.rows.map(({ uid, status }) => [uid, status])).toEqual([['u-2', 'subscribed'], ['u-1', 'pending']]); // prettier-ignore
    expect(first.rows[0]?.joined_at?.toISOString()).toBe('2026-01-01T00:00:03.000Z');
    const next = await page({ list: { id: list } }, 2, { after: first.next });
    expect(next.rows.map(({ uid }) => uid)).toEqual(['u-10']);
    expect((await page({ list: { id: list } }, 2, { before: next.previous })).rows).toEqual(first.rows);
    expect(await uids({ list: { id: list, status: 'pending' } })).toEqual(['u-1']);
  });
});

describe('without the extensions', () => {
  beforeAll(async () => {
    await db.database.execute('DROP INDEX people_search');
    await db.database.execute('DROP EXTENSION pg_trgm');
  });

  it('finds people by the beginnings of their names, addresses and uids', async () => {
    await person({ uid: 'u-1', first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' });
    await person({ uid: 'u-2', first_name: 'Grace', email: 'grace@example.com' });
    await strangers(1_100);
    expect(await uids({ search: 'love' })).toEqual(['u-1']);
    expect(await uids({ search: 'ADA L' })).toEqual(['u-1']);
    expect(await uids({ search: 'ada grace' })).toEqual([]);
    expect(await uids({ search: 'velace' })).toEqual([]);
    expect(await uids({ search: 'grace@example.com' })).toEqual(['u-2']);
    expect(await uids({ search: 'stranger' }, 5)).toHaveLength(5);
  });
});
