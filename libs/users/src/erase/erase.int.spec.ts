import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import { PersonContributions, PersonRows, type ExportedRows, type RowsToErase } from '@dundun/people';
import { useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { BatchRun } from '../batch/batch-run.service.js';
import { UserBatches } from '../batch/user-batches.repository.js';
import { EraseRun } from './erase-run.service.js';
import { EraseUsers } from './erase.service.js';
import { MergeRun } from '../merge/merge-run.service.js';
import { MergeUsers } from '../merge/merge.service.js';
import { anOrigin, aProcess, aStage, entities, type Stage } from '../testing-jobs.js';
import type { UserJobRun } from '../jobs/user-job.js';
import { UserJobRunsModule } from '../user-job-runs.module.js';
import { Users, type UserFields } from '../api/users.service.js';

/** A contribution that has one row for each erasure. */
class SeenErasures extends PersonRows {
  readonly name = 'seen';
  readonly columns = [];
  readonly seen: RowsToErase[] = [];

  override eraseChunk(rows: RowsToErase): Promise<number> {
    return Promise.resolve(this.seen.push(rows) > 1 ? 0 : 1);
  }

  async *export(): AsyncGenerator<ExportedRows> {}
}

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
let run: EraseRun;

beforeAll(async () => {
  process = await aProcess(db.config, UserJobRunsModule);
  run = process.get(EraseRun, { strict: false });
});
afterAll(() => process?.close());
beforeEach(async () => {
  stage = await aStage(process);
});

const erase = (uid: string) => stage.of(EraseUsers).erase(stage.workspaceId, uid, 'req_1');
const tableOf = (table: string, columns = '*') => stage.rows(`SELECT ${columns} FROM ${table} WHERE workspace_id = $1`);

const write = (uid: string, fields: UserFields) =>
  stage.of(Users).write({ workspaceId: stage.workspaceId, level: 'full', evidence: { method: 'api' } }, uid, fields);
/** Runs a job with its later sweeps. */
async function finish(runner: UserJobRun = run): Promise<void> {
  const job = await stage.work(runner);
  for (let sweeps = 0; sweeps < 2; sweeps++) {
    await stage.sweep(job);
    await stage.work(runner);
  }
}
/** All rows about messages and jobs as text, to search for leftovers. */
const traces = async (pattern: RegExp) => {
  const left = await stage.rows<{ text: string }>(
    ['messages', 'message_people', 'delivery_reports', 'user_jobs']
      .map((table) => `SELECT t::text AS text FROM ${table} t WHERE workspace_id = $1`)
      .join(' UNION ALL '),
  );
  return left.filter(({ text }) => pattern.test(text));
};

interface Sent {
  to: string[];
  /** The key of each. */
  key?: string;
  status?: string;
  due?: boolean;
}

/** Stores a message. @returns its id */
async function message({ to, key, status = 'sent', due = false }: Sent): Promise<string> {
  const id = v7();
  const recipients = to.map((address) => ({
    address,
    ...(key === undefined ? {} : { key }),
    name: 'Ada',
    kind: 'to',
    status: due ? 'queued' : status,
    detail: `250 ok ${address}`,
  }));
  await stage.rows(
    `INSERT INTO messages (workspace_id, id, channel, lane, status, due_at, sender, recipients, content)
     VALUES ($1, $2, 'email', 'fast', $3, CASE WHEN $4 THEN now() + interval '1 day' END, '{"address":"a@dundun.test"}', $5,
       '{"subject":"Secret","text":"Dear Ada"}')`,
    id,
    status,
    due,
    JSON.stringify(recipients),
  );
  return id;
}

describe('erasing a person', () => {
  it('removes every key, keeps counters exact, and the next call creates a new person', async () => {
    const id = await stage.person({ uid: 'ada', email: 'ada@example.com', number: '2340000001' });
    const [news, left] = [await stage.list('News'), await stage.list('Left')];
    await stage.set(news, 'ada', true);
    await stage.set(left, 'ada', false);
    const account = await stage.person({ uid: 'acme', is_account: true });
    await stage.rows(
      'INSERT INTO account_members (workspace_id, account_id, person_id) VALUES ($1, $2, $3)',
      account,
      id,
    );
    await stage.rows(`INSERT INTO merged_uids (workspace_id, uid, person_id) VALUES ($1, 'before', $2)`, id);
    await stage.rows(
      `INSERT INTO confirmations (workspace_id, token_hash, list_id, person_id, address, sent, expires_at)
       VALUES ($1, 'x', $2, $3, 'ada@example.com', true, now() + interval '1 day')`,
      news.id,
      id,
    );
    await stage.rows(
      `INSERT INTO suppressions (workspace_id, address, reason) VALUES ($1, 'ada@example.com', 'bounce')`,
    );
    expect(await stage.subscriberCount(news)).toBe(1);

    await erase('ada');

    expect(await stage.idOf('ada')).toBeUndefined();
    expect(await stage.subscriberCount(news)).toBe(0);
    for (const table of ['person_keys', 'memberships', 'confirmations', 'account_members', 'merged_uids'])
      expect([table, await tableOf(table)]).toEqual([table, []]);
    expect(await tableOf('suppressions', 'address')).toEqual([{ address: 'ada@example.com' }]);
    expect(await tableOf('list_suppressions', 'address, list_id')).toHaveLength(2);
    expect(await stage.faults()).toEqual([]);
    await stage.track('ada', 'back');
    expect(await stage.idOf('ada')).not.toBe(id);
    await expect(erase('nobody')).rejects.toBeInstanceOf(UnknownPersonError);
  });

  it('keeps the consents in the ledger without the person', async () => {
    const id = await stage.person({ uid: 'ada', email: 'ada@example.com' });
    const [grace, list] = [await stage.person({ uid: 'grace', email: 'grace@example.com' }), await stage.list('News')];
    await stage.set(list, 'ada', true);
    await stage.set(list, 'grace', true);
    await erase('ada');
    const consents = await stage.rows(
      `SELECT person_id, action, list_id, address, ip, user_agent, request_id FROM consents WHERE workspace_id = $1 ORDER BY id`,
    );
    expect(consents).toEqual([
      {
        person_id: null,
        action: 'subscribed',
        list_id: list.id,
        address: null,
        ip: null,
        user_agent: null,
        request_id: null,
      },
      expect.objectContaining({ person_id: grace, address: 'grace@example.com' }),
    ]);
    expect(JSON.stringify(consents)).not.toContain(id);
    await expect(stage.rows(`UPDATE consents SET ip = NULL WHERE workspace_id = $1`)).rejects.toThrow(/append-only/);
  });

  it('passes an address to the oldest other person who has it', async () => {
    await stage.person({ uid: 'first', email: 'ada@example.com' });
    const second = await stage.person({ uid: 'second', email: 'Ada@example.com' });
    await stage.person({ uid: 'third', email: 'ada@example.com' });
    await erase('first');
    expect(await tableOf('person_keys', 'value, person_id')).toEqual([{ value: 'ada@example.com', person_id: second }]);
    expect(await stage.faults()).toEqual([]);
  });

  it('erases events in chunks, and those that another process stores a moment later', async () => {
    const id = await stage.person({ uid: 'ada' });
    await stage.person({ uid: 'grace' });
    await stage.track('grace', 'mine');
    await stage.track('ada', 'theirs', 'evt-1');
    await stage.rows(
      `INSERT INTO events (workspace_id, id, person_id, name) SELECT $1, gen_random_uuid(), $2, 'e' FROM generate_series(1, 2100)`,
      id,
    );
    await erase('ada');
    const job = await stage.work(run);
    expect(await stage.events(id)).toEqual([]);
    expect(await tableOf('event_keys')).toEqual([]);
    await stage.rows(
      `INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, gen_random_uuid(), $2, 'late')`,
      id,
    );
    await stage.sweep(job);
    await stage.work(run);
    expect(await tableOf('events', 'name')).toEqual([{ name: 'mine' }]);
    await stage.sweep(job);
    await stage.work(run);
    expect(await tableOf('user_jobs', 'state, done, details')).toEqual([{ state: 'done', done: 1, details: {} }]);
  });

  it('redacts messages, erases content sent to the person alone, and cancels queued ones', async () => {
    await stage.person({ uid: 'ada', email: 'Ada@example.com' });
    await stage.person({ uid: 'grace', email: 'grace@example.com' });
    const [alone, shared, waiting, sending] = [
      await message({ to: ['ada@example.com'] }),
      await message({ to: ['ADA@example.com', 'grace@example.com'] }),
      await message({ to: ['ada@example.com'], status: 'queued', due: true }),
      await message({ to: ['ada@example.com'], status: 'sending', due: true }),
    ];
    await message({ to: ['grace@example.com'] });
    await stage.rows(
      `INSERT INTO hits (workspace_id, message_id, at, id, kind, ip) VALUES ($1, $2, now(), gen_random_uuid(), 'open', '192.0.2.7')`,
      alone,
    );
    await stage.rows(
      `INSERT INTO attempts (workspace_id, message_id, number, provider, detail) VALUES ($1, $2, 1, 'smtp', '250 ada@example.com')`,
      alone,
    );
    await stage.rows(
      `INSERT INTO inbox_messages (workspace_id, id, message_id, channel, sender, recipients, raw)
       VALUES ($1, gen_random_uuid(), $2, 'email', 'a', ARRAY['ada@example.com'], 'Dear Ada')`,
      alone,
    );
    await erase('ada');
    const job = await stage.work(run);
    const rowOf = async (id: string) =>
      (
        await stage.rows(
          `SELECT status, due_at, content, recipients FROM messages WHERE workspace_id = $1 AND id = $2`,
          id,
        )
      )[0];
    expect(await rowOf(alone)).toMatchObject({
      status: 'sent',
      content: {},
      recipients: [{ address: 'erased', name: null, detail: null, status: 'sent' }],
    });
    expect(await rowOf(waiting)).toMatchObject({ status: 'canceled', due_at: null, content: {} });
    expect(await rowOf(shared)).toMatchObject({
      content: { text: 'Dear Ada' },
      recipients: [
        { address: 'erased', name: null },
        { address: 'grace@example.com', name: 'Ada' },
      ],
    });
    expect(await tableOf('hits')).toEqual([]);
    expect(await tableOf('inbox_messages')).toEqual([]);
    expect(await tableOf('attempts', 'detail')).toEqual([{ detail: null }]);
    // A message in flight is found once it has ended.
    expect(await rowOf(sending)).toMatchObject({ status: 'sending', content: { text: 'Dear Ada' } });
    await stage.rows(`UPDATE messages SET status = 'sent', due_at = NULL WHERE workspace_id = $1 AND id = $2`, sending);
    for (let sweeps = 0; sweeps < 2; sweeps++) {
      await stage.sweep(job);
      await stage.work(run);
    }
    expect(await rowOf(sending)).toMatchObject({ content: {}, recipients: [{ address: 'erased' }] });
    expect(await traces(/ada@/i)).toEqual([]);
  });

  it('redacts messages sent before the person was known', async () => {
    const [welcome, shared] = [
      await message({ to: ['Ada@example.com'] }),
      await message({ to: ['ada@example.com', 'grace@example.com'] }),
    ];
    await write('grace', { email: 'grace@example.com' });
    await write('ada', { email: 'ada@example.com' });
    await erase('ada');
    await finish();
    expect(await traces(/ada@/i)).toEqual([]);
    const rows = await tableOf('messages', 'id, content, recipients');
    expect(rows.find(({ id }) => id === welcome)).toMatchObject({ content: {}, recipients: [{ address: 'erased' }] });
    expect(rows.find(({ id }) => id === shared)).toMatchObject({
      content: { text: 'Dear Ada' },
      recipients: [{ address: 'erased' }, { address: 'grace@example.com' }],
    });
  });

  it('knows an address in another script by its key', async () => {
    const key = 'ada@xn--bcher-kva.example';
    await message({ to: ['Ada@BÜCHER.example'], key });
    await write('ada', { email: 'ada@bücher.example' });
    await message({ to: ['ada@bücher.example'], key });
    await erase('ada');
    await finish();
    expect(await traces(/bücher|bcher/i)).toEqual([]);
  });

  it('redacts every address: former ones, and those of people who were merged into the person', async () => {
    const all = ['first@example.com', 'second@example.com', 'old@example.com'];
    const before = await message({ to: [...all, 'grace@example.com'] });
    await write('ada', { email: 'first@example.com' });
    await message({ to: ['first@example.com', 'grace@example.com'] });
    await write('ada', { email: 'second@example.com' });
    await write('source', { email: 'old@example.com' });
    const after = await message({ to: [...all, 'grace@example.com'] });
    await stage.rows(
      `INSERT INTO delivery_reports (workspace_id, integration_id, event_id, message_id, kind, recipient, detail)
       SELECT $1, gen_random_uuid(), address, $2, 'delivered', address, 'ok' FROM unnest($3::text[]) AS address`,
      before,
      ['First@example.com', 'grace@example.com'],
    );
    await stage.of(MergeUsers).queue(stage.caller, { source: 'source', destination: 'ada' }, anOrigin);
    await finish(process.get(MergeRun, { strict: false }));
    await erase('ada');
    await finish();
    // No person had this address when the message was sent, and none has it now.
    expect(await traces(/second@|old@/i)).toEqual([]);
    const left = await traces(/first@/i);
    expect(left).toHaveLength(2);
    for (const { text } of left) expect(text).toContain(after);
    const [row] = await stage.rows('SELECT recipients FROM messages WHERE workspace_id = $1 AND id = $2', before);
    expect(row).toMatchObject({
      recipients: [...all.map(() => ({ address: 'erased' })), { address: 'grace@example.com' }],
    });
    expect(await tableOf('delivery_reports', 'recipient')).toEqual([{ recipient: 'grace@example.com' }]);
  });

  it('keeps messages to others and to a later owner of the address', async () => {
    await write('ada', { email: 'ada@example.com' });
    await message({ to: ['ada@example.com'] });
    await write('ada', { email: 'other@example.com' });
    await write('heir', { email: 'ada@example.com' });
    const theirs = await message({ to: ['ada@example.com'] });
    await erase('ada');
    await finish();
    expect(await traces(/ada@/i)).toHaveLength(2);
    for (const { text } of await traces(/ada@/i)) expect(text).toContain(theirs);
  });

  it('erases rows that a merge still has to move', async () => {
    await stage.person({ uid: 'old' });
    await stage.person({ uid: 'new' });
    const old = (await stage.idOf('old')) as string;
    await stage.rows(
      `INSERT INTO events (workspace_id, id, person_id, name) SELECT $1, gen_random_uuid(), $2, 'e' FROM generate_series(1, 2500)`,
      old,
    );
    await stage.of(MergeUsers).queue(stage.caller, { source: 'old', destination: 'new' }, anOrigin);
    let looks = 0;
    const merges = process.get(MergeRun, { strict: false });
    const merge = await stage.work(merges, { isOver: () => ++looks > 1 });
    await erase('new');
    const next = [await stage.claim(), await stage.claim()];
    for (const job of next) if (job) await (job.id === merge.id ? merges : run).run(job, { isOver: () => false });
    expect(next.map((job) => job?.kind).sort()).toEqual(['erasure', 'merge']);
    expect(await tableOf('events')).toEqual([]);
    const [row] = await stage.rows('SELECT details FROM user_jobs WHERE workspace_id = $1 AND id = $2', merge.id);
    expect(row).toEqual({ details: { level: 'full' } });
  });

  it('removes the members of an account in chunks, and the uids in ended jobs', async () => {
    const id = await stage.person({ uid: 'acme', is_account: true });
    await stage.rows(`INSERT INTO merged_uids (workspace_id, uid, person_id) VALUES ($1, 'alias', $2)`, id);
    await stage.rows(
      `INSERT INTO account_members (workspace_id, account_id, person_id) SELECT $1, $2, gen_random_uuid() FROM generate_series(1, 2500)`,
      id,
    );
    const merges = process.get(MergeRun, { strict: false });
    for (const source of ['nobody', 'alias']) {
      await stage.of(MergeUsers).queue(stage.caller, { source, destination: 'acme' }, anOrigin);
      await stage.work(merges);
    }
    await stage.of(UserBatches).accept(
      stage.caller,
      ['acme', 'alias', 'other'].map((uid) => ({ type: 'event', id: uid, event: 'e' })),
      anOrigin,
    );
    await stage.work(process.get(BatchRun, { strict: false }));
    await erase('acme');
    expect(await tableOf('account_members')).toHaveLength(2_500);
    const { seen } = new SeenErasures(stage.of(PersonContributions));
    await stage.work(run);
    expect(await tableOf('account_members')).toEqual([]);
    expect((await tableOf('batch_items', 'uid')).map(({ uid }) => uid).sort()).toEqual([null, null, 'other'].sort());
    const kept = await stage.rows(`SELECT details FROM user_jobs WHERE workspace_id = $1 AND kind = 'merge'`);
    expect(kept).toEqual([{ details: { level: 'full' } }, { details: { level: 'full' } }]);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen[0]).toMatchObject({ workspaceId: stage.workspaceId, uids: ['acme', 'alias'] });
  });

  it('refuses an unknown person, and archiving erases nothing', async () => {
    const other = await aStage(process);
    await other.person({ uid: 'theirs' });
    await expect(erase('theirs')).rejects.toBeInstanceOf(UnknownPersonError);
    await stage.person({ uid: 'ada' });
    const archive = () => stage.of(EraseUsers).archive(stage.workspaceId, 'ada');
    await archive();
    const [first] = await tableOf('people', 'archived_at');
    await archive();
    expect(await tableOf('people', 'archived_at')).toEqual([first]);
    expect(first?.archived_at).toBeInstanceOf(Date);
    await expect(stage.of(EraseUsers).archive(stage.workspaceId, 'theirs')).rejects.toBeInstanceOf(UnknownPersonError);
  });
});

