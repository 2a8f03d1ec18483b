import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectRefusal, TIMESTAMP } from './support/answers.js';
import { aList, anAddress, aNumber, NOBODY } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

describe('the people of lists', () => {
  const { call } = useWorkspace();

  it('are counted by who can get email and SMS', async () => {
    const list = await aList(call);
    const reach = async (path = `lists/${list.id}`) => (await call(`GET /console/${path}/reach`)).body;
    const first = await until('the list is counted', async () => {
      const counted = await reach();
      return !counted.is_counting && counted;
    });
    expect(first).toEqual({ people: 0, email: 0, sms: 0, counted_at: expect.stringMatching(TIMESTAMP), is_counting: false }); // prettier-ignore
    const [ada, grace, number, stopped] = [anAddress(), anAddress(), aNumber(), aNumber()];
    const join = (body: object) => call(`POST /v1/lists/${list.id}/subscribers`, { body });
    await join({ email: ada, number, channels: ['email', 'sms'] });
    await join({ email: grace, number: stopped, channels: ['email', 'sms'] });
    await join({ email: anAddress(), number: aNumber() });
    await call('POST /console/suppressions', { body: { addresses: [grace, stopped] } });
    await until('the list is counted again', async () => (await reach()).people === 3);
    expect(await reach()).toMatchObject({ people: 3, email: 2, sms: 1 });
    const all = await until('everybody is counted', async () => {
      const counted = await reach('people');
      return counted.people >= 3 && counted;
    });
    expect(all.email).toBeGreaterThanOrEqual(2);
    expect(all.sms).toBeGreaterThanOrEqual(2);
    expectRefusal(await call(`GET /console/lists/${NOBODY}/reach`), 404, 'unknown_list');
  });

  it('show what each of them agreed to, channel by channel', async () => {
    const list = await aList(call, { double_optin: true });
    const plain = await aList(call);
    const [both, phone, left, pending] = [anAddress(), aNumber(), anAddress(), anAddress()];
    const join = (body: object, to = plain) => call(`POST /v1/lists/${to.id}/subscribers`, { body });
    const stopped = aNumber();
    await join({ email: both, number: stopped, channels: ['email', 'sms'] });
    await join({ number: phone });
    const { uid } = (await join({ email: left, number: aNumber(), channels: ['email', 'sms'] })).body;
    await call(`PUT /v1/lists/${plain.id}/subscribers/${uid}`, { body: { subscribed: false, channels: ['email'] } });
    await join({ email: pending }, list);
    await call('POST /console/suppressions', { body: { addresses: [stopped] } });
    const states = async (path: string) => {
      const { data } = (await call(`GET ${path}`)).body;
      type Shown = { email: string | null; number: string; email_status: string | null; sms_status: string | null };
      return data.map(({ email, number, email_status, sms_status }: Shown) => [
        email ?? number,
        email_status,
        sms_status,
      ]);
    };
    const expected = [
      [left, 'unsubscribed', 'subscribed'],
      [phone, null, 'subscribed'],
      [both, 'subscribed', 'suppressed'],
    ];
    expect(await states(`/console/lists/${plain.id}/members`)).toEqual(expected);
    expect(await states(`/console/people?list=${plain.id}`)).toEqual(expected);
    expect(await states(`/console/lists/${list.id}/members`)).toEqual([[pending, 'pending', null]]);
    const [anybody] = (await call('GET /console/people')).body.data;
    expect(anybody).toMatchObject({ email_status: null, sms_status: null });
  });
});
