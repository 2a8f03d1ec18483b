/**
 * Depends on the plans of PostgreSQL.
 * @half both
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { InvalidInputError } from '@dundun/domain';
import { PeopleModule } from '@dundun/people';
import { Database, type PageRequest } from '@dundun/platform/database';
import { SegmentsModule } from '@dundun/segments';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { aProcess, entities } from '../testing-jobs.js';
import { PeoplePages } from './people-pages.service.js';

@Module({ imports: [PeopleModule, SegmentsModule], providers: [PeoplePages] })
class PagesModule {}

const db = useDatabase(entities);
let process: INestApplicationContext;
let pages: PeoplePages;
let workspaceId: number;

beforeAll(async () => {
  process = await aProcess(db.config, PagesModule);
  pages = process.get(PeoplePages);
});
afterAll(() => process?.close());

const PEOPLE = 1_500;
const EVERY = 500;
const RARE = JSON.stringify({ attribute: 'is_rare', type: 'boolean', is: 'equals', value: true });
const rare = (...numbers: number[]) => numbers.map((number) => `person-${number}`);

/** People of whom each five hundredth is rare; person-1 became known first. */
beforeEach(async () => {
  workspaceId = await aWorkspace(process.get(Database));
  await db.database.execute(
    `INSERT INTO people (workspace_id, id, uid, uid_updateable, meta)
     SELECT $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'person-' || n, false,
       CASE WHEN n % $3 = 1 THEN '{"is_rare": true}'::jsonb ELSE '{}' END
     FROM generate_series(1, $2::int) AS n`,
    [workspaceId, PEOPLE, EVERY],
  );
});

async function read(page: PageRequest, match = RARE, search?: string) {
  const { rows, next, previous } = await pages.page(workspaceId, page, { match, search });
  return { uids: rows.map(({ uid }) => uid), next, previous };
}

describe('pages of people who match conditions', () => {
  it('finds rare people among many, newest first', async () => {
    expect(await read({ limit: 30 })).toEqual({ uids: rare(1001, 501, 1), next: null, previous: null });
  });

  it('pages through them in both directions', async () => {
    const first = await read({ limit: 1 });
    const second = await read({ limit: 1, after: first.next ?? undefined });
    const third = await read({ limit: 1, after: second.next ?? undefined });
    expect([first, second, third].map(({ uids }) => uids)).toEqual([rare(1001), rare(501), rare(1)]);
    expect(third.next).toBeNull();
    const back = await read({ limit: 1, before: third.previous ?? undefined });
    expect(back.uids).toEqual(second.uids);
    const start = await read({ limit: 5, before: third.previous ?? undefined });
    expect(start).toMatchObject({ uids: rare(1001, 501), previous: null });
    expect((await read({ limit: 1, after: back.next ?? undefined })).uids).toEqual(third.uids);
  });

  it('combines conditions with a search', async () => {
    expect((await read({ limit: 30 }, RARE, 'rson')).uids).toEqual(rare(1001, 501, 1));
    expect((await read({ limit: 30 }, RARE, 'person-501')).uids).toEqual(rare(501));
    expect((await read({ limit: 30 }, RARE, 'person-502')).uids).toEqual([]);
  });

  it('answers for a workspace without a match, and for one without people', async () => {
    const nobody = JSON.stringify({ attribute: 'is_rare', type: 'boolean', is: 'equals', value: false });
    expect(await read({ limit: 30 }, nobody)).toEqual({ uids: [], next: null, previous: null });
    workspaceId = await aWorkspace(process.get(Database));
    expect(await read({ limit: 30 })).toEqual({ uids: [], next: null, previous: null });
  });

  it('refuses what is no tree', async () => {
    for (const match of ['', '{', '[]', 'null', '1', '"a"', '{}', '{"all":[]}', `${'['.repeat(4_000)}`])
      await expect(read({ limit: 1 }, match)).rejects.toThrow(InvalidInputError);
  });
});