describe('the link between messages and people', () => {
  it('is stored with the message, by the keys of that time', async () => {
    const ada = await stage.person({ uid: 'ada', email: 'ada@example.com' });
    const grace = await stage.person({ uid: 'grace', email: 'grace@example.com' });
    const shared = await message({ to: ['ADA@example.com', 'nobody@example.com', 'grace@example.com'] });
    const noted = await tableOf('message_people', 'address, person_id, message_id');
    expect(noted).toHaveLength(3);
    expect(noted).toEqual(
      expect.arrayContaining([
        { address: 'ada@example.com', person_id: ada, message_id: shared },
        { address: 'grace@example.com', person_id: grace, message_id: shared },
        { address: 'nobody@example.com', person_id: null, message_id: shared },
      ]),
    );
  });

  it('never fails a message, whatever its recipients hold', async () => {
    for (const recipients of ['[]', '{}', 'null', '[1, null, "x", {"address": {"a": 1}}, [[{"address": "x"}]]]', '"x"'])
      await stage.rows(
        `INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content)
         VALUES ($1, gen_random_uuid(), 'email', 'fast', '{}', $2, '{}')`,
        recipients,
      );
    expect(await tableOf('messages')).toHaveLength(5);
    expect(await tableOf('message_people')).toEqual([]);
  });
});
