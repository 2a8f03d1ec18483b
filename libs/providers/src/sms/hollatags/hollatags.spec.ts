import { afterEach, describe, expect, it } from '@jest/globals';
import type { ProviderOptions } from '../../adapter/descriptor.js';
import { anSms, type FakeSmsMode, startFakeHollaTags } from '../../testing/index.js';
import { hollaTags } from './hollatags.js';
import { closeAll, fakeAndProvider } from '../testing.js';

afterEach(closeAll);

const started = (mode: FakeSmsMode = 'ok', own?: ProviderOptions) =>
  fakeAndProvider({ start: startFakeHollaTags, descriptor: hollaTags }, { mode }, own);
const refused = { kind: 'refused' };
const provider = { kind: 'not_sent', fault: 'provider' };
const passing = { kind: 'not_sent', fault: 'passing' };
const reference = '019ac3f0-5a44-7c3c-8d4f-0123456789ab';

describe('an SMS over HollaTags', () => {
  it('arrives once, in the form of the API', async () => {
    const { fake, sms } = await started('ok', { statusCallback: (id) => `https://here.test/hooks/${id}` });
    const outcome = await sms.send(anSms({ body: 'Two & two = 4', reference }));
    const { messageId } = fake.messages[0] ?? {};
    expect(outcome).toEqual({ kind: 'accepted', providerId: messageId, detail: `2348012345678, ${messageId}` });
    expect(fake.requests).toMatchObject([
      { method: 'POST', path: '/api/send', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]);
    expect(Object.fromEntries(new URLSearchParams(fake.requests[0]?.body))).toEqual({
      user: 'fake-user',
      pass: 'fake-password',
      from: 'DUNDUN',
      to: '2348012345678',
      msg: 'Two & two = 4',
      type: '0',
      enable_msg_id: 'TRUE',
      message_uuid: reference,
      callback_url: `https://here.test/hooks/${reference}`,
    });
  });

  it.each([
    ['Grüße für 5 €', '0'],
    ['Ẹ káàárọ̀', '2'],
    ['مرحبا', '2'],
    ['🥁', '2'],
  ])('detects that %s needs the type %s', async (body, type) => {
    const { fake, sms } = await started();
    await sms.send(anSms({ body }));
    expect(fake.messages).toMatchObject([{ msg: body, type, callbackUrl: null }]);
  });

  it('is sent once when the call is repeated after a timeout', async () => {
    const { fake, sms } = await started('timeout', { timeoutMs: 2_000 });
    expect(await sms.send(anSms({ reference }))).toMatchObject({ kind: 'unknown' });
    fake.mode = 'ok';
    const { messageId } = fake.messages[0] ?? {};
    expect(await sms.send(anSms({ reference }))).toMatchObject({ kind: 'accepted', providerId: messageId });
    expect([fake.requests.length, fake.messages.length]).toEqual([2, 1]);
  });

  it.each(['short', 'x'.repeat(65), 'a reference with spaces in it'])(
    'derives a stable idempotency key of valid length from the reference %j',
    async (odd) => {
      const { fake, sms } = await started();
      for (const each of [odd, odd, `${odd}!`]) await sms.send(anSms({ reference: each }));
      expect(fake.messages.map(({ uuid }) => /^[0-9a-f]{64}$/.test(uuid))).toEqual([true, true]);
    },
  );

  it.each(['sent', 'SENT', '"sent"', ' sent\n'])('is accepted without an id when the answer is %j', async (code) => {
    const { sms } = await started({ code });
    expect(await sms.send(anSms())).toMatchObject({ kind: 'accepted', providerId: null });
  });
});

describe('an SMS that HollaTags rejects', () => {
  it.each<[string, object]>([
    ['error_param', refused],
    ['error_limit', refused],
    ['error_number', refused],
    ['error_credit', provider],
    ['error_user', provider],
    ['error_user_id', provider],
    ['error_restricted_senderid', provider],
    ['error_billing', passing],
    ['error_gw', passing],
    ['error_of_tomorrow', passing],
  ])('200 with %s', async (code, expected) => {
    const { fake, sms } = await started({ code });
    const outcome = await sms.send(anSms());
    expect(outcome).toMatchObject({ ...expected, code, detail: expect.stringContaining(code) });
    expect(fake.messages).toEqual([]);
  });

  it.each(['error_msgid', '2348012345678', 'sent?', ''])('stays unknown after 200 with %j', async (code) => {
    const { sms } = await started({ code });
    expect(await sms.send(anSms())).toMatchObject({ kind: 'unknown' });
  });

  it('stays unknown after an error word with a server error', async () => {
    const { sms } = await started({ code: 'error_gw', httpStatus: 502 });
    expect(await sms.send(anSms())).toMatchObject({ kind: 'unknown', detail: 'error_gw: the gateway is down or busy' });
  });

  it('is refused without a call when it exceeds 905 characters', async () => {
    const { fake, sms } = await started();
    expect(await sms.send(anSms({ body: '🥁'.repeat(905) }))).toMatchObject({ kind: 'accepted' });
    expect(await sms.send(anSms({ body: 'x'.repeat(906) }))).toEqual({
      ...refused,
      code: 'error_param',
      detail: '906 characters, HollaTags takes 905',
    });
    expect(fake.requests.length).toBe(1);
  });

  it('explains why the connection test fails', async () => {
    const { create, fake } = await started();
    const wrong = create({ ...fake.settings, username: 'other' });
    const detail = 'error_user: wrong user name or password, or a suspended account';
    expect(await wrong.verify()).toEqual({ ok: false, detail });
  });
});
