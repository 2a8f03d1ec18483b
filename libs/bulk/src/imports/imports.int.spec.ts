/**
 * Works on thousands of people on a database.
 * @slow imports files of thousands of rows
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { ImportSettingsBody } from '@dundun/contracts';
import { ImportStateError, InvalidInputError, ListArchivedError, UnknownImportError } from '@dundun/domain';
import { Lists } from '@dundun/lists';
import { Memberships } from '@dundun/subscribers';
import { until, useDatabase } from '@dundun/testing';
import { aProcess, anOrigin, aStage, entities, type Stage } from '../testing.js';
import { HopelessError } from '../jobs/bulk-job.js';
import { ImportReports } from './import-reports.service.js';
import { ImportProblems } from './import-problems.repository.js';
import { Imports } from './imports.service.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
let imports: Imports;
beforeAll(async () => {
  process = await aProcess(db.config);
});
afterAll(() => process?.close());
beforeEach(async () => {
  stage = await aStage(process);
  imports = stage.of(Imports);
});

const EMAIL_AND_NAME = [{ to: 'email' }, { to: 'first_name' }];
const BASIS = 'Signed up at the checkout.';

/** Uploads a file in pieces of seven bytes. */
async function upload(text: string, pieceBytes = 7): Promise<string> {
  const bytes = Buffer.from(text);
  const { row } = await imports.create(stage.workspaceId, 'people.csv', bytes.length);
  for (let at = 0; at < bytes.length; at += pieceBytes)
    await imports.keepPiece(stage.workspaceId, row.id, at / pieceBytes, bytes.subarray(at, at + pieceBytes));
  await imports.read(stage.workspaceId, row.id, {});
  return row.id;
}

async function checked(text: string, settings: ImportSettingsBody, pieceBytes?: number): Promise<string> {
  const id = await upload(text, pieceBytes);
  await imports.check(stage.workspaceId, id, settings, 'req_check');
  await stage.work();
  return id;
}

async function imported(text: string, settings: ImportSettingsBody) {
  const id = await checked(text, settings);
  await imports.run(stage.workspaceId, id, 'req_run');
  await stage.work();
  const { row, job } = await imports.get(stage.workspaceId, id);
  expect(row.state).toBe('done');
  return { id, counts: job?.counts ?? {}, done: job?.done, failed: job?.failed };
}

const people = () =>
  stage.rows<{ email: string; first_name: string | null; meta: object }>(
    'SELECT email, first_name, meta FROM people WHERE workspace_id = $1 ORDER BY email',
  );
const waitsBehind = async () =>
  (
    await stage.database.query(`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE '%INTO consents%'`)
  ).length > 0;
const problemsOf = (id: string, at: 'check' | 'run') =>
  stage.of(ImportProblems).page(stage.workspaceId, id, at, 0, 1_000);

