import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import { useDatabase } from '@dundun/testing';
import { anOrigin, aProcess, aStage, entities } from '../testing-jobs.js';
import { UserBatches } from '../batch/user-batches.repository.js';
import { UsersModule } from '../users.module.js';
import { personJson, personPage } from './person-export.page.js';
import { PersonExport } from './person-export.service.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
beforeAll(async () => {
  process = await aProcess(db.config, UsersModule);
});
afterAll(() => process?.close());

interface Line {
  table: string;
  row: Record<string, unknown>;
}

it('exports all rows of one person, as JSON and as a page to read', async () => {
  const stage = await aStage(process);
  const ada = await stage.person({ uid: 'ada', email: 'Ada@Example.com', first_name: '<img src=x onerror=alert(1)>', meta: { plan: 'pro' } }); // prettier-ignore
  const other = await stage.person({ uid: 'other', email: 'other@example.com' });
  const acme = await stage.person({ uid: 'acme', is_account: true });
  const list = await stage.list('News');
  await stage.set(list, 'ada', true);
  await stage.set(list, 'ada', false);
  await stage.set(list, 'other', true);
  await stage.rows(`INSERT INTO account_members (workspace_id, account_id, person_id) VALUES ($1, $2, $3)`, acme, ada);
  await stage.rows(`INSERT INTO merged_uids (workspace_id, uid, person_id) VALUES ($1, 'former', $2)`, ada);
  await stage.rows(
    `INSERT INTO events (workspace_id, id, person_id, name)
     SELECT $1, gen_random_uuid(), CASE WHEN n <= 1100 THEN $2::uuid ELSE $3::uuid END, 'Seen' FROM generate_series(1, 1200) AS n`,
    ada,
    other,
  );
  await stage.rows(
    `INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content)
     VALUES ($1, gen_random_uuid(), 'email', 'fast', '{}',
       '[{"address": "ada@example.com", "key": "ada@example.com"}, {"address": "other@example.com"}]', '{"subject": "Hello"}')`,
  );
  await stage.of(UserBatches).accept(stage.caller, [{ type: 'event', id: 'former', event: 'e' }], anOrigin);

  const exported = async (write: typeof personJson) => {
    const chunks: string[] = [];
    const at = new Date('2026-11-20T09:30:00Z');
    for await (const chunk of write(await stage.of(PersonExport).open(stage.workspaceId, 'former'), at))
      chunks.push(chunk);
    return chunks.join('');
  };
  const document = JSON.parse(await exported(personJson)) as { data: Line[] };
  expect(document).toMatchObject({ uid: 'ada', exported_at: '2026-11-20T09:30:00.000Z' });
  const lines = document.data;
  const of = (table: string) => lines.filter((line) => line.table === table).map(({ row }) => row);

  expect(of('people')).toMatchObject([{ id: ada, uid: 'ada', email: 'Ada@Example.com', meta: { plan: 'pro' } }]);
  expect(of('merged_uids')).toMatchObject([{ uid: 'former' }]);
  expect(of('account_members')).toMatchObject([{ account: 'acme' }]);
  expect(of('memberships')).toMatchObject([{ title: 'News', status: 'unsubscribed' }]);
  expect(of('consents').map(({ action }) => action)).toEqual(['subscribed', 'unsubscribed']);
  expect(of('list_suppressions')).toMatchObject([{ address: 'ada@example.com' }]);
  expect(of('batch_items')).toMatchObject([{ uid: 'former', type: 'event' }]);
  expect(of('messages')).toMatchObject([
    { content: { subject: 'Hello' }, recipients: [{ address: 'ada@example.com' }] },
  ]);
  expect(new Set(of('events').map(({ id }) => id)).size).toBe(1_100);
  expect(JSON.stringify(lines)).not.toContain('other@example.com');

  const page = await exported(personPage);
  expect(page).toContain('<h1>Everything about ada</h1>');
  expect(page).toContain('<dt>First name</dt><dd>&lt;img src=x onerror=alert(1)&gt;</dd>');
  expect(page).not.toContain('<img');
  expect(page.match(/<h2>Events<\/h2>/g)).toHaveLength(1);
  expect(page.match(/<dd>Seen<\/dd>/g)).toHaveLength(1_100);
});

it('refuses an unknown uid', async () => {
  const stage = await aStage(process);
  await expect(stage.of(PersonExport).open(stage.workspaceId, 'nobody')).rejects.toThrow(UnknownPersonError);
});
