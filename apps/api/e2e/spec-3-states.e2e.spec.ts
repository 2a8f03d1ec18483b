import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal } from './support/answers.js';
import { confirmLink, press } from './support/confirm-page.js';
import { aList, anAddress, anEmail, aSubscriber, countOf, memberOf, put, standing } from './support/fixtures.js';
import { accepted, capturedFor, ended, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';

describe('states and transitions', () => {
  const { call } = useWorkspace();
  const archive = (id: string) => call(`DELETE /v1/lists/${id}`);

  it('[3.1-1, 3.1-2] an archived list takes no new subscribers', async () => {
    const { id } = await aList(call);
    expectOk(await archive(id), { status: 'ok' });
    const join = await call(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress() } });
    expectRefusal(join, 409, 'list_archived', /archived/);
    expect(await countOf(call, id)).toBe(0);
  });

  it('[3.1-3] archiving leaves those who are on the list', async () => {
    const { id } = await aList(call);
    const [stays, left] = [await aSubscriber(call, id), await aSubscriber(call, id)];
    await put(call, id, left, false);
    await archive(id);
    expect([await standing(call, id, stays), await standing(call, id, left)]).toEqual(['subscribed', 'unsubscribed']);
    expect(await countOf(call, id)).toBe(1);
  });

  it('[3.2-1, 3.2-3] joining subscribes, and creates the user', async () => {
    const { id } = await aList(call);
    const email = anAddress();
    const uid = await aSubscriber(call, id, { email });
    expect(await memberOf(call, id, uid)).toMatchObject({ uid, email, status: 'subscribed' });
  });

  it('[3.2-2, 3.2-4] joining a list with confirmation leaves them pending and asks by email', async () => {
    const { id } = await aList(call, { double_optin: true });
    const email = anAddress();
    const uid = await aSubscriber(call, id, { email });
    expect(await standing(call, id, uid)).toBe('pending');
    const [mail, ...more] = await received(call, email);
    expect(more).toEqual([]);
    expect(mail?.from).toMatch(/<no-reply@dundun\.test>$/);
    expect((await press(confirmLink(mail!))).status).toBe(200);
    expect(await standing(call, id, uid)).toBe('subscribed');
  });

  it('[3.2-5] unsubscribing keeps the user on the list and stops what is sent to the list', async () => {
    const { id } = await aList(call);
    const email = anAddress();
    const uid = await aSubscriber(call, id, { email });
    expectOk(await put(call, id, uid, false), { subscribed: false });
    expect(await standing(call, id, uid)).toBe('unsubscribed');
    const message = await ended(call, await accepted(call, 'email', anEmail({ to: email, list: id })));
    expect(message.status).toBe('suppressed');
    expect(await capturedFor(call, email)).toEqual([]);
  });

  it('[3.2-6] subscribing again brings them back', async () => {
    const { id } = await aList(call);
    const email = anAddress();
    const uid = await aSubscriber(call, id, { email });
    await put(call, id, uid, false);
    expectOk(await put(call, id, uid, true), { subscribed: true });
    expect(await standing(call, id, uid)).toBe('subscribed');
    const message = await ended(call, await accepted(call, 'email', anEmail({ to: email, list: id })));
    expect(message.status).toBe('captured');
  });

  it('[3.2-7] removing deletes them from the list, whatever their status', async () => {
    const plain = await aList(call);
    const optin = await aList(call, { double_optin: true });
    const [subscribed, unsubscribed] = [await aSubscriber(call, plain.id), await aSubscriber(call, plain.id)];
    const pending = await aSubscriber(call, optin.id);
    await put(call, plain.id, unsubscribed, false);
    for (const [list, uid] of [
      [plain.id, subscribed],
      [plain.id, unsubscribed],
      [optin.id, pending],
    ] as const) {
      expectOk(await call(`DELETE /v1/lists/${list}/subscribers/${uid}`), { status: 'ok' });
      expect(await standing(call, list, uid)).toBe('none');
    }
    expect([await countOf(call, plain.id), await countOf(call, optin.id)]).toEqual([0, 0]);
  });
});
