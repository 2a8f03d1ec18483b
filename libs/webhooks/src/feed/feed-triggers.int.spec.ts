/**
 * Depends on the transition tables of PostgreSQL.
 * @half both
 */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';

const db = useDatabase();
/** A row of before names no channel: it is about both. */
const BOTH = ['email', 'sms'];
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
let workspaceId: number;

beforeEach(async () => {
  workspaceId = await aWorkspace(db.database);
});

const run = (sql: string, ...values: unknown[]) => db.database.execute(sql, [workspaceId, ...values]);
const entries = async () => {
  const rows = await db.database.query<{ type: string; data: Record<string, unknown> }>(
    'SELECT type, data FROM feed_entries WHERE workspace_id = $1 ORDER BY xid, id',
    [workspaceId],
  );
  return rows.map(({ type, data }) => [type, data]);
};
const types = async () => (await entries()).map(([type]) => type);

async function aPerson(uid: string): Promise<string> {
  const id = v7();
  await run('INSERT INTO people (workspace_id, id, uid, uid_updateable) VALUES ($1, $2, $3, false)', id, uid);
  return id;
}

async function someMessages(count: number, content: object = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, () => v7());
  const recipients = [{ address: 'grace@example.com', name: null, kind: 'to', status: 'sent', detail: 'ok' }];
  await run(
    `INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content)
     SELECT $1, unnest($2::uuid[]), 'email', 'fast', '{}', $3, $4`,
    ids,
    JSON.stringify(recipients),
    JSON.stringify(content),
  );
  return ids;
}

describe('the feed has entries of messages', () => {
  it('that reach a final status, not of interim steps', async () => {
    const ids = await someMessages(3);
    await run(`UPDATE messages SET claim = claim + 1, due_at = now() WHERE workspace_id = $1`);
    await run(`UPDATE messages SET status = 'sending' WHERE workspace_id = $1`);
    await run(`UPDATE messages SET status = 'held' WHERE workspace_id = $1`);
    await run(`UPDATE messages SET status = 'queued' WHERE workspace_id = $1`);
    expect(await types()).toEqual([]);
    await run(`UPDATE messages SET status = 'sent' WHERE workspace_id = $1 AND id = ANY ($2)`, ids.slice(0, 2));
    await run(`UPDATE messages SET status = 'sent', reason = 'the same' WHERE workspace_id = $1 AND status = 'sent'`);
    expect(await types()).toEqual(['message.sent', 'message.sent']);
    await run(
      `UPDATE messages SET status = 'bounced', reason = 'no such user' WHERE workspace_id = $1 AND id = $2`,
      ids[0],
    );
    expect((await entries()).at(-1)).toEqual([
      'message.bounced',
      {
        message_id: ids[0],
        channel: 'email',
        status: 'bounced',
        reason: 'no such user',
        list_id: null,
        recipients: [{ address: 'grace@example.com', name: null, kind: 'to', status: 'sent', detail: 'ok' }],
        tags: [],
        metadata: {},
        created_at: ISO,
        previous_status: 'sent',
        ended_at: null,
      },
    ]);
  });

  it.each(['sent', 'delivered', 'bounced', 'complained', 'captured', 'failed', 'suppressed', 'unknown', 'canceled'])(
    'that are %s',
    async (status) => {
      await someMessages(1);
      await run('UPDATE messages SET status = $2 WHERE workspace_id = $1', status);
      expect(await types()).toEqual([`message.${status}`]);
    },
  );

  it('that are opened and clicked, and again when a machine is recognised', async () => {
    const [id] = await someMessages(1, { links: ['https://a.example/', 'https://b.example/'] });
    const [open, click] = [v7(), v7()];
    await run(
      `INSERT INTO hits (workspace_id, message_id, at, id, kind, link, reason) VALUES
       ($1, $2, now(), $3, 'open', NULL, 'prefetch'), ($1, $2, now(), $4, 'click', 1, NULL)`,
      id,
      open,
      click,
    );
    await run(`UPDATE hits SET reason = 'burst' WHERE workspace_id = $1 AND id = $2`, click);
    await run(`UPDATE hits SET user_agent = 'x' WHERE workspace_id = $1`);
    const hit = { message_id: id, at: ISO, user_agent: null };
    const clicked = { ...hit, hit_id: click, url: 'https://b.example/' };
    const [first, second, ...more] = await entries();
    expect([first, second]).toContainEqual([
      'message.opened',
      { ...hit, hit_id: open, url: null, machine: true, reason: 'prefetch' },
    ]);
    expect([first, second]).toContainEqual(['message.clicked', { ...clicked, machine: false, reason: null }]);
    expect(more).toEqual([['message.clicked', { ...clicked, machine: true, reason: 'burst', reclassified: true }]]);
  });
});

