import { afterEach, describe, expect, it } from '@jest/globals';
import { anSms, type FakeSmsMode, startFakeTermii } from '../../testing/index.js';
import { termii } from './termii.js';
import { closeAll, fakeAndProvider } from '../testing.js';

afterEach(closeAll);

const started = (mode: FakeSmsMode = 'ok') => fakeAndProvider({ start: startFakeTermii, descriptor: termii }, { mode });
const refused = { kind: 'refused' };
const provider = { kind: 'not_sent', fault: 'provider' };
const passing = { kind: 'not_sent', fault: 'passing' };

describe('an SMS over Termii', () => {
  it('arrives once, in the form of the API', async () => {
    const { fake, sms } = await started();
    const outcome = await sms.send(anSms({ body: 'Grüße 🥁 "quoted"' }));
    expect(outcome).toEqual({ kind: 'accepted', providerId: fake.messages[0]?.id, detail: 'Successfully Sent' });
    expect(fake.requests).toMatchObject([
      { method: 'POST', path: '/api/sms/send', headers: { 'content-type': 'application/json' } },
    ]);
    expect(JSON.parse(fake.requests[0]?.body ?? '')).toEqual({
      api_key: 'fake-termii-key',
      to: '2348012345678',
      from: 'DUNDUN',
      sms: 'Grüße 🥁 "quoted"',
      type: 'plain',
      channel: 'generic',
    });
  });

  it.each(['generic', 'dnd'] as const)('is sent on the channel %s', async (channel) => {
    const { fake, sms } = await started();
    await sms.send(anSms({ channel, to: '+2348012345678' }));
    expect(fake.messages).toMatchObject([{ channel, to: '2348012345678' }]);
  });
});

describe('an SMS that Termii rejects', () => {
  it.each<[number, string, object]>([
    [404, 'ApplicationSenderId not found for applicationId: 66189 and senderName: X', provider],
    [400, 'Sender ID not allowed for this phone number', provider],
    [400, 'Your account is not active', provider],
    [400, 'Insufficient balance', provider],
    [400, 'You are not set up on this route', provider],
    [400, 'DND route not activated', provider],
    [422, 'Device not found', provider],
    [400, 'Your device has reached the daily limit', passing],
    [400, 'Too many requests', { ...passing, throttled: true }],
    [400, 'Something new', passing],
    [400, 'Unable to process the message', passing],
    [400, 'DND Active on Phone Number', refused],
    [400, 'Invalid phone number', refused],
    [422, 'Country Inactive', refused],
    [400, 'sms must not be empty', refused],
    [400, 'The message exceeds the character limit', refused],
  ])('%i %s', async (code, message, expected) => {
    const { fake, sms } = await started({ code, message });
    const outcome = await sms.send(anSms());
    expect(outcome).toMatchObject({ ...expected, code: String(code), detail: `${code} ${message}` });
    expect('throttled' in outcome).toBe('throttled' in expected);
    expect(fake.messages).toEqual([]);
  });

  it.each<[string, object]>([
    ['Insufficient balance', provider],
    ['Invalid phone number', refused],
    ['Some unknown reason', passing],
  ])('follows the error in a 200: %s', async (message, expected) => {
    const { sms } = await started({ code: 'error', message, httpStatus: 200 });
    expect(await sms.send(anSms())).toMatchObject({ ...expected, detail: `error ${message}` });
  });

  it.each<[string, object]>([
    ['Invalid Sender Id', provider],
    ['Message sent', { kind: 'unknown' }],
    ['', { kind: 'unknown' }],
  ])('follows the text of a 200 without a message id: %j', async (message, expected) => {
    const { sms } = await started({ code: 'ok', message, httpStatus: 200 });
    expect(await sms.send(anSms())).toMatchObject(expected);
  });

  it('reports a list of issues on one line', async () => {
    const { sms } = await started();
    const detail = '400 Invalid phone number';
    expect(await sms.send(anSms({ to: '0' }))).toEqual({ ...refused, code: '400', detail });
  });

  it('keeps the retry delay of a throttled call', async () => {
    const { sms } = await started('throttle');
    expect(await sms.send(anSms())).toMatchObject({ ...passing, code: '429', retryAfterMs: 30_000 });
  });
});

describe('settings', () => {
  const accepts = (baseUrl?: string) => termii.settings.safeParse({ apiKey: 'x', baseUrl }).success;

  it.each([undefined, 'https://v3.api.termii.com', 'https://api.ng.termii.com/', ' https://termii.com/api '])(
    'accepts the base URL %j',
    (baseUrl) => expect(accepts(baseUrl)).toBe(true),
  );

  it.each([
    '',
    'v3.api.termii.com',
    'http://v3.api.termii.com',
    'https://termii.com.evil.test',
    'https://eviltermii.com',
    'https://termii.com@127.0.0.1',
    'https://api.termii.com:8443',
    'https://api.termii.com/other',
  ])('refuses the base URL %j', (baseUrl) => expect(accepts(baseUrl)).toBe(false));
});
