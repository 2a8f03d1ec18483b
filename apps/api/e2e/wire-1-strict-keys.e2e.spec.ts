import { describe, expect, it } from '@jest/globals';
import { runAdmin, until } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { confirmLink, open, press } from './support/confirm-page.js';
import { aList, anAddress, aNumber, aSubscriber, standing, unique, type ListShown } from './support/fixtures.js';
import { capturedFor, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { anotherKey } from './support/workspaces.js';

const PHISHING = { title: 'Verify your bank account', description: 'Or forfeit your savings' };

describe('strict public keys', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const changeByKey = ({ id }: ListShown, body: object) => call(`PUT /v1/lists/${id}`, { as: 'key', body });
  const listed = async ({ id }: ListShown) => (await call(`GET /v1/lists/${id}`)).body as ListShown;
  const consentsOf = async (uid: string) =>
    ((await call(`GET /console/people/${uid}/consents`)).body.data as { action: string; method: string }[]).map(
      ({ action, method }) => [action, method],
    );

  /** Joins a list by email with the key alone. @returns the answer and the uid */
  async function joinByKey({ id }: ListShown, email: string, uid = unique('user')) {
    return { uid, answer: await call(`PUT /v1/users/${uid}`, { as: 'key', body: { email, lists: [id] } }) };
  }

  it('[W1-20] answers a new title with the key alone, and mails and shows the one set with the secret', async () => {
    const list = await aList(call, { title: 'Tea news', description: 'Monthly' });
    expectOk(await changeByKey(list, PHISHING), { ...list, ...PHISHING });
    expect(await listed(list)).toEqual({ ...list, ...PHISHING });
    const email = anAddress();
    await joinByKey(list, email);
    const [mail] = await received(call, email);
    const unsubscribe = /<(.*)>/.exec(mail?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value ?? '')?.[1];
    const form = (await call(`GET /console/lists/${list.id}/form`)).body.url as string;
    const link = confirmLink(mail!);
    const urls = [link, unsubscribe ?? '', unsubscribe?.replace('/u/', '/preferences/') ?? '', form];
    const pages = await Promise.all(urls.map(async (url) => (await open(url)).html));
    for (const shown of [`${mail?.subject} ${mail?.html} ${mail?.text}`, ...pages]) {
      expect(shown).toContain('Tea news');
      expect(shown).not.toMatch(/bank|forfeit/);
    }
    expect((await press(link)).html).not.toMatch(/bank|forfeit/);
    expectOk(await call(`PUT /v1/lists/${list.id}`, { body: { title: 'Coffee news' } }));
    const next = anAddress();
    await joinByKey(list, next);
    expect((await received(call, next))[0]?.subject).toContain('Coffee news');
  });

  it('[W1-21] turns double opt-in on with the key alone, and never off', async () => {
    const list = await aList(call);
    expectOk(await changeByKey(list, { double_optin: false }), list);
    expectOk(await changeByKey(list, { double_optin: true }), { ...list, double_optin: true });
    expectRefusal(await changeByKey(list, { title: 'x', double_optin: false }), 403, 'secret_needed', /double_optin/);
    expect(await listed(list)).toEqual({ ...list, double_optin: true });
    expectOk(await call(`PUT /v1/lists/${list.id}`, { body: { double_optin: false } }), list);
  });

  it('changes nothing about who is offered a list with the key alone', async () => {
    const list = await aList(call, { is_public: true });
    expect(list.is_public).toBe(true);
    expectRefusal(await changeByKey(list, { title: 'x', is_public: false }), 403, 'secret_needed', /is_public/);
    expectOk(await changeByKey(list, { is_public: true }), list);
    expectOk(await call(`PUT /v1/lists/${list.id}`, { body: { is_public: false } }), { ...list, is_public: false });
    expectRefusal(await changeByKey(list, { is_public: true }), 403, 'secret_needed');
  });

  it('[W1-22] moves a redirect within its host with the key alone, clears it, and sets none', async () => {
    const list = await aList(call, { redirect_url: 'https://shop.example/thanks' });
    for (const redirect_url of ['https://evil.example/', 'https://shop.example@evil.example/', 'http://shop.example/'])
      expectRefusal(await changeByKey(list, { title: 'x', redirect_url }), 403, 'secret_needed', /redirect_url/);
    expect(await listed(list)).toEqual(list);
    const moved = { ...list, redirect_url: 'https://shop.example/welcome' };
    expectOk(await changeByKey(list, { redirect_url: moved.redirect_url }), moved);
    expectOk(await changeByKey(list, moved), moved);
    expectOk(await changeByKey(list, { redirect_url: null }), { ...list, redirect_url: null });
    expectRefusal(await changeByKey(list, { redirect_url: list.redirect_url }), 403, 'secret_needed', /redirect_url/);
    expect(await listed(list)).toEqual({ ...list, redirect_url: null });
  });

  it('[W1-23] makes a join by email pending, without a consent until the mailbox confirms', async () => {
    const [list, email] = [await aList(call), anAddress()];
    const { uid, answer } = await joinByKey(list, email);
    expectOk(answer, { id: uid, uid, email, lists: [list.id] });
    expect(await standing(call, list.id, uid)).toBe('pending');
    expect(await consentsOf(uid)).toEqual([]);
    const [mail] = await received(call, email);
    await press(confirmLink(mail!));
    expect(await standing(call, list.id, uid)).toBe('subscribed');
    expect(await consentsOf(uid)).toEqual([
      ['confirmed', 'confirm_page'],
      ['requested', 'api_key'],
    ]);
  });

  it('[W1-23] asks too if the email came in another call', async () => {
    const [list, email, uid, later] = [await aList(call), anAddress(), unique('user'), unique('user')];
    await call(`PUT /v1/users/${uid}`, { as: 'key', body: { email } });
    expectOk(await call(`POST /v1/users`, { as: 'key', body: { id: uid, lists: [list.id] } }));
    expect(await standing(call, list.id, uid)).toBe('pending');
    await received(call, email);
    await call(`PUT /v1/users/${later}`, { as: 'key', body: { lists: [list.id] } });
    await call(`PUT /v1/users/${later}`, { as: 'key', body: { email: anAddress() } });
    expect(await standing(call, list.id, later)).toBe('pending');
    expect(await consentsOf(later)).toEqual([]);
  });

  it('[W1-23] subscribes by number alone, and leaves people alone who left', async () => {
    const [list, email, uid] = [await aList(call), anAddress(), unique('user')];
    expectOk(await call(`PUT /v1/users/${uid}`, { as: 'key', body: { number: aNumber(), lists: [list.id] } }));
    expect(await standing(call, list.id, uid)).toBe('subscribed');
    const left = await aSubscriber(call, list.id, { email });
    await call(`PUT /v1/lists/${list.id}/subscribers/${left}`, { body: { subscribed: false } });
    await joinByKey(list, email, left);
    expect(await standing(call, list.id, left)).toBe('unsubscribed');
    expect(await capturedFor(call, email)).toEqual([]);
  });

  it('[W1-24] refuses lists with an email from a browser key', async () => {
    const browser = await anotherKey(subject.product, '--kind', 'browser');
    const [list, email, uid] = [await aList(call), anAddress(), unique('user')];
    for (const route of [`PUT /v1/users/${uid}`, 'POST /v1/users'])
      expectRefusal(
        await browser.call(route, { as: 'key', body: { id: uid, email, lists: [list.id] } }),
        403,
        'key_kind_not_allowed',
        /browser key .* email/,
      );
    expectRefusal(await call(`GET /v1/users/${uid}`), 404, 'unknown_person');
    expectOk(await browser.call(`PUT /v1/users/${uid}`, { as: 'key', body: { number: aNumber(), lists: [list.id] } }));
  });

  it('[W1-26] return to the open behaviour by a switch in the console and the admin command', async () => {
    const list = await aList(call);
    expectOk(await call('PUT /console/workspace', { body: { strict_public_keys: false } }));
    await until('the switch is noticed', async () => {
      const { uid } = await joinByKey(list, anAddress());
      return (await standing(call, list.id, uid)) === 'subscribed';
    });
    const on = [
      'workspace',
      'update',
      '--workspace',
      String(subject.product.workspaceId),
      '--strict-public-keys',
      'on',
    ];
    expect(await runAdmin(subject.product, ...on)).toMatchObject({ strict_public_keys: true });
    expect((await call('GET /console/workspace')).body).toMatchObject({ strict_public_keys: true });
    await until('the switch is noticed', async () => {
      const { uid } = await joinByKey(list, anAddress());
      return (await standing(call, list.id, uid)) === 'pending';
    });
  });
});