describe('the feed has entries of people', () => {
  it('who are created, changed, renamed and deleted, in order within one transaction', async () => {
    await db.database.transaction(async () => {
      const id = await aPerson('ada');
      await run(`UPDATE people SET first_name = 'Ada', meta = '{"plan":"pro"}', updated_at = clock_timestamp() WHERE workspace_id = $1 AND id = $2`, id); // prettier-ignore
      await run(`UPDATE people SET updated_at = clock_timestamp() WHERE workspace_id = $1 AND id = $2`, id);
      await run(`UPDATE people SET uid = 'ada-1', archived_at = now() WHERE workspace_id = $1 AND id = $2`, id);
      await run(`DELETE FROM people WHERE workspace_id = $1 AND id = $2`, id);
    });
    const person = { uid: 'ada', email: null, number: null, first_name: null, last_name: null, created_at: ISO };
    const named = { ...person, first_name: 'Ada' };
    expect(await entries()).toEqual([
      ['user.created', person],
      ['user.updated', { ...named, changed: ['first_name', 'meta'], previous_uid: null }],
      ['user.updated', { ...named, uid: 'ada-1', changed: ['archived', 'uid'], previous_uid: 'ada' }],
      ['user.deleted', { uid: 'ada-1' }],
    ]);
  });

  it('who are created by a statement that leaves others unchanged', async () => {
    const id = await aPerson('ada');
    await run(
      `INSERT INTO people (workspace_id, id, uid, uid_updateable) VALUES ($1, $2, 'ada', false), ($1, $3, 'bob', false)
       ON CONFLICT (workspace_id, id) DO UPDATE SET updated_at = now()`,
      id,
      v7(),
    );
    expect((await entries()).map(([type, data]) => [type, (data as { uid: string }).uid])).toEqual([
      ['user.created', 'ada'],
      ['user.created', 'bob'],
    ]);
  });

  it('who are merged', async () => {
    const id = await aPerson('ada');
    await run(`INSERT INTO merged_uids (workspace_id, uid, person_id) VALUES ($1, 'anonymous', $2)`, id);
    expect((await entries()).at(-1)).toEqual(['user.merged', { uid: 'ada', merged_uid: 'anonymous' }]);
  });

  it.each(['requested', 'subscribed', 'confirmed', 'unsubscribed', 'removed'])('who have %s', async (action) => {
    const [id, list] = [await aPerson('ada'), v7()];
    await run(
      `INSERT INTO consents (workspace_id, id, list_id, person_id, action, method, address)
       VALUES ($1, $2, $3, $4, $5, 'form', 'ada@example.com')`,
      v7(),
      list,
      id,
      action,
    );
    const data = {
      list_id: list,
      uid: 'ada',
      address: 'ada@example.com',
      method: 'form',
      at: ISO,
      channels: BOTH,
      message_id: null,
    };
    expect((await entries()).at(-1)).toEqual([`subscriber.${action}`, data]);
  });

  it.each(['unsubscribed', 'resumed'])('who have %s all messages at once', async (action) => {
    const id = await aPerson('ada');
    await run(
      `INSERT INTO consents (workspace_id, id, person_id, action, method, address, channels, text_said, at)
       VALUES ($1, $2, $3, $4, 'sms', '2348012345678', '{sms}', 'STOP', '2026-01-02T10:00:00Z')`,
      v7(),
      id,
      action,
    );
    const said = { method: 'sms', message_id: null, channels: ['sms'], at: '2026-01-02T10:00:00.000Z' };
    const data = { list_id: null, uid: 'ada', address: '2348012345678', ...said };
    expect((await entries()).at(-1)).toEqual([`subscriber.${action}`, data]);
  });

  it('without a uid, when an address leaves a list', async () => {
    await run(
      `INSERT INTO consents (workspace_id, id, list_id, action, method) VALUES ($1, $2, $3, 'unsubscribed', 'one_click')`,
      v7(),
      v7(),
    );
    expect((await entries()).map(([, data]) => data)).toMatchObject([{ uid: null }]);
  });
});

