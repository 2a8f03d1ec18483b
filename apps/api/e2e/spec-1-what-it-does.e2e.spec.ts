/**
 * The smoke test of the other half: every capability once, on the oldest PostgreSQL and the queue on Redis.
 * @half both
 */
import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal } from './support/answers.js';
import {
  aList,
  anAddress,
  anEmail,
  anSms,
  aNumber,
  aSubscriber,
  memberOf,
  put,
  standing,
  unique,
} from './support/fixtures.js';
import { delivered } from './support/messages.js';
import { operationsOf, readDocument } from './support/openapi.js';
import { useWorkspace } from './support/product.js';

describe('what the service does', () => {
  const subject = useWorkspace();
  const { call } = subject;

  it('[0-1] answers JSON under one base address', async () => {
    const { id } = await aList(call);
    for (const route of [`GET /v1/lists/${id}`, 'GET /v1/lists', 'GET /v1/account', 'GET /v1/nothing']) {
      const { headers, body } = await call(route);
      expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      expect(typeof body).toBe('object');
    }
  });

  it('[1-1] keeps lists with a title, a description, optional confirmation and counters', async () => {
    const given = { title: 'Product news', description: 'Once a month', double_optin: true };
    const list = await aList(call, given);
    expect(list).toMatchObject({ ...given, subscriber_count: 0, broadcast_count: 0 });
    expectOk(await call(`GET /v1/lists/${list.id}`), list);
  });

  it('[1-2] creates a user and subscribes it with one call', async () => {
    const { id } = await aList(call);
    const [email, number] = [anAddress(), aNumber()];
    const uid = await aSubscriber(call, id, { first_name: 'Ada', last_name: 'Lovelace', email, number });
    expect(await memberOf(call, id, uid)).toMatchObject({
      uid,
      email,
      number,
      first_name: 'Ada',
      last_name: 'Lovelace',
      status: 'subscribed',
    });
  });

  it('[1-3] switches a subscription off and on', async () => {
    const { id } = await aList(call);
    const uid = await aSubscriber(call, id);
    expectOk(await put(call, id, uid, false), { subscribed: false });
    expect(await standing(call, id, uid)).toBe('unsubscribed');
    expectOk(await put(call, id, uid, true), { subscribed: true });
    expect(await standing(call, id, uid)).toBe('subscribed');
  });

  it('[1-4] removes a user from a list', async () => {
    const { id } = await aList(call);
    const uid = await aSubscriber(call, id);
    expectOk(await call(`DELETE /v1/lists/${id}/subscribers/${uid}`), { status: 'ok' });
    expect(await standing(call, id, uid)).toBe('none');
  });

  it('[1-5] sends an email', async () => {
    const to = anAddress();
    const mail = await delivered(call, 'email', anEmail({ to, subject: 'Your receipt', text: 'Thank you.' }));
    expect(mail).toMatchObject({ channel: 'email', from: 'Ada <ada@dundun.test>', to: [to], subject: 'Your receipt' });
    expect(mail.text?.trim()).toBe('Thank you.');
  });

  it('[1-6] sends an SMS', async () => {
    const to = aNumber();
    const text = await delivered(call, 'sms', anSms({ to, body: 'Your code is 271828' }));
    expect(text).toMatchObject({
      channel: 'sms',
      from: 'DUNDUN',
      to: [to],
      text: 'Your code is 271828',
      subject: null,
    });
  });

  it('[1-7, 4.2.3-1] has no operation for push notifications', async () => {
    for (const path of ['/v1/send/push', '/v1/send/notification', '/v1/push']) {
      expectRefusal(await call(`POST ${path}`, { body: { to: 'x', body: 'x' } }), 404, 'unknown_route');
    }
    const operations = operationsOf(await readDocument(subject));
    expect(operations.filter(({ route }) => /push/i.test(route))).toEqual([]);
  });

  it('[1-8] records events of a user', async () => {
    const uid = unique('user');
    for (const body of [
      { event: 'Seen' },
      { event: 'Paid', value: 49.9 },
      { event: 'Left', properties: { page: '/' } },
    ]) {
      expectOk(await call(`POST /v1/users/${uid}/events`, { body }), { status: 'ok' });
    }
    const { body } = await call(`GET /v1/users/${uid}/events`);
    expect(body.data.map(({ event }: { event: string }) => event)).toEqual(['Left', 'Paid', 'Seen']);
  });

  it('[1-9] has no operation that creates campaigns, automations, templates or sending profiles', async () => {
    const operations = operationsOf(await readDocument(subject));
    const creating = operations.filter(({ path, method }) => path.startsWith('/v1/') && method === 'POST');
    expect(creating.length).toBeGreaterThan(0);
    const named = creating.filter(({ path }) => /campaign|automation|template|profile|broadcast/i.test(path));
    // It lets a user into an automation that exists.
    expect(named.map(({ route }) => route)).toEqual(['POST /v1/automations/{id}/enrol']);
  });
});
