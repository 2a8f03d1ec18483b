/**
 * @slow exports twenty thousand people, with workers that are killed
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import {
  InvalidInputError,
  JobStateError,
  LimitedToListsError,
  NoExportFileError,
  TooManyExportsError,
  UnknownJobError,
  UnknownListError,
} from '@dundun/domain';
import type { List } from '@dundun/lists';
import { Suppressions } from '@dundun/messaging';
import { until, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { LostBulkLeaseError, type HeldBulkJob } from '../jobs/bulk-job.js';
import { aProcess, aStage, entities, type Stage } from '../testing.js';
import { Exports } from './exports.service.js';

const PEOPLE = 20_000;

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
let news: List;
beforeAll(async () => {
  process = await aProcess(db.config);
});
afterAll(() => process?.close());
beforeEach(async () => {
  stage = await aStage(process);
  news = await stage.list('News');
});

type Body = Parameters<Exports['queue']>[1];

const full = () => ({ workspaceId: stage.workspaceId });
const limitedTo = (...lists: List[]) => ({ ...full(), lists: lists.map(({ id }) => id) });
const queue = (body: Body, caller: Parameters<Exports['queue']>[0] = full()) =>
  stage.of(Exports).queue(caller, body, 'req_test');

async function linesOf(id: string, caller: Parameters<Exports['file']>[0] = full()): Promise<string[]> {
  const { pieces } = await stage.of(Exports).file(caller, id);
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read).toString().split('\r\n').slice(0, -1);
}

const exported = async (body: Body, caller = full()) => {
  const { id } = await queue(body, caller);
  await stage.work();
  return linesOf(id, caller);
};

const people = (count: number) =>
  stage.rows(
    `INSERT INTO people (workspace_id, id, uid, uid_updateable, email, first_name, meta)
     SELECT $1, gen_random_uuid(), 'u-' || n, false, 'u-' || n || '@example.com', '=cmd|' || n, '{"plan": "pro, \\"gold\\""}'
     FROM generate_series(1, $2::int) AS n`,
    count,
  );

const join = (list: List, status = 'subscribed') =>
  stage.rows(
    `INSERT INTO memberships (workspace_id, list_id, person_id, status, joined_at)
     SELECT $1, $2, id, $3, '2026-01-01' FROM people WHERE workspace_id = $1`,
    list.id,
    status,
  );

describe('an export', () => {
  it('holds every member once, although workers are killed and lose the job', async () => {
    await people(PEOPLE);
    await join(news);
    await stage.rows(`INSERT INTO attributes (workspace_id, id, name, type) VALUES ($1, $2, 'plan', 'string')`, v7());
    const { id, total } = await queue({ what: 'members', filters: { list: news.id } });
    expect(total).toBe(PEOPLE);
    await expect(linesOf(id)).rejects.toThrow(NoExportFileError);

    let pages = 0;
    const first = (await stage.claim()) as HeldBulkJob;
    await stage.runOf(first).run(first, { isStopping: () => false, isOver: () => ++pages > 4 });
    // The worker that has it next hangs; its lease ends, another one claims the job, and the first one wakes up.
    const hanging = (await stage.claim()) as HeldBulkJob;
    expect(hanging).toMatchObject({ id, done: 4_000 });
    await stage.rows('UPDATE bulk_jobs SET due_at = now() WHERE workspace_id = $1');
    const other = (await stage.claim()) as HeldBulkJob;
    pages = 0;
    await stage.runOf(other).run(other, { isStopping: () => false, isOver: () => ++pages > 4 });
    const never = { isStopping: () => false, isOver: () => false };
    await expect(stage.runOf(hanging).run(hanging, never)).rejects.toThrow(LostBulkLeaseError);
    await stage.work();

    const [head, ...lines] = await linesOf(id);
    expect(head).toBe(
      'id,email,number,first_name,last_name,is_account,archived,created_at,status,joined_at,email_consent,sms_consent,plan',
    );
    expect(lines).toHaveLength(PEOPLE);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(PEOPLE);
    expect(lines[0]).toMatch(
      /^u-\d+,u-\d+@example\.com,,'=cmd\|\d+,,false,false,[-\d]+T[:.\d]+Z,subscribed,2026-01-01T00:00:00.000Z,subscribed,none,"pro, ""gold"""$/,
    );
    expect(await stage.of(Exports).get(full(), id)).toMatchObject({ state: 'done', done: PEOPLE });
  });

  it('is refused while ten wait, and taken again once they are done', async () => {
    for (let count = 0; count < 10; count++) await queue({ what: 'people' });
    await expect(queue({ what: 'people' })).rejects.toThrow(TooManyExportsError);
    await stage.work();
    expect(await queue({ what: 'people' })).toMatchObject({ state: 'queued' });
    // The next test must not find them.
    await stage.rows('DELETE FROM bulk_jobs WHERE workspace_id = $1');
  });

  it('is canceled with what is written of its file, once, by those who see it', async () => {
    await people(1_500);
    const { id } = await queue({ what: 'people' });
    const held = (await stage.claim()) as HeldBulkJob;
    let turns = 0;
    await stage.runOf(held).run(held, { isStopping: () => false, isOver: () => ++turns > 1 });
    const pieces = () => stage.rows('SELECT FROM export_pieces WHERE workspace_id = $1 AND job_id = $2', id);
    expect(await pieces()).toHaveLength(1);
    await expect(stage.of(Exports).cancel(limitedTo(news), id)).rejects.toThrow(UnknownJobError);
    expect(await stage.of(Exports).cancel(full(), id)).toMatchObject({ state: 'canceled' });
    expect(await pieces()).toEqual([]);
    await expect(stage.of(Exports).cancel(full(), id)).rejects.toThrow(JobStateError);
    await expect(linesOf(id)).rejects.toThrow(NoExportFileError);
    expect(await stage.claim()).toBeUndefined();
  });

  it('keeps to its filters, and has a head even without rows', async () => {
    await people(3);
    await join(news, 'pending');
    const other = await stage.list('Other');
    const members = (status: string, list = news) => exported({ what: 'members', filters: { list: list.id, status } });
    expect(await members('pending')).toHaveLength(4);
    expect(await members('subscribed')).toHaveLength(1);
    expect(await members('pending', other)).toHaveLength(1);
    expect(await exported({ what: 'people', filters: { search: 'u-2' } })).toHaveLength(2);
    await stage.of(Suppressions).add([
      { workspaceId: stage.workspaceId, address: 'ada@example.com', reason: 'manual', detail: '@SUM(1)' },
      { workspaceId: stage.workspaceId, address: 'bob@example.com', reason: 'bounce' },
    ]);
    const [head, line, ...more] = await exported({ what: 'suppressions', filters: { reason: 'manual' } });
    expect([head, more]).toEqual(['address,reason,detail,created_at', []]);
    expect(line).toMatch(/^ada@example.com,manual,'@SUM\(1\),/);
  });

  it('holds the people who match conditions, over pages without any', async () => {
    await people(2_500);
    await stage.rows(
      `UPDATE people SET meta = '{"plan": "gold"}' WHERE workspace_id = $1 AND uid IN ('u-1', 'u-2400')`,
    );
    const match = JSON.stringify({ attribute: 'plan', type: 'text', is: 'equals', value: 'gold' });
    const lines = await exported({ what: 'people', filters: { match } });
    expect(
      lines
        .slice(1)
        .map((line) => line.split(',')[0])
        .toSorted(),
    ).toEqual(['u-1', 'u-2400']);
    await expect(queue({ what: 'people', filters: { match: '{' } })).rejects.toThrow(InvalidInputError);
    const hidden = JSON.stringify({ list: news.id, status: ['subscribed'] });
    await expect(queue({ what: 'people', filters: { match: hidden } }, limitedTo())).rejects.toThrow(InvalidInputError);
  });

  it('holds messages and events', async () => {
    await people(1);
    const [person] = await stage.rows<{ id: string }>('SELECT id FROM people WHERE workspace_id = $1');
    await stage.rows(
      `INSERT INTO messages (workspace_id, id, channel, lane, status, due_at, sender, recipients, content, tags)
       VALUES ($1, $2, 'email', 'bulk', 'sent', NULL, '{"name": "Ada", "address": "ada@dundun.test"}',
         '[{"kind": "to", "address": "u-1@example.com", "status": "sent", "detail": null}]', '{"subject": "Hi", "text": "T"}', '{receipt}')`,
      v7(),
    );
    const [, message] = await exported({ what: 'messages', filters: { status: 'sent' } });
    expect(message).toContain(',email,sent,Ada <ada@dundun.test>,u-1@example.com,Hi,receipt,');
    expect(await exported({ what: 'messages', filters: { status: 'bounced' } })).toHaveLength(1);
    await stage.rows(
      `INSERT INTO events (workspace_id, id, person_id, name, value, properties)
       VALUES ($1, $2, $3, 'Paid', '12', '{"plan": "pro"}')`,
      v7(),
      person?.id,
    );
    // Events are shown when no older transaction of the server is open.
    const [, event] = await until('the event is exported', async () => {
      const lines = await exported({ what: 'events', filters: { event: 'Paid', uid: 'u-1' } });
      return lines.length > 1 && lines;
    });
    expect(event).toMatch(/^[-\da-f]{36},u-1,Paid,12,[-\d]+T[:.\d]+Z,[-\d]+T[:.\d]+Z,"{""plan"":""pro""}"$/);
    expect(await exported({ what: 'events', filters: { event: 'Other' } })).toHaveLength(1);
    expect(await exported({ what: 'events', filters: { uid: 'nobody' } })).toHaveLength(1);
  });

  it('shows members of the team who are limited to lists what they may see', async () => {
    await people(2);
    await join(news);
    const other = await stage.list('Other');
    await expect(queue({ what: 'events' }, limitedTo(news))).rejects.toThrow(LimitedToListsError);
    await expect(queue({ what: 'suppressions' }, limitedTo(news))).rejects.toThrow(LimitedToListsError);
    await expect(queue({ what: 'members', filters: { list: other.id } }, limitedTo(news))).rejects.toThrow(UnknownListError); // prettier-ignore
    expect(await exported({ what: 'people' }, limitedTo(other))).toHaveLength(1);
    expect(await exported({ what: 'people' }, limitedTo(news))).toHaveLength(3);
    const { id } = await queue({ what: 'people' });
    await stage.work();
    const seen = async (...lists: List[]) =>
      (await stage.of(Exports).page(limitedTo(...lists), { limit: 10 })).rows.length;
    expect([await seen(news), await seen(other), await seen(news, other), await seen()]).toEqual([1, 1, 2, 0]);
    await expect(linesOf(id, limitedTo(news, other))).rejects.toThrow(UnknownJobError);
    const foreign = { workspaceId: (await aStage(process)).workspaceId };
    await expect(stage.of(Exports).file(foreign, id)).rejects.toThrow(UnknownJobError);
    expect(await linesOf(id)).toHaveLength(3);
  });

  it('forgets whom it searched for, and its file after a week', async () => {
    const { id } = await queue({ what: 'people', filters: { search: 'ada@example.com' } });
    await stage.work();
    const [job] = await stage.rows<{ details: object }>('SELECT details FROM bulk_jobs WHERE workspace_id = $1');
    expect(JSON.stringify(job)).not.toContain('ada');
    await stage.rows(`UPDATE bulk_jobs SET created_at = now() - interval '7 days' WHERE workspace_id = $1`);
    await expect(linesOf(id)).rejects.toThrow(NoExportFileError);
  });

  it.each<[string, Body]>([
    ['members without a list', { what: 'members' }],
    ['a filter of other rows', { what: 'people', filters: { tag: 'receipt' } }],
    ['a status of messages', { what: 'people', filters: { list: v7(), status: 'sent' } }],
    ['a status without a list', { what: 'people', filters: { status: 'pending' } }],
    ['an unknown reason', { what: 'suppressions', filters: { reason: 'none' } }],
  ])('refuses %s', async (_, body) => {
    await expect(queue(body)).rejects.toThrow(InvalidInputError);
  });
});
