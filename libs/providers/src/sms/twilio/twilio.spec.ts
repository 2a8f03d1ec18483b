import { afterEach, describe, expect, it } from '@jest/globals';
import type { ProviderOptions } from '../../adapter/descriptor.js';
import { anSms, type FakeTwilioOptions, startFakeTwilio } from '../../testing/index.js';
import { closeAll, fakeAndProvider as started } from '../testing.js';
import { twilio } from './twilio.js';

afterEach(closeAll);

const fakeAndProvider = (options?: FakeTwilioOptions, own?: ProviderOptions) =>
  started({ start: startFakeTwilio, descriptor: twilio }, options, own);

describe('an SMS over Twilio', () => {
  it('arrives once, in the form of the API', async () => {
    const { fake, sms } = await fakeAndProvider({}, { statusCallback: (id) => `https://here.test/hooks?ref=${id}` });
    const outcome = await sms.send(anSms({ to: '2348012345678', body: 'Grüße 🥁 & mehr', reference: 'r-1' }));
    expect(outcome).toEqual({ kind: 'accepted', providerId: fake.messages[0]?.sid, detail: 'queued, segments: 1' });
    expect(fake.messages).toEqual([
      {
        sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
        to: '+2348012345678',
        from: 'DUNDUN',
        body: 'Grüße 🥁 & mehr',
        statusCallback: 'https://here.test/hooks?ref=r-1',
      },
    ]);
  });

  it('reports no segments when Twilio does not', async () => {
    const { sms } = await fakeAndProvider({ countsSegments: false });
    expect(await sms.send(anSms())).toMatchObject({ kind: 'accepted', detail: 'queued' });
  });

  it.each([
    ['15005550006', '+15005550006'],
    ['+15005550006', '+15005550006'],
    ['12345', '12345'],
    ['Dundun 1', 'Dundun 1'],
    [`MG${'a'.repeat(32)}`, `MG${'a'.repeat(32)}`],
  ])('from %s is sent as %s', async (from, expected) => {
    const { fake, sms } = await fakeAndProvider();
    await sms.send(anSms({ from }));
    expect(fake.messages[0]).toMatchObject({ from: expected, statusCallback: null });
  });
});

describe('an SMS that Twilio rejects', () => {
  const refused = { kind: 'refused' };
  const provider = { kind: 'not_sent', fault: 'provider' };
  const passing = { kind: 'not_sent', fault: 'passing' };
  const throttled = { ...passing, throttled: true };

  it.each<[number, object]>([
    [21211, refused],
    [21214, refused],
    [21408, refused],
    [21608, refused],
    [21610, refused],
    [21612, refused],
    [21614, refused],
    [21617, refused],
    [30007, refused],
    [20003, provider],
    [20404, provider],
    [21212, provider],
    [21603, provider],
    [21606, provider],
    [21659, provider],
    [63038, passing],
    [21611, throttled],
    [20429, throttled],
  ])('code %i', async (code, expected) => {
    const { sms } = await fakeAndProvider({ mode: { code, message: 'Because' } });
    const outcome = await sms.send(anSms());
    expect(outcome).toMatchObject({ ...expected, code: String(code), detail: `${code} Because` });
    expect('throttled' in outcome).toBe('throttled' in expected);
  });

  it('keeps the retry delay of a throttled call', async () => {
    const { fake, sms } = await fakeAndProvider({ mode: 'throttle' });
    expect(await sms.send(anSms())).toMatchObject({ ...throttled, retryAfterMs: 30_000 });
    expect(fake.messages).toEqual([]);
  });

  it('blames the provider for a wrong password', async () => {
    const { fake, create } = await fakeAndProvider();
    const wrong = create({ ...fake.settings, authToken: 'wrong' });
    expect(await wrong.send(anSms())).toMatchObject({ ...provider, code: '20003' });
    expect(await wrong.verify()).toEqual({ ok: false, detail: '20003 Authenticate' });
  });

  it('blames the provider for an unknown sender but not for a wrong number', async () => {
    const { sms } = await fakeAndProvider({ senders: ['DUNDUN'] });
    expect(await sms.send(anSms({ from: 'OTHER' }))).toMatchObject({ ...provider, code: '21606' });
    expect(await sms.send(anSms({ to: '0' }))).toMatchObject({ ...refused, code: '21211' });
    expect(await sms.send(anSms({ body: 'x'.repeat(1601) }))).toMatchObject({ ...refused, code: '21617' });
  });

  it.each([
    [503, passing],
    [500, { kind: 'unknown' }],
  ])('follows the status %i for a code outside the Messages resource', async (httpStatus, expected) => {
    const { sms } = await fakeAndProvider({ mode: { code: 20500, httpStatus } });
    expect(await sms.send(anSms())).toMatchObject(expected);
  });
});

describe('an API key', () => {
  const apiKey = { sid: `SK${'1'.repeat(32)}`, secret: 'key-secret' };
  const own = { apiKeySid: apiKey.sid, apiKeySecret: apiKey.secret };

  it('sends without the auth token, and its test says what it could not check', async () => {
    const { fake, create } = await fakeAndProvider({ apiKey });
    const sms = create({ accountSid: fake.settings.accountSid, ...own });
    expect(await sms.verify()).toEqual({ ok: true, unchecked: expect.stringContaining('may not read the account') });
    expect(fake.messages).toEqual([]);
    expect(await sms.send(anSms())).toMatchObject({ kind: 'accepted' });
  });

  it.each([
    [{ ...own, apiKeySecret: 'wrong' }, true, '20003'],
    [own, false, '70051'],
  ])('fails the test with %j that may send: %s', async (given, maySend, code) => {
    const { fake, create } = await fakeAndProvider({ apiKey: { ...apiKey, maySend } });
    const sms = create({ accountSid: fake.settings.accountSid, ...given });
    expect(await sms.verify()).toEqual({ ok: false, detail: expect.stringContaining(code) });
  });
});

describe('settings', () => {
  it.each([
    {},
    { accountSid: 'SK1', authToken: 'x' },
    { accountSid: 'AC../x', authToken: 'x' },
    { accountSid: 'AC12', authToken: '' },
    { accountSid: 'AC12' },
    { accountSid: 'AC12', apiKeySid: 'SK12' },
    { accountSid: 'AC12', authToken: 'x', apiKeySecret: 'y' },
    { accountSid: 'AC12', apiKeySid: 'AC12', apiKeySecret: 'y' },
  ])('refuses %j', (settings) => {
    expect(twilio.settings.safeParse(settings).success).toBe(false);
    expect(() => twilio.create(settings)).toThrow();
  });
});
