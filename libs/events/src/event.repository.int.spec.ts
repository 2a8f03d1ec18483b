/**
 * Depends on the plans of PostgreSQL.
 * @half both
 */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database, PageRequest } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { EventRepository } from './event.repository.js';
import { somePartitions } from './testing.js';

const db = useDatabase();
const personId = v7();
let events: EventRepository;
let workspaceId: number;

beforeAll(async () => {
  await somePartitions(db.database).ensure();
  events = new EventRepository(db.database);
});
beforeEach(async () => {
  workspaceId = await aWorkspace(db.database);
});

let seconds = 0;
/** A second after existing rows: the server's clock may step back by a few milliseconds. */
const later = () => `date_trunc('month', now(), 'UTC') + interval '${++seconds} seconds'`;
const insert = async (names: string[], given?: string, person = personId) => {
  for (const name of names) {
    const at = given ?? later();
    await db.database.execute(
      `INSERT INTO events (workspace_id, received_at, id, person_id, name) VALUES ($1, ${at}, $2, $3, $4)`,
      [workspaceId, v7(), person, name],
    );
  }
};
const read = async (page: PageRequest, name?: string) => {
  const { rows, next, previous } = await events.pageOf(workspaceId, personId, page, name);
  return { names: rows.map((row) => row.name), next: next ?? undefined, previous: previous ?? undefined };
};

/** Returns the plan of the one statement of this work, as for large tables. */
const planOf = async (work: (database: Database) => Promise<unknown>): Promise<string> => {
  const lines: string[] = [];
  const explaining = {
    query: (statement: string, values: unknown[]) =>
      db.database.transaction(async () => {
        await db.database.execute('SET LOCAL enable_seqscan = off');
        const rows = await db.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`, values);
        lines.push(...rows.map((row) => row['QUERY PLAN']));
        return [];
      }),
  };
  await work(explaining as unknown as Database);
  return lines.join('\n');
};

describe('the events of a person', () => {
  it('are read newest first, and new ones do not move the pages', async () => {
    await insert(['1', '2', '3', '4', '5']);
    const first = await read({ limit: 2 });
    await insert(['6', '7']);
    const second = await read({ limit: 2, after: first.next });
    const third = await read({ limit: 2, after: second.next });
    expect([first.names, second.names, third.names]).toEqual([['5', '4'], ['3', '2'], ['1']]);
    expect(third.next).toBeUndefined();
    expect((await read({ limit: 2, before: third.previous })).names).toEqual(['3', '2']);
    expect((await read({ limit: 2, before: first.previous ?? second.previous })).names).toEqual(['5', '4']);
    expect(first.previous).toBeUndefined();
  });

  it('of the same millisecond are ordered by id', async () => {
    await insert(['1', '2', '3', '4'], "date_trunc('month', now(), 'UTC')");
    const first = await read({ limit: 3 });
    const second = await read({ limit: 3, after: first.next });
    expect([...first.names, ...second.names]).toEqual(['4', '3', '2', '1']);
  });

  it('belong to this person and workspace only, filtered by name on request', async () => {
    await insert(['Clicked', 'Opened', 'Clicked']);
    await insert(['Clicked'], undefined, v7());
    expect((await read({ limit: 10 })).names).toHaveLength(3);
    expect((await read({ limit: 10 }, 'Clicked')).names).toEqual(['Clicked', 'Clicked']);
    expect((await events.pageOf(await aWorkspace(db.database), personId, { limit: 10 })).rows).toEqual([]);
  });

  it('are read by index from the months that can hold them', async () => {
    await somePartitions(db.database).ensure(11);
    await insert(['old'], "now() + interval '1 month'");
    await insert(['new'], "now() + interval '2 months'");
    const plan = await planOf((database) =>
      new EventRepository(database).pageOf(workspaceId, personId, {
        limit: 10,
        after: { at: new Date().toISOString(), id: v7() },
      }),
    );
    expect(plan.match(/events_\d{4}_\d\d_workspace_id_person_id\w* on events_/g)).toHaveLength(1);
  });
});
