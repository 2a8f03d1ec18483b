/**
 * @slow waits for messages to be delivered
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeTwilio, type FakeTwilio } from '@dundun/providers/testing';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import {
  aList,
  anAddress,
  anEmail,
  anSms,
  aNumber,
  aSubscriber,
  aTemplate,
  NOBODY,
  unique,
} from './support/fixtures.js';
import { aSession } from './support/members.js';
import { accepted, delivered, ended, headerOf, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { becomes, connected } from './support/providers.js';

const TOMORROW = () => new Date(Date.now() + 86_400_000).toISOString();

interface Listed {
  id: string;
  subject: string | null;
  provider: string | null;
}

describe('messages', () => {
  const subject = useWorkspace();
  const { call } = subject;
  let twilio: FakeTwilio;

  beforeAll(async () => {
    twilio = await startFakeTwilio();
    await connected(call, 'twilio', twilio, { sender_ids: ['DUNDUN'] });
  });
  afterAll(() => twilio.close());

  const found = async (query: string) =>
    ((await call(`GET /v1/messages?${query}`)).body.data as Listed[]).map(({ id }) => id);
  const again = (id: string, headers = {}) => call(`POST /v1/messages/${id}/send-again`, { headers });
  const settle = (id: string, outcome: string) => call(`POST /v1/messages/${id}/settle`, { body: { outcome } });
  const held = async (to = aNumber()) => {
    twilio.mode = 'cut';
    try {
      return await becomes(call, await accepted(call, 'sms', anSms({ to })), 'held');
    } finally {
      twilio.mode = 'ok';
    }
  };

  it('are found by subject, address, person, list, tag, provider, status and time', async () => {
    const [to, word, list] = [anAddress(), unique('word'), await aList(call)];
    const uid = await aSubscriber(call, list.id, { email: to });
    const template = await aTemplate(call, { html: '<p>Hello</p>' });
    const mail = {
      ...anEmail({ to, subject: `Order ${word} has shipped`, list: list.id, tags: ['shipped'] }),
      text: undefined,
    };
    const id = await accepted(call, 'email', { ...mail, template: template.name, template_variables: { name: 'Ada' } });
    await ended(call, id);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    for (const query of [
      `search=${word}`,
      `search=order%20${word}&status=captured`,
      `search=${id}`,
      `address=${to.toUpperCase()}`,
      `uid=${uid}`,
      `list=${list.id}`,
      `address=${to}&tag=shipped&provider=inbox&channel=email&since=${since}`,
    ])
      expect({ query, found: await found(query) }).toEqual({ query, found: [id] });
    for (const query of [`search=${word}x`, `search=${word}&status=failed`, `address=${to}&until=${since}`])
      expect({ query, found: await found(query) }).toEqual({ query, found: [] });
    const { body } = await call(`GET /v1/messages?search=${word}`);
    expect(body).toMatchObject({
      data: [{ list_name: expect.any(String), template: { id: template.id, name: template.name }, provider: 'inbox' }],
      searched_to: null,
    });
    expectRefusal(await call('GET /v1/messages?uid=nobody'), 404, 'unknown_person');
    expectRefusal(await call('GET /v1/messages?list=x'), 404, 'unknown_list');
    expectRefusal(await call('GET /v1/messages?since=yesterday'), 400, 'invalid_input');
  });

  it('of an erased person are found by nothing that was theirs', async () => {
    const [to, word, list] = [anAddress(), unique('word'), await aList(call)];
    const uid = await aSubscriber(call, list.id, { email: to });
    await ended(call, await accepted(call, 'email', anEmail({ to, subject: word })));
    expectOk(await call(`DELETE /v1/users/${uid}`));
    await until('the words are gone', async () => (await found(`search=${word}`)).length === 0);
    expect(await found(`search=${to}`)).toEqual([]);
  });

  it('are sent again as new messages with links of their own, once for each key', async () => {
    const [to, list] = [anAddress(), await aList(call)];
    await aSubscriber(call, list.id, { email: to });
    const html = '<p>Hi <a href="https://example.com/x">x</a> <a href="{{ unsubscribe_url }}">leave</a></p>';
    const attachments = [{ filename: 'a.txt', content: Buffer.from('file').toString('base64') }];
    const id = await accepted(
      call,
      'email',
      anEmail({
        to,
        html,
        list: list.id,
        attachments,
        track_opens: true,
        track_clicks: true,
        tags: ['t'],
        metadata: { a: 1 },
      }),
    );
    const first = await ended(call, id);
    const headers = { 'idempotency-key': unique('key') };
    const answer = await again(id, headers);
    expectOk(answer, { id: expect.any(String) });
    expect((await again(id, headers)).body).toEqual(answer.body);
    const copy = await ended(call, answer.body.id as string);
    expect(copy).toMatchObject({
      status: 'captured',
      to: [to],
      subject: first.subject,
      again: id,
      tags: ['t'],
      list: list.id,
    });
    const [newer, older] = await received(call, to, 2);
    const linksOf = (text: string | null | undefined) => text?.match(/https?:[^"]+/g) ?? [];
    expect(linksOf(newer?.html)).toHaveLength(linksOf(older?.html).length);
    for (const link of linksOf(newer?.html)) expect(older?.html).not.toContain(link);
    expect(headerOf(newer!, 'List-Unsubscribe')).not.toBe(headerOf(older!, 'List-Unsubscribe'));
    const target = linksOf(newer?.html).find((link) => link.includes('/t/c/')) as string;
    expect((await fetch(target, { redirect: 'manual' })).headers.get('location')).toBe('https://example.com/x');
    expect((await call(`GET /v1/messages/${answer.body.id}`)).body.content.attachments).toEqual(['a.txt']);
  });

  it('are not sent again where that makes no sense', async () => {
    const scheduled = await accepted(call, 'email', anEmail({ to: anAddress(), send_at: TOMORROW() }));
    expectRefusal(await again(scheduled), 409, 'not_repeatable');
    expectOk(await call(`POST /v1/messages/${scheduled}/cancel`));
    expectOk(await again(scheduled));
    const to = anAddress();
    const id = (await ended(call, await accepted(call, 'email', anEmail({ to })))).id;
    expectOk(await call('POST /console/suppressions', { body: { addresses: [to] } }));
    expectRefusal(await again(id), 409, 'not_repeatable');
    expectRefusal(await again(NOBODY), 404, 'unknown_message');
    const viewer = await aSession(subject.product, 'viewer');
    expectRefusal(await viewer(`POST /v1/messages/${id}/send-again`), 403, 'role_needed');
    expectRefusal(await settle(id, 'arrived'), 409, 'not_settleable');
    expectRefusal(await settle(id, 'lost'), 400, 'invalid_input');
  });

  it('by SMS with an unknown outcome are settled by a person', async () => {
    const arrived = await held();
    expect((await call(`GET /v1/messages/${arrived.id}`)).body.actions).toEqual(['settle']);
    expectRefusal(await again(arrived.id), 409, 'not_repeatable');
    expectOk(await settle(arrived.id, 'arrived'), { id: null });
    expect((await call(`GET /v1/messages/${arrived.id}`)).body).toMatchObject({
      status: 'delivered',
      actions: ['send_again'],
    });
    expect((await call(`GET /v1/messages/${arrived.id}/explain`)).body).toMatchObject({ reason: 'settled' });

    const to = aNumber();
    const lost = await held(to);
    const answers = await Promise.all([settle(lost.id, 'send_again'), settle(lost.id, 'send_again')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const copy = answers.find(({ status }) => status === 200)?.body.id as string;
    expect(await ended(call, copy)).toMatchObject({ status: 'sent', again: lost.id });
    expect((await call(`GET /v1/messages/${lost.id}/explain`)).body).toMatchObject({ reason: 'sent_again' });
    expectRefusal(await settle(lost.id, 'arrived'), 409, 'not_settleable');
    expect(await found(`address=${to}`)).toEqual([copy, lost.id]);
  });

  it('of their lists are what limited members find, repeat and settle', async () => {
    const [own, other] = [await aList(call), await aList(call)];
    const [address, stranger] = [anAddress(), anAddress()];
    await aSubscriber(call, own.id, { email: address });
    const mine = await delivered(call, 'email', anEmail({ to: address, list: own.id, tags: ['mine'] }));
    const theirs = await accepted(call, 'email', anEmail({ to: stranger, list: other.id, tags: ['theirs'] }));
    await ended(call, theirs);
    const session = await aSession(subject.product, 'marketer', [own.id]);
    const [listed] = (await session('GET /v1/messages')).body.data as Listed[];
    expect((await session('GET /v1/messages')).body.data).toHaveLength(1);
    expect(mine.to).toEqual([address]);
    for (const query of [`search=${theirs}`, `address=${stranger}`, `list=${other.id}`, 'tag=theirs'])
      expect((await session(`GET /v1/messages?${query}`)).body.data).toEqual([]);
    expect(((await session('GET /v1/tags')).body.data as { tag: string }[]).map(({ tag }) => tag)).toEqual(['mine']);
    expectOk(await session(`POST /v1/messages/${listed?.id}/send-again`));
    for (const action of ['send-again', 'cancel'])
      expectRefusal(await session(`POST /v1/messages/${theirs}/${action}`), 404, 'unknown_message');
    expectRefusal(
      await session(`POST /v1/messages/${theirs}/settle`, { body: { outcome: 'arrived' } }),
      404,
      'unknown_message',
    );
  });
});
