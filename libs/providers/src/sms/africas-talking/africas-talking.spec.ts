import { afterEach, describe, expect, it } from '@jest/globals';
import { anSms, type FakeSmsMode, startFakeAfricasTalking } from '../../testing/index.js';
import { africasTalking } from './africas-talking.js';
import { closeAll, fakeAndProvider } from '../testing.js';

afterEach(closeAll);

const started = (mode: FakeSmsMode = 'ok') =>
  fakeAndProvider({ start: startFakeAfricasTalking, descriptor: africasTalking }, { mode });
const refused = { kind: 'refused' };
const provider = { kind: 'not_sent', fault: 'provider' };
const passing = { kind: 'not_sent', fault: 'passing' };

describe("an SMS over Africa's Talking", () => {
  it('arrives once, in the form of the API', async () => {
    const { fake, sms } = await started();
    const outcome = await sms.send(anSms({ to: '254711123456', body: 'Grüße 🥁 & mehr', channel: 'dnd' }));
    const { messageId } = fake.messages[0] ?? {};
    expect(outcome).toEqual({
      kind: 'accepted',
      providerId: messageId,
      detail: 'Success, KES 0.8000',
      cost: { amount: '0.8000', currency: 'KES' },
    });
    expect(fake.requests).toMatchObject([
      {
        method: 'POST',
        path: '/version1/messaging',
        headers: {
          apikey: 'fake-at-key',
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
      },
    ]);
    expect(Object.fromEntries(new URLSearchParams(fake.requests[0]?.body))).toEqual({
      username: 'fake-app',
      to: '+254711123456',
      message: 'Grüße 🥁 & mehr',
      from: 'DUNDUN',
    });
  });

  it.each([100, 101, 102])('is accepted with the status %i', async (code) => {
    const { sms } = await started({ code, message: 'Queued' });
    expect(await sms.send(anSms())).toMatchObject({ kind: 'accepted', providerId: null });
  });
});

describe("an SMS that Africa's Talking rejects", () => {
  it.each<[number, string, object]>([
    [401, 'RiskHold', provider],
    [402, 'InvalidSenderId', provider],
    [403, 'InvalidPhoneNumber', refused],
    [404, 'UnsupportedNumberType', refused],
    [405, 'InsufficientBalance', provider],
    [406, 'UserInBlacklist', refused],
    [407, 'CouldNotRoute', refused],
    [409, 'DoNotDisturbRejection', refused],
    [500, 'InternalServerError', passing],
    [501, 'GatewayError', passing],
    [502, 'RejectedByGateway', passing],
  ])('%i %s', async (code, message, expected) => {
    const { fake, sms } = await started({ code, message });
    expect(await sms.send(anSms())).toMatchObject({ ...expected, code: String(code), detail: `${code} ${message}` });
    expect(fake.messages).toEqual([]);
  });

  it('stays unknown for an undocumented status', async () => {
    const { sms } = await started({ code: 299, message: 'Perhaps' });
    expect(await sms.send(anSms())).toEqual({ kind: 'unknown', detail: '299 Perhaps' });
  });

  it.each<[string, object]>([
    ['InvalidSenderId', { ...provider, code: '402' }],
    ['Invalid sender ID', { ...provider, code: '402' }],
    ['Insufficient balance on the account', { ...provider, code: '405' }],
    ['InvalidPhoneNumber +254', { ...refused, code: '403' }],
    ['Something else', refused],
  ])('follows the message when the list of recipients is empty: %s', async (message, expected) => {
    const { sms } = await started({ code: message });
    expect(await sms.send(anSms())).toMatchObject({ ...expected, detail: message });
  });

  it('is retried after the night ban on promotional senders, which shares its status with do-not-disturb', async () => {
    const { sms } = await started({ code: 409, message: 'DoNotDisturbRejection', httpStatus: 409 });
    expect(await sms.send(anSms())).toMatchObject({ ...passing, code: '409' });
  });

  it('stays unknown after HTTP status 500, whatever the body says', async () => {
    const { sms } = await started({ code: 403, httpStatus: 500 });
    expect(await sms.send(anSms())).toMatchObject({ kind: 'unknown' });
  });

  it('keeps the retry delay of a throttled call', async () => {
    const { sms } = await started('throttle');
    expect(await sms.send(anSms())).toMatchObject({ ...passing, code: '429', retryAfterMs: 30_000 });
  });

  it("reports the provider's message for wrong credentials", async () => {
    const { create, fake } = await started();
    const wrong = create({ ...fake.settings, username: 'other' });
    const detail = '401 The supplied authentication is invalid';
    expect(await wrong.send(anSms())).toMatchObject({ ...provider, detail });
    expect(await wrong.verify()).toEqual({ ok: false, detail });
  });
});

describe('settings', () => {
  it.each([{ username: 'app' }, { username: '', apiKey: 'x' }, { username: 'app', apiKey: 'a\r\nb: c' }])(
    'refuses %j',
    (settings) => expect(africasTalking.settings.safeParse(settings).success).toBe(false),
  );
});
