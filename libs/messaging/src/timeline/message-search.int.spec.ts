/**
 * Depends on the plans and text functions of PostgreSQL.
 * @half both
 */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PageRequest } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { aMessage, aRecipient, queued } from '../testing.js';
import type { NewMessage } from '../message/message.js';
import { MessageSearch } from './message-search.repository.js';
import { MOST_SORTED, type MessageFilter } from './message-search.statements.js';

const db = useDatabase();
const PAGE: PageRequest = { limit: 10 };
const PART = 1_000;
let search: MessageSearch;
let workspaceId: number;

beforeEach(async () => {
  search = new MessageSearch(db.database);
  workspaceId = await aWorkspace(db.database);
});

const sent = async (over: Partial<NewMessage> = {}) => {
  const [message] = (await queued(db.database, aMessage(workspaceId, over))) as [NewMessage];
  return message.id;
};
const about = (subject: string, to = 'grace@example.com', over: Partial<NewMessage> = {}) =>
  sent({ content: { subject, text: 'T' }, recipients: [aRecipient(to)], ...over });
const status = (id: string, next: string) =>
  db.database.execute(`UPDATE messages SET status = $2, due_at = NULL, ended_at = now() WHERE id = $1`, [id, next]);
const found = async (filter: MessageFilter, page = PAGE) =>
  (await search.page(workspaceId, filter, page)).rows.map(({ id }) => id);

/** Older messages of the same workspace, in parts that a busy machine stores within the timeout of a statement. */
async function manyOf(count: number, subject: string) {
  for (let from = 0; from < count; from += PART)
    await db.database.execute(
      `INSERT INTO messages (workspace_id, id, channel, lane, status, due_at, sender, recipients, content, created_at)
       SELECT $1, gen_random_uuid(), 'email', 'bulk', 'sent', NULL, '{"name":null,"address":"ada@example.com"}',
         jsonb_build_array(jsonb_build_object('address', 'p' || n || '@example.org', 'kind', 'to', 'status', 'sent')),
         jsonb_build_object('subject', $4::text || ' ' || n, 'text', 'T'), now() - interval '1 day' - n * interval '1 second'
       FROM generate_series($2::int + 1, $3::int) AS n`,
      [workspaceId, from, Math.min(count, from + PART), subject],
    );
}

describe('a search for words', () => {
  it('finds the beginnings of words of subject, address and name, in any order and case', async () => {
    const id = await about('Your order #1042 has shipped', 'Ada.Lovelace@Mail.example');
    const named = await sent({ recipients: [aRecipient('x@example.com', { name: 'Zoë O’Hara' })] });
    for (const typed of [
      'order',
      'ORD',
      '1042',
      '#1042',
      'ship order',
      'lovelace',
      'ada.lovelace@mail.example',
      'lovelace@ma',
    ])
      expect({ typed, found: await found({ search: typed }) }).toEqual({ typed, found: [id] });
    expect(await found({ search: 'zoë ohara' })).toEqual([]);
    expect(await found({ search: 'hara zo' })).toEqual([named]);
    for (const typed of ['rder', 'order 1043', '%', '_', '...'])
      expect({ typed, found: await found({ search: typed }) }).toEqual({ typed, found: [] });
  });

  it.each(["it's", 'a\\b', "':* | x", '🥁', 'a:* & !b', 'x'.repeat(250), '((', '\u202e'])(
    'takes %j as text',
    async (typed) => {
      await about('Nothing of it');
      expect(await found({ search: typed })).toEqual([]);
    },
  );

  it('finds a message by its id, in its workspace only', async () => {
    const id = await about('Hello');
    expect(await found({ search: ` ${id} ` })).toEqual([id]);
    expect((await search.page(await aWorkspace(db.database), { search: id }, PAGE)).rows).toEqual([]);
    expect((await search.page(await aWorkspace(db.database), { search: 'Hello' }, PAGE)).rows).toEqual([]);
  });

  it('finds a rare word and a common one behind many newer messages, and pages both ways', async () => {
    await manyOf(MOST_SORTED + 2_500, 'Offer');
    const [first, second] = [await about('Rare bird'), await about('Rare fish')];
    await manyOf(2_500, 'News');
    await db.database.execute(`UPDATE messages SET created_at = now() - interval '3 days' WHERE id = ANY($1)`, [
      [first, second],
    ]);
    expect(new Set(await found({ search: 'rare' }))).toEqual(new Set([first, second]));
    const page = await search.page(workspaceId, { search: 'offer' }, { limit: 5 });
    expect(page.rows).toHaveLength(5);
    const next = await search.page(workspaceId, { search: 'offer' }, { limit: 5, after: page.next ?? undefined });
    expect(next.rows).toHaveLength(5);
    const back = await search.page(workspaceId, { search: 'offer' }, { limit: 5, before: next.previous ?? undefined });
    expect(back.rows.map(({ id }) => id)).toEqual(page.rows.map(({ id }) => id));
    expect(back.previous).toBeNull();
  });
});

