import { describe, expect, it } from '@jest/globals';
import { until, type Answer, type Call } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, unique } from './support/fixtures.js';
import { aSession } from './support/members.js';
import { useWorkspace } from './support/product.js';

interface Change {
  field: string;
  before: unknown;
  after: unknown;
}
interface Entry {
  actor: string;
  actor_name: string;
  operation: string;
  thing: string;
  thing_id: string;
  thing_name: string;
  ip: string;
  changes: Change[];
}

/** Returns the body of a success. */
function ok(answer: Answer) {
  expectOk(answer);
  return answer.body;
}

describe('the audit log', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const entries = async (query: string, by: Call = call): Promise<Entry[]> =>
    ok(await by(`GET /console/audit?${query}`)).data as Entry[];

  it('says who changed a webhook, from where, and each field before and after', async () => {
    const member = await aSession(subject.product, 'admin');
    const { id } = ok(await call('POST /console/webhooks', { body: { url: 'http://127.0.0.1:9/one' } }));
    ok(await member(`PUT /console/webhooks/${id}`, { body: { url: 'http://127.0.0.1:9/two' } }));
    ok(await member(`POST /console/webhooks/${id}/rotate`));
    ok(await call(`DELETE /console/webhooks/${id}`));
    const all = await entries(`thing=webhook&thing_id=${id}`);
    expect(all.map(({ actor, operation }) => `${actor} ${operation}`)).toEqual([
      'key removeWebhook',
      'member rotateWebhookSecret',
      'member updateWebhook',
      'key createWebhook',
    ]);
    expect(all[2]).toMatchObject({
      thing_name: 'http://127.0.0.1:9/two',
      changes: [{ field: 'url', before: 'http://127.0.0.1:9/one', after: 'http://127.0.0.1:9/two' }],
    });
    expect(all[2]?.ip).toMatch(/127\.0\.0\.1|::1/);
    expect(all[1]?.changes).toEqual([{ field: 'secret', before: '(hidden)', after: '(hidden)' }]);
    expect(JSON.stringify(all)).not.toContain('whsec_');
  });

  it('records keys without their secrets', async () => {
    const name = unique('key');
    const { id, secret } = ok(await call('POST /console/keys', { body: { name, kind: 'secret' } }));
    ok(await call(`DELETE /console/keys/${id}`));
    const all = await entries(`thing=key&thing_id=${id}`);
    expect(all.map(({ operation, thing_name }) => [operation, thing_name])).toEqual([
      ['revokeKey', name],
      ['createKey', name],
    ]);
    expect(JSON.stringify(all)).not.toContain(secret);
  });

  it('records a change that a retry repeats once', async () => {
    const request = { body: { title: unique('list') }, headers: { 'Idempotency-Key': unique('once') } };
    const { id } = ok(await call('POST /v1/lists', request));
    expect(ok(await call('POST /v1/lists', request)).id).toBe(id);
    expect(await entries(`thing_id=${id}`)).toHaveLength(1);
  });

  it('leaves out refused changes, updates without effect, and data calls', async () => {
    const list = await aList(call);
    expectRefusal(await call(`PUT /v1/lists/${list.id}`, { body: { title: '' } }), 400, 'invalid_input');
    ok(await call(`PUT /v1/lists/${list.id}`, { body: { title: list.title } }));
    ok(await call(`POST /v1/lists/${list.id}/subscribers`, { body: { email: `${unique('a')}@example.com` } }));
    expect((await entries(`thing_id=${list.id}`)).map(({ operation }) => operation)).toEqual(['createList']);
  });

  it('names people by a hash, which whoever knows the uid finds', async () => {
    const uid = unique('user');
    ok(await call('POST /v1/users', { body: { id: uid } }));
    ok(await call(`DELETE /v1/users/${uid}`));
    const [entry] = await entries(`thing=person&thing_id=${uid}`);
    expect(entry?.operation).toBe('deleteUser');
    expect(JSON.stringify(entry)).not.toContain(uid);
  });

  it('is paged and filtered, and for admins only', async () => {
    await aList(call);
    await aList(call);
    const first = ok(await call('GET /console/audit?limit=1&operation=createList'));
    const cursor = encodeURIComponent(String(first.next_cursor));
    const second = ok(await call(`GET /console/audit?limit=1&operation=createList&next_cursor=${cursor}`));
    expect(second.data[0].id).not.toBe(first.data[0].id);
    expect(await entries('from=2100-01-01T00:00:00Z')).toEqual([]);
    expect(await entries('actor_id=nobody')).toEqual([]);
    const marketer = await aSession(subject.product, 'marketer');
    expectRefusal(await marketer('GET /console/audit'), 403, 'role_needed');
  });
});

describe('API keys', () => {
  const subject = useWorkspace();
  const { call } = subject;

  it('work until they are revoked, show their last use, and never their secret again', async () => {
    const { id, key, secret } = ok(await call('POST /console/keys', { body: { name: 'Shop', kind: 'secret' } }));
    const asNew = () => call('GET /v1/account', { as: { key, secret } });
    ok(await asNew());
    const shown = async () =>
      (ok(await call('GET /console/keys')).data as { id: string; last_used_at: string | null }[]).find(
        (each) => each.id === id,
      );
    await until('its use is noted', async () => (await shown())?.last_used_at);
    expect(JSON.stringify(await shown())).not.toContain(secret);
    ok(await call(`DELETE /console/keys/${id}`));
    await until('it is refused', async () => (await asNew()).status === 401);
    expect(await shown()).toMatchObject({ revoked_at: expect.any(String) });
  });

  it('of web pages and apps come without a secret', async () => {
    for (const kind of ['browser', 'public'])
      expect(ok(await call('POST /console/keys', { body: { name: 'Page', kind } }))).toMatchObject({
        kind,
        secret: null,
      });
    expectRefusal(await call('POST /console/keys', { body: { name: 'Page', kind: 'root' } }), 400, 'invalid_input');
  });
});
