import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal } from './support/answers.js';
import { confirmLink, open, press } from './support/confirm-page.js';
import { rows } from './support/database.js';
import { aList, anAddress, aNumber, aSubscriber, countOf, put, standing } from './support/fixtures.js';
import { capturedFor, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { withinOneDay } from './support/utc-day.js';
import { anotherWorkspace } from './support/workspaces.js';

describe('double opt-in', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const optinList = (fields: object = {}) => aList(call, { double_optin: true, ...fields });

  /** Makes a pending subscriber, with the newest confirmation link. */
  async function somebodyPending(fields: object = {}) {
    const [{ id, title }, email] = [await optinList(fields), anAddress()];
    const uid = await aSubscriber(call, id, { email });
    const [mail] = await received(call, email);
    return { id, title, email, uid, link: confirmLink(mail!), standing: () => standing(call, id, uid) };
  }
  const sentTo = async (address: string) =>
    (
      await rows<{ sent: boolean }>(subject.product, 'SELECT sent FROM confirmations WHERE address = $1', [address])
    ).map(({ sent }) => sent);

  it('[W3-21] shows a page for the link, and confirms only by its button', async () => {
    const { link, title, email, standing: now } = await somebodyPending({ title: 'Tea & <b>cakes</b>' });
    for (let time = 0; time < 3; time++) {
      const page = await open(link);
      expect(page.status).toBe(200);
      expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
      expect(page.html).toContain('Tea &amp; &lt;b&gt;cakes&lt;/b&gt;');
      expect(page.html).not.toContain(title);
      expect(page.html).toContain(email);
      expect(await now()).toBe('pending');
    }
    const pressed = await press(link);
    expect(pressed.status).toBe(200);
    expect(pressed.html).toMatch(/confirmed/i);
    expect(await now()).toBe('subscribed');
  });

  it('[W3-21] changes nothing for HEAD and link scanners', async () => {
    const { link, standing: now } = await somebodyPending();
    await fetch(link, { method: 'HEAD' });
    await fetch(link, { method: 'OPTIONS' });
    await fetch(link, { headers: { 'User-Agent': 'LinkScanner/1.0', Purpose: 'prefetch' } });
    expect(await now()).toBe('pending');
  });

  it('[W3-7, W3-6] shows the description and never redirects', async () => {
    const description = 'Once a month,\n"no" <spam>';
    const { link } = await somebodyPending({ description, redirect_url: 'https://example.com/thanks' });
    expect((await open(link)).html).toContain('Once a month,\n&quot;no&quot; &lt;spam&gt;');
    const pressed = await press(link);
    expect(pressed.status).toBe(200);
    expect(pressed.headers.get('Location')).toBeNull();
    expect(pressed.html).not.toContain('https://example.com/thanks');
  });

  it('[W3-21] explains used and forged links on a page', async () => {
    const { link } = await somebodyPending();
    await press(link);
    for (const url of [link, `${link.slice(0, -4)}AAAA`, `${link}x`]) {
      const page = await open(url);
      expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.html).toMatch(/used|too old/);
    }
  });

  it('[W3-22] accepts every link that was sent, also after archiving', async () => {
    const { id, uid, email, link, standing: now } = await somebodyPending();
    await aSubscriber(call, id, { email });
    const links = (await received(call, email, 2)).map(confirmLink);
    expect(new Set(links).size).toBe(2);
    expect(links).toContain(link);
    await call(`DELETE /v1/lists/${id}`);
    expect((await press(link)).status).toBe(200);
    expect(await now()).toBe('subscribed');
    const other = links.find((one) => one !== link) as string;
    expect((await press(other)).status).toBe(200);
    expect([await now(), await countOf(call, id)]).toEqual(['subscribed', 1]);
    expect(await standing(call, id, uid)).toBe('subscribed');
  });

  it('[W3-20] refuses a join by number alone', async () => {
    const { id } = await optinList();
    const join = (body: object, as: 'full' | 'key' = 'full') => call(`POST /v1/lists/${id}/subscribers`, { body, as });
    expectRefusal(await join({ number: aNumber() }), 400, 'optin_needs_email', /email/);
    expectRefusal(await join({ number: aNumber() }, 'key'), 400, 'optin_needs_email', /email/);
    expect(await countOf(call, id)).toBe(0);
  });

  it('[W3-19, W6-24] sends three confirmations to an address a day over all lists, and records the fourth', async () => {
    const lists = [await optinList(), await optinList(), await optinList(), await optinList()];
    const email = anAddress();
    await withinOneDay();
    const sent: number[] = [];
    for (const spelt of [email, email.toUpperCase()]) {
      for (const { id } of lists.slice(0, 2)) {
        await aSubscriber(call, id, { email: spelt });
        sent.push((await sentTo(email)).filter(Boolean).length);
      }
    }
    expect(sent).toEqual([1, 2, 3, 3]);
    for (const { id } of lists.slice(2)) {
      const answer = await call(`POST /v1/lists/${id}/subscribers`, { body: { email } });
      expectOk(answer, { uid: expect.any(String) });
      expect(await standing(call, id, answer.body.uid)).toBe('pending');
    }
    expect((await sentTo(email)).sort()).toEqual([false, false, false, true, true, true]);
    const [{ count } = { count: '' }] = await rows<{ count: string }>(
      subject.product,
      'SELECT count(*) FROM messages WHERE recipients::text ILIKE $1',
      [`%${email}%`],
    );
    expect(Number(count)).toBe(3);
  });

  it('[W3-19] counts concurrent joins exactly', async () => {
    const email = anAddress();
    const lists = await Promise.all(Array.from({ length: 10 }, () => optinList()));
    await withinOneDay();
    await Promise.all(lists.map(({ id }) => aSubscriber(call, id, { email })));
    expect((await sentTo(email)).filter(Boolean)).toHaveLength(3);
  });

  it('[W3-19] counts per workspace', async () => {
    const { call: theirs } = await anotherWorkspace(subject.product, { domain: 'neighbour.test' });
    const email = anAddress();
    for (let time = 0; time < 3; time++) await aSubscriber(call, (await optinList()).id, { email });
    await aSubscriber(theirs, (await aList(theirs, { double_optin: true })).id, { email });
    const [mail] = await received(theirs, email);
    expect(mail?.from).toMatch(/<no-reply@neighbour\.test>$/);
  });

  it('[W3-23] keeps evidence of both steps', async () => {
    const [{ id }, email] = [await optinList({ description: 'What you agree to' }), anAddress()];
    const asking = { 'User-Agent': 'shop/1.0', 'Request-Id': 'asked-for-evidence' };
    const { body } = await call(`POST /v1/lists/${id}/subscribers`, { body: { email }, headers: asking });
    const [mail] = await received(call, email);
    await press(confirmLink(mail!), { 'User-Agent': 'Mozilla/5.0 (reader)' });
    const evidence = await rows(
      subject.product,
      `SELECT c.action, c.method, c.address, c.ip, c.user_agent, c.request_id, c.text_shown,
         abs(extract(epoch FROM now() - c.at)) < 60 AS dated
       FROM consents c JOIN people p ON p.id = c.person_id WHERE p.uid = $1 ORDER BY c.at, c.id`,
      [body.uid],
    );
    expect(evidence).toEqual([
      {
        action: 'requested',
        method: 'api',
        address: email,
        ip: '127.0.0.1',
        user_agent: 'shop/1.0',
        request_id: 'asked-for-evidence',
        text_shown: null,
        dated: true,
      },
      {
        action: 'confirmed',
        method: 'confirm_page',
        address: email,
        ip: '127.0.0.1',
        user_agent: 'Mozilla/5.0 (reader)',
        request_id: expect.any(String),
        text_shown: expect.stringContaining('What you agree to'),
        dated: true,
      },
    ]);
  });

  it('[W3-25] follows the transitions from pending', async () => {
    const { id, uid, email, link, standing: now } = await somebodyPending();
    await aSubscriber(call, id, { email });
    expect(await now()).toBe('pending');
    expectOk(await put(call, id, uid, true), { subscribed: false });
    expect(await now()).toBe('pending');
    await received(call, email, 3);
    expectOk(await put(call, id, uid, false), { subscribed: false });
    expect([await now(), await countOf(call, id)]).toEqual(['unsubscribed', 0]);
    expect((await open(link)).status).toBe(404);
    const removed = await somebodyPending();
    expectOk(await call(`DELETE /v1/lists/${removed.id}/subscribers/${removed.uid}`), { status: 'ok' });
    expect([await removed.standing(), await countOf(call, removed.id)]).toEqual(['none', 0]);
    expect((await open(removed.link)).status).toBe(404);
  });

  it('[W3-27] follows the transitions from unsubscribed: pending until confirmed once, then subscribed', async () => {
    const { id, uid, email, link, standing: now } = await somebodyPending();
    await put(call, id, uid, false);
    expectOk(await put(call, id, uid, true), { subscribed: false });
    expect(await now()).toBe('pending');
    expect((await press(link)).status).toBe(200);
    await put(call, id, uid, false);
    expect(await now()).toBe('unsubscribed');
    expectOk(await put(call, id, uid, true), { subscribed: true });
    await put(call, id, uid, false);
    await aSubscriber(call, id, { email });
    expect(await now()).toBe('pending');
  });

  it('[W3-24] follows the transitions of a person who is not on the list', async () => {
    const [{ id: known }, { id }, email] = [await aList(call), await optinList(), anAddress()];
    const uid = await aSubscriber(call, known, { email });
    expectOk(await put(call, id, uid, true), { subscribed: false });
    expect(await standing(call, id, uid)).toBe('pending');
    await received(call, email);
    const byNumber = await aSubscriber(call, known, { number: aNumber() });
    expectRefusal(await put(call, id, byNumber, true), 400, 'optin_needs_email');
    expectOk(await put(call, id, byNumber, false), { subscribed: false });
  });

  it('[W3-26] follows the transitions from subscribed: only leaving changes the state', async () => {
    const { id, uid, email, link, standing: now } = await somebodyPending();
    await press(link);
    await aSubscriber(call, id, { email });
    expectOk(await put(call, id, uid, true), { subscribed: true });
    expect(await now()).toBe('subscribed');
    expect(await capturedFor(call, email)).toHaveLength(1);
    expectOk(await put(call, id, uid, false), { subscribed: false });
    expect(await now()).toBe('unsubscribed');
  });

  it('[W3-19] refuses joins when the workspace cannot send', async () => {
    const { call: theirs } = await anotherWorkspace(subject.product);
    const { id } = await aList(theirs, { double_optin: true });
    const answer = await theirs(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress() } });
    expectRefusal(answer, 400, 'optin_needs_sender', /domain/);
    expect(await countOf(theirs, id)).toBe(0);
  });

  it('[W3-24, W3-26, W3-27] follows the transitions of a plain list without confirmation', async () => {
    const { id } = await aList(call);
    const [{ id: other }, email] = [await aList(call), anAddress()];
    const uid = await aSubscriber(call, other, { email });
    const now = async () => [await standing(call, id, uid), await countOf(call, id)];
    const remove = () => call(`DELETE /v1/lists/${id}/subscribers/${uid}`);
    const join = () => aSubscriber(call, id, { email });
    const steps: [() => Promise<unknown>, unknown, string, number][] = [
      [remove, { status: 'ok' }, 'none', 0],
      [() => put(call, id, uid, false), { subscribed: false }, 'unsubscribed', 0],
      [() => put(call, id, uid, false), { subscribed: false }, 'unsubscribed', 0],
      [join, uid, 'subscribed', 1],
      [join, uid, 'subscribed', 1],
      [() => put(call, id, uid, true), { subscribed: true }, 'subscribed', 1],
      [() => put(call, id, uid, false), { subscribed: false }, 'unsubscribed', 0],
      [() => put(call, id, uid, true), { subscribed: true }, 'subscribed', 1],
      [remove, { status: 'ok' }, 'none', 0],
      [() => put(call, id, uid, true), { subscribed: true }, 'subscribed', 1],
      [() => put(call, id, uid, false), { subscribed: false }, 'unsubscribed', 0],
      [remove, { status: 'ok' }, 'none', 0],
    ];
    for (const [step, answer, status, count] of steps) {
      const given = await step();
      expect(typeof given === 'string' ? given : (given as { body: unknown }).body).toEqual(answer);
      expect(await now()).toEqual([status, count]);
    }
  });
});