describe('filters', () => {
  it('find messages by address, status, channel, tag, provider and time, together too', async () => {
    const [one, two] = [await about('One', 'a@example.com', { tags: ['x'] }), await about('Two', 'b@example.com')];
    await status(one, 'bounced');
    await db.database.execute(
      `INSERT INTO attempts (workspace_id, message_id, number, provider) VALUES ($1, $2, 1, 'brevo')`,
      [workspaceId, one],
    );
    const cases: [MessageFilter, string[]][] = [
      [{ address: 'a@example.com' }, [one]],
      [{ status: 'bounced' }, [one]],
      [{ status: 'queued' }, [two]],
      [{ channel: 'sms' }, []],
      [{ tag: 'x' }, [one]],
      [{ tag: 'x', status: 'queued' }, []],
      [{ provider: 'brevo' }, [one]],
      [{ provider: 'brevo', address: 'b@example.com' }, []],
      [{ search: 'two', status: 'queued' }, [two]],
      [{ search: 'two', address: 'a@example.com' }, []],
      [{ since: new Date(Date.now() - 60_000) }, [two, one]],
      [{ until: new Date(Date.now() - 60_000), tag: 'x' }, []],
      [{ search: one, status: 'queued' }, []],
    ];
    for (const [filter, expected] of cases)
      expect({ filter, found: await found(filter) }).toEqual({ filter, found: expected });
    const [row] = (await search.page(workspaceId, { address: 'a@example.com' }, PAGE)).rows;
    expect(row).toMatchObject({ provider: 'brevo', subject: 'One', list_name: null, made_from: null });
  });

  it('find the messages of a person, also those from before the person was known', async () => {
    const personId = v7();
    const before = await about('Before', 'ada@example.net');
    await db.database.execute(
      `INSERT INTO people (workspace_id, id, uid, uid_updateable, email) VALUES ($1, $2, 'u', false, 'ada@example.net')`,
      [workspaceId, personId],
    );
    await db.database.execute(
      `INSERT INTO person_keys (workspace_id, kind, value, person_id) VALUES ($1, 'email', 'ada@example.net', $2)`,
      [workspaceId, personId],
    );
    const after = await about('After', 'Ada@example.net');
    await about('Other', 'grace@example.net');
    expect(await found({ personId })).toEqual([after, before]);
    expect(await found({ personId, search: 'bef' })).toEqual([before]);
  });

  it('say how far they got when nothing indexes them, and go on from there', async () => {
    await manyOf(5_000, 'News');
    const last = await about('Last', 'z@example.com');
    await db.database.execute(`UPDATE messages SET created_at = now() - interval '9 days' WHERE id = $1`, [last]);
    await db.database.execute(
      `INSERT INTO attempts (workspace_id, message_id, number, provider) VALUES ($1, $2, 1, 'brevo')`,
      [workspaceId, last],
    );
    // The patience ends with the first chunk.
    let clock = 0;
    const impatient = (page: PageRequest) =>
      search.page(workspaceId, { provider: 'brevo' }, page, () => (clock += 1_000));
    const first = await impatient(PAGE);
    expect(first).toMatchObject({ rows: [], searchedTo: expect.any(Date), next: { id: expect.any(String) } });
    const second = await impatient({ limit: 10, after: first.next ?? undefined });
    const third = await impatient({ limit: 10, after: second.next ?? undefined });
    expect(third).toMatchObject({ rows: [{ id: last }], searchedTo: null, next: null });
  });

  it('show a limited member only mail of the lists, and mail to their members alone', async () => {
    const [mine, other] = [v7(), v7()];
    for (const id of [mine, other])
      await db.database.execute(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, [
        workspaceId,
        id,
      ]);
    const ofMine = await about('Mine', 'a@example.com', { list_id: mine });
    await about('Theirs', 'a@example.com', { list_id: other });
    await about('Nobody’s', 'b@example.com');
    for (const filter of [{}, { search: 'e' }, { address: 'a@example.com' }, { search: 'mine' }, { list: mine }])
      for (const id of await found({ ...filter, lists: [mine] })) expect(id).toBe(ofMine);
    expect(await found({ lists: [mine] })).toEqual([ofMine]);
    expect(await found({ lists: [] })).toEqual([]);
  });
});