describe('the budgets of confirmation mail', () => {
  const subject = useWorkspace();
  const { call } = subject;

  it('[W1-25] answer the 21st join of a network as before, send no mail, and show it', async () => {
    const list = await aList(call);
    const emails = Array.from({ length: 21 }, anAddress);
    for (const email of emails) {
      const uid = unique('user');
      const answer = await call(`PUT /v1/users/${uid}`, { as: 'key', body: { email, lists: [list.id] } });
      expectOk(answer, { id: uid, uid, email, lists: [list.id] });
      expect(await standing(call, list.id, uid)).toBe('pending');
    }
    for (const email of emails.slice(0, 20)) await received(call, email);
    expect(await capturedFor(call, emails[20] as string)).toEqual([]);
    const { data } = (await call('GET /console/refused-confirmations')).body;
    expect(data).toEqual([
      {
        budget: 'network',
        name: '127.0.0.0/24',
        refused: 1,
        first_refused_at: expect.any(String),
        last_refused_at: expect.any(String),
      },
    ]);
    expectOk(await call('PUT /console/workspace', { body: { network_budget: 22 } }));
    const next = anAddress();
    await call(`PUT /v1/users/${unique('user')}`, { as: 'key', body: { email: next, lists: [list.id] } });
    await received(call, next);
  });

  it('[W1-25] hold a backend with the secret by the mailbox alone, with dots and tags folded', async () => {
    const list = await aList(call, { double_optin: true });
    expectOk(
      await call('PUT /console/workspace', { body: { network_budget: 1, list_budget: 1, workspace_budget: 1 } }),
    );
    const name = unique('ada');
    const same = [
      `${name}@example.com`,
      `${name}+1@example.com`,
      `${name}+2@example.com`,
      `a.${name.slice(1)}@example.com`,
    ];
    for (const email of same) await aSubscriber(call, list.id, { email });
    for (const email of same.slice(0, 3)) await received(call, email);
    expect(await capturedFor(call, same[3] as string)).toEqual([]);
    const { data } = (await call('GET /console/refused-confirmations')).body;
    expect(data[0]).toMatchObject({ budget: 'mailbox', name: null, refused: 1 });
  });

  it('[W1-25] refuse budgets that are no whole numbers', async () => {
    for (const body of [
      { network_budget: 0 },
      { mailbox_budget: 101 },
      { list_budget: 1.5 },
      { strict_public_keys: 'no' },
    ])
      expectRefusal(await call('PUT /console/workspace', { body }), 400, 'invalid_input');
    // A budget cannot be cleared: null is an absent key.
    expectRefusal(await call('PUT /console/workspace', { body: { list_budget: null } }), 400, 'empty_update');
  });
});