describe('the feed has entries of lists', () => {
  it('that are created, changed and archived, but not of their broadcasts', async () => {
    const id = v7();
    await run(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, id);
    await run(`UPDATE lists SET broadcast_count = 3 WHERE workspace_id = $1 AND id = $2`, id);
    await run(`UPDATE lists SET title = 'News', double_optin = true WHERE workspace_id = $1 AND id = $2`, id);
    await run(`UPDATE lists SET archived_at = now() WHERE workspace_id = $1 AND id = $2`, id);
    const list = { list_id: id, title: 'News', description: null, redirect_url: null, created_at: ISO };
    expect(await entries()).toEqual([
      ['list.created', { ...list, double_optin: false }],
      ['list.updated', { ...list, double_optin: true, changed: ['double_optin'] }],
      ['list.archived', { ...list, double_optin: true, changed: ['archived'] }],
    ]);
  });
});

describe('the feed has entries of campaigns', () => {
  it('that go through their states, with why they halted', async () => {
    const id = v7();
    const move = (state: string, halt: object | null = null) =>
      run(`UPDATE campaigns SET state = $3, halt = $4 WHERE workspace_id = $1 AND id = $2`, id, state, halt);
    await run(`INSERT INTO campaigns (workspace_id, id, name, labels) VALUES ($1, $2, 'Sale', '{a}')`, id);
    await run(`UPDATE campaigns SET name = 'Sales' WHERE workspace_id = $1 AND id = $2`, id);
    for (const state of ['scheduled', 'draft', 'scheduled', 'freezing', 'sending', 'paused', 'freezing', 'sending'])
      await move(state);
    await move('halted', { code: 'refusals', message: 'too many', at: 'then' });
    for (const state of ['freezing', 'sending', 'sent']) await move(state);
    expect(await types()).toEqual(
      ['scheduled', 'taken_back', 'scheduled', 'started', 'paused', 'resumed', 'halted', 'resumed', 'sent'].map(
        (step) => `campaign.${step}`,
      ),
    );
    expect((await entries())[6]).toEqual([
      'campaign.halted',
      {
        ...{ campaign_id: id, name: 'Sales', labels: ['a'], previous_state: 'sending', start_at: null },
        ...{ code: 'refusals', reason: 'too many', at: ISO },
      },
    ]);
  });

  it('that are canceled', async () => {
    await run(`INSERT INTO campaigns (workspace_id, id, name, state) VALUES ($1, $2, 'Sale', 'paused')`, v7());
    await run(`UPDATE campaigns SET state = 'canceled', start_at = now() WHERE workspace_id = $1`);
    expect(await entries()).toMatchObject([
      ['campaign.canceled', { previous_state: 'paused', start_at: ISO, code: null, reason: null }],
    ]);
  });
});

it('the feed has entries of automations that are published, controlled and closed', async () => {
  const id = v7();
  const set = (changes: string) => run(`UPDATE automations SET ${changes} WHERE workspace_id = $1 AND id = $2`, id);
  await run(`INSERT INTO automations (workspace_id, id, name) VALUES ($1, $2, 'Welcome')`, id);
  await set(`draft = '{}'`);
  await set(`state = 'live', live_version = 1`);
  await set(`live_version = 2`);
  await set(`state = 'paused'`);
  await set(`state = 'live'`);
  await set(`enters = false, note = 'Too many.'`);
  await set(`enters = true, note = NULL`);
  await set(`state = 'draining'`);
  await set(`state = 'stopped'`);
  expect(await types()).toEqual(
    ['published', 'published', 'paused', 'resumed', 'closed', 'draining', 'stopped'].map(
      (step) => `automation.${step}`,
    ),
  );
  expect((await entries())[4]).toEqual([
    'automation.closed',
    { automation_id: id, name: 'Welcome', version: 2, previous_state: 'live', reason: 'Too many.', at: ISO },
  ]);
});

it('has no entries of rolled-back transactions', async () => {
  const broken = db.database.transaction(async () => {
    await aPerson('ada');
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  expect(await entries()).toEqual([]);
});