describe('an import', () => {
  it('creates and updates people, and every row is counted once', async () => {
    await imported('email,name\nada@example.com,Ada\n', { columns: EMAIL_AND_NAME });
    const result = await imported(
      'email,name,Plan,Seats\nADA@example.com,Adá,pro,3\nbob@example.com,Bob,,1\nnobody,,,\ncarl@example.com,Carl,pro,many\n',
      { columns: [...EMAIL_AND_NAME, { to: 'attribute', name: 'plan', type: 'text' }, { to: 'attribute', name: 'seats', type: 'number' }] }, // prettier-ignore
    );
    expect(result).toMatchObject({ counts: { created: 1, updated: 1, failed: 2, skipped: 0 }, done: 2, failed: 2 });
    expect(await people()).toEqual([
      { email: 'ADA@example.com', first_name: 'Adá', meta: { plan: 'pro', seats: 3 } },
      { email: 'bob@example.com', first_name: 'Bob', meta: { seats: 1 } },
    ]);
    const came = await stage.rows<{ email: string; imports: number }>(
      `SELECT p.email, count(*)::int AS imports FROM imported_people i JOIN people p ON p.workspace_id = $1 AND p.id = i.person_id
       WHERE i.workspace_id = $1 GROUP BY p.email ORDER BY p.email`,
    );
    expect(came).toEqual([
      { email: 'ADA@example.com', imports: 2 },
      { email: 'bob@example.com', imports: 1 },
    ]);
    expect(await problemsOf(result.id, 'run')).toMatchObject([
      { line: 4, kind: 'failed', column_name: 'email', reason: 'is not an email address' },
      { line: 5, kind: 'failed', column_name: 'Seats', reason: 'is not a number', record: ['carl@example.com', 'Carl', 'pro', 'many'] }, // prettier-ignore
    ]);
  });

  it.each<[NonNullable<ImportSettingsBody['existing']>, object, string[]]>([
    ['update', { created: 1, updated: 1 }, ['ada New pro', 'bob Bob free']],
    ['fill', { created: 1, updated: 1 }, ['ada Ada pro', 'bob Bob free']],
    ['skip', { created: 1, skipped: 1 }, ['ada Ada undefined', 'bob Bob free']],
    ['only', { updated: 1, skipped: 1 }, ['ada New pro']],
  ])('with the policy %s for known people counts %j', async (existing, counts, expected) => {
    await imported('email,name\nada@example.com,Ada\n', { columns: EMAIL_AND_NAME });
    const result = await imported('email,name,plan\nada@example.com,New,pro\nbob@example.com,Bob,free\n', {
      columns: [...EMAIL_AND_NAME, { to: 'attribute', name: 'plan', type: 'text' }],
      existing,
    });
    expect(result.counts).toMatchObject(counts);
    const rows = (await people()) as { email: string; first_name: string; meta: { plan?: string } }[];
    expect(rows.map(({ email, first_name, meta }) => `${email.slice(0, 3)} ${first_name} ${meta.plan}`)).toEqual(expected); // prettier-ignore
  });

  it('mails nobody, keeps those away who left, and records why it may write', async () => {
    const [news, optin] = [await stage.list('News'), await stage.list('Asks', true)];
    await imported('email\nleft@example.com\n', { columns: [{ to: 'email' }], lists: [news.id], consent: BASIS });
    const [left] = await stage.rows<{ uid: string }>('SELECT uid FROM people WHERE workspace_id = $1');
    await stage.of(Memberships).setSubscribed(stage.caller, news.id, left?.uid as string, false, anOrigin);

    const { counts } = await imported(
      'email,status,when,ip\nleft@example.com,subscribed,,\nada@example.com,active,2024-05-01 10:00:00,198.51.100.7\n' +
        'bob@example.com,pending,,\ngone@example.com,unsubscribed,,\nbad@example.com,cleaned,,\n',
      {
        columns: [{ to: 'email' }, { to: 'status' }, { to: 'opted_in_at' }, { to: 'opted_in_ip' }],
        lists: [news.id, optin.id],
        consent: BASIS,
      },
    );
    expect(await stage.states(news)).toEqual({
      'ada@example.com': 'subscribed',
      'gone@example.com': 'unsubscribed',
      'left@example.com': 'unsubscribed',
    });
    expect(await stage.states(optin)).toEqual({
      'ada@example.com': 'pending',
      'bob@example.com': 'pending',
      'gone@example.com': 'unsubscribed',
      'left@example.com': 'pending',
    });
    expect(counts).toMatchObject({ joined: 1, pending: 3, unsubscribed: 2, kept_away: 1, suppressed: 1 });
    expect(await stage.rows('SELECT address, reason FROM suppressions WHERE workspace_id = $1')).toEqual([
      { address: 'bad@example.com', reason: 'manual' },
    ]);
    expect(await stage.rows('SELECT FROM messages WHERE workspace_id = $1')).toEqual([]);
    const [entry] = await stage.rows(
      `SELECT c.action, c.method, c.ip, c.text_shown, c.request_id FROM consents c
       WHERE c.workspace_id = $1 AND c.address = 'ada@example.com' AND c.list_id = $2`,
      news.id,
    );
    expect(entry).toEqual({
      ...{ action: 'subscribed', method: 'import', ip: '198.51.100.7', request_id: 'req_run' },
      text_shown: `${BASIS} Opted in on 2024-05-01T10:00:00.000Z.`,
    });
  });

  it('keeps who refuses tracking, with an entry of the ledger, and takes no refusal back', async () => {
    const columns = [{ to: 'email' as const }, { to: 'tracking_refused' as const }];
    await imported('email,refused\nada@example.com,yes\nbob@example.com,no\ncat@example.com,2024-05-01\n', { columns });
    for (const existing of ['update', 'fill'] as const)
      await imported('email,refused\nada@example.com,no\ncat@example.com,\n', { columns, existing });
    const rows = await stage.rows<{ email: string }>(
      'SELECT email FROM people WHERE workspace_id = $1 AND tracking_refused_at IS NOT NULL ORDER BY email',
    );
    expect(rows.map(({ email }) => email)).toEqual(['ada@example.com', 'cat@example.com']);
    const entries = await stage.rows('SELECT action, method, address, text_shown FROM consents WHERE workspace_id = $1 ORDER BY address'); // prettier-ignore
    const entry = { action: 'tracking_refused', method: 'import', text_shown: null };
    expect(entries).toEqual([
      { ...entry, address: 'ada@example.com' },
      { ...entry, address: 'cat@example.com' },
    ]);
  });

  it('subscribes people who have confirmed elsewhere', async () => {
    const optin = await stage.list('Asks', true);
    const settings = { columns: [{ to: 'email' }], lists: [optin.id], consent: BASIS, optin: 'confirmed' as const };
    await imported('email\nada@example.com\n', settings);
    expect(await stage.states(optin)).toEqual({ 'ada@example.com': 'subscribed' });
    expect(await stage.subscriberCount(optin)).toBe(1);
  });

  it('lists doubtful addresses before anything is written, and leaves out those that a member leaves out', async () => {
    stage.dead.add('gone.example');
    const text =
      'email\nada@gmial.com\ninfo@example.com\nx@mailinator.com\nbob@gone.example\ncarl@gone.example\ngood@example.com\n';
    const id = await checked(text, { columns: [{ to: 'email' }], skip: ['typo', 'no_mx'] });
    const { row } = await imports.get(stage.workspaceId, id);
    expect(row.findings).toMatchObject({
      ...{ rows: 6, ready: 6, invalid: 0, dead_domains: ['gone.example'] },
      doubts: { typo: 1, role: 1, disposable: 1, no_mx: 2 },
    });
    expect(await problemsOf(id, 'check')).toMatchObject([
      { line: 2, kind: 'typo', reason: 'looks like a slip of ada@gmail.com' },
      { line: 3, kind: 'role' },
      { line: 4, kind: 'disposable' },
      { line: 5, kind: 'no_mx', address: 'bob@gone.example' },
    ]);
    expect(await people()).toEqual([]);
    await imports.run(stage.workspaceId, id, 'req_run');
    await stage.work();
    expect((await people()).map(({ email }) => email)).toEqual(['good@example.com', 'info@example.com', 'x@mailinator.com']); // prettier-ignore
    expect((await imports.get(stage.workspaceId, id)).job?.counts).toMatchObject({ created: 3, skipped: 3 });
  });

  it('goes on after a kill and imports each row exactly once', async () => {
    const list = await stage.list('News');
    const lines = Array.from({ length: 2_500 }, (_, n) => `person-${n}@example.com,${n}`);
    const columns = [{ to: 'email' }, { to: 'attribute', name: 'n', type: 'number' }];
    const id = await checked(`email,n\n${lines.join('\n')}\n`, { columns, lists: [list.id], consent: BASIS }, 50_000);
    await imports.run(stage.workspaceId, id, 'req_run');
    const first = await stage.claim();
    let turns = 0;
    const fail = () => {
      throw new Error('killed');
    };
    const dies = { isStopping: () => false, isOver: () => ++turns === 1 && fail() };
    await expect(stage.runOf(first as never).run(first as never, dies)).rejects.toThrow('killed');
    expect(await stage.subscriberCount(list)).toBe(400);

    await stage.rows(
      "UPDATE bulk_jobs SET due_at = now() - interval '1 second' WHERE workspace_id = $1 AND ended_at IS NULL",
    );
    const second = await stage.work();
    await expect(stage.runOf(first as never).run(first as never, dies)).rejects.toThrow(HopelessError);
    expect(second.claim).toBe(2);
    const { job } = await imports.get(stage.workspaceId, id);
    expect(job).toMatchObject({ state: 'done', done: 2_500, failed: 0, counts: { created: 2_500, joined: 2_500 } });
    expect(await stage.subscriberCount(list)).toBe(2_500);
    const [{ ledger } = { ledger: 0 }] = await stage.rows<{ ledger: number }>(
      'SELECT count(*)::int AS ledger FROM consents WHERE workspace_id = $1',
    );
    expect(ledger).toBe(2_500);
    expect(await stage.rows('SELECT FROM import_pieces WHERE workspace_id = $1')).toEqual([]);
    expect((await imports.get(stage.workspaceId, id)).row.columns).toMatchObject([{ samples: [] }, { samples: [] }]);
  });

  it('applies the rows of one person in the order of the file', async () => {
    const lines = Array.from({ length: 2_000 }, (_, n) => `person-${n % 40}@example.com,${n}`);
    const columns = [{ to: 'email' }, { to: 'attribute', name: 'n', type: 'number' }];
    const id = await checked(`email,n\n${lines.join('\n')}\n`, { columns }, 50_000);
    await imports.run(stage.workspaceId, id, 'req_run');
    await stage.work();
    const { job } = await imports.get(stage.workspaceId, id);
    expect(job).toMatchObject({ done: 2_000, failed: 0, counts: { created: 40, updated: 1_960 } });
    const last = new Map(lines.map((line) => line.split(',') as [string, string]));
    expect((await people()).map(({ email, meta }) => [email, meta])).toEqual(
      [...last].sort().map(([email, n]) => [email, { n: Number(n) }]),
    );
  });

  it('lets go of people whom earlier rows wait for', async () => {
    const list = await stage.list('News');
    const columns = [{ to: 'email' }, { to: 'attribute', name: 'n', type: 'number' }];
    await imported('email,n\na@example.com,0\nz@example.com,0\n', { columns });
    // Both groups of rows name z, and the first names a as well, whom another transaction holds.
    const lines = Array.from({ length: 600 }, (_, n) => `person-${n}@example.com,${n}`);
    lines.splice(0, 2, 'a@example.com,1', 'z@example.com,1');
    lines.push('z@example.com,2');
    const id = await checked(`email,n\n${lines.join('\n')}\n`, { columns, lists: [list.id], consent: BASIS }, 50_000);
    await imports.run(stage.workspaceId, id, 'req_run');
    let [work, hasEnded] = [Promise.resolve(), false];
    await stage.database.transaction(async () => {
      await stage.rows("SELECT FROM person_keys WHERE workspace_id = $1 AND value = 'a@example.com' FOR UPDATE");
      work = stage.database.detached(() => stage.work()).then(() => void (hasEnded = true));
      work.catch(() => (hasEnded = true));
      await until(
        'the second group waits for the first',
        async () => hasEnded || (await stage.database.detached(waitsBehind)),
      );
    });
    await work;
    expect((await imports.get(stage.workspaceId, id)).job).toMatchObject({ state: 'done', done: 601, failed: 0 });
    expect((await people()).filter(({ email }) => /^[az]@/.test(email)).map(({ meta }) => meta)).toEqual([
      { n: 1 },
      { n: 2 },
    ]);
    expect(await stage.subscriberCount(list)).toBe(600);
  });

  it('that is canceled writes nothing more', async () => {
    const lines = Array.from({ length: 1_500 }, (_, n) => `person-${n}@example.com`);
    const id = await checked(`email\n${lines.join('\n')}\n`, { columns: [{ to: 'email' }] }, 50_000);
    await imports.run(stage.workspaceId, id, 'req_run');
    const job = await stage.claim();
    await imports.cancel(stage.workspaceId, id);
    await expect(stage.runOf(job as never).run(job as never, { isOver: () => false, isStopping: () => false })).rejects.toThrow(HopelessError); // prettier-ignore
    expect(await people()).toEqual([]);
  });

  it('is repeated with the failed rows alone, and reports them', async () => {
    const { id } = await imported('E-mail;Seats\nada@example.com;3\nbob@example.com;"=1+1;\n2"\n', {
      columns: [{ to: 'email' }, { to: 'attribute', name: 'seats', type: 'number' }],
    });
    let report = '';
    for await (const part of await stage.of(ImportReports).lines(stage.workspaceId, id)) report += part;
    expect(report).toBe(
      'line,kind,column,reason,E-mail,Seats\r\n3,failed,Seats,is not a number,bob@example.com,"\'=1+1;\n2"\r\n',
    );
    const { row } = await imports.retry(stage.workspaceId, id);
    expect(row).toMatchObject({ state: 'ready', retry_of: id, settings: { columns: [{ to: 'email' }, { name: 'seats' }] } }); // prettier-ignore
    const columns = [{ to: 'email' }, { to: 'attribute', name: 'seats', type: 'text' }];
    expect(await imports.preview(stage.workspaceId, row.id, { columns })).toEqual([
      { line: 2, values: { email: 'bob@example.com', seats: '=1+1;\n2' }, status: 'subscribed', fault: null },
    ]);
    await imports.check(stage.workspaceId, row.id, { columns }, 'req_check');
    await stage.work();
    await imports.run(stage.workspaceId, row.id, 'req_run');
    await stage.work();
    expect((await people()).map(({ email }) => email)).toEqual(['ada@example.com', 'bob@example.com']);
    await expect(imports.retry(stage.workspaceId, row.id)).rejects.toThrow(ImportStateError);
  });

  it('finds a row that no statement accepts, and imports the others', async () => {
    await stage.database.execute(
      `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF NEW.email = 'bad@example.com' THEN RAISE 'no'; END IF; RETURN NEW; END $$`,
    );
    await stage.database.execute(
      'CREATE TRIGGER refuse_one BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION refuse_one()',
    );
    try {
      const text = `email\n${['a', 'b', 'bad', 'c', 'd'].map((name) => `${name}@example.com`).join('\n')}\n`;
      const { counts, id } = await imported(text, { columns: [{ to: 'email' }] });
      expect(counts).toMatchObject({ created: 4, failed: 1 });
      expect(await problemsOf(id, 'run')).toMatchObject([{ line: 4, kind: 'failed' }]);
    } finally {
      await stage.database.execute('DROP TRIGGER refuse_one ON people');
    }
  });

  it('folds a person with a generated uid into the one whom a row names', async () => {
    await imported('email\nada@example.com\n', { columns: [{ to: 'email' }] });
    const { counts } = await imported('id,name\nu-1,Ada\n', { columns: [{ to: 'uid' }, { to: 'first_name' }] });
    expect(counts).toMatchObject({ created: 1 });
    await imported('id,email\nu-1,ada@example.com\n', { columns: [{ to: 'uid' }, { to: 'email' }] });
    expect(await people()).toMatchObject([{ email: 'ada@example.com', first_name: 'Ada' }]);
  });
});

describe('a call about an import', () => {
  it('is refused out of order', async () => {
    const { row } = await imports.create(stage.workspaceId, 'people.csv', 20);
    await expect(imports.read(stage.workspaceId, row.id, {})).rejects.toThrow(ImportStateError);
    await expect(imports.check(stage.workspaceId, row.id, { columns: EMAIL_AND_NAME }, 'r')).rejects.toThrow(ImportStateError); // prettier-ignore
    await expect(imports.run(stage.workspaceId, row.id, 'r')).rejects.toThrow(ImportStateError);
    const id = await upload('email,name\na@b.example,Ada\n');
    await expect(imports.keepPiece(stage.workspaceId, id, 0, Buffer.from('x'))).rejects.toThrow(ImportStateError);
    await expect(imports.run(stage.workspaceId, id, 'r')).rejects.toThrow(ImportStateError);
    await expect(imports.get(stage.workspaceId + 1, id)).rejects.toThrow(UnknownImportError);
    await expect(imports.get(stage.workspaceId, 'x')).rejects.toThrow(UnknownImportError);
  });

  it.each<[string, ImportSettingsBody]>([
    ['without a way to reach people', { columns: [{ to: 'first_name' }] }],
    ['with a column twice', { columns: [{ to: 'email' }, { to: 'email' }] }],
    ['with an unknown target', { columns: [{ to: 'email' }, { to: 'constructor' }] }],
    ['with an attribute without a name', { columns: [{ to: 'email' }, { to: 'attribute' }] }],
    ['with an unknown type', { columns: [{ to: 'email' }, { to: 'attribute', name: 'a', type: 'money' }] }],
    ['with more columns than the file', { columns: [...EMAIL_AND_NAME, { to: 'skip' }] }],
    ['with lists and no consent', { columns: EMAIL_AND_NAME, lists: ['0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11'] }],
    ['with an unknown doubt', { columns: EMAIL_AND_NAME, skip: ['ugly'] }],
  ])('%s is refused', async (_, settings) => {
    const id = await upload('email,name\na@b.example,Ada\n');
    await expect(imports.check(stage.workspaceId, id, settings, 'r')).rejects.toThrow(InvalidInputError);
  });

  it('with an archived list is refused', async () => {
    const list = await stage.list('Old');
    await stage.of(Lists).archive(stage.workspaceId, list.id);
    const id = await upload('email,name\na@b.example,Ada\n');
    const settings = { columns: EMAIL_AND_NAME, lists: [list.id], consent: BASIS };
    await expect(imports.check(stage.workspaceId, id, settings, 'r')).rejects.toThrow(ListArchivedError);
  });

  it('about a file without rows is refused', async () => {
    await expect(upload('email,name\n')).rejects.toThrow(InvalidInputError);
    await expect(upload('\n\n')).rejects.toThrow(InvalidInputError);
  });
});
