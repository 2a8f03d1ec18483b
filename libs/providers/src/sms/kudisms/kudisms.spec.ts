import { afterEach, describe, expect, it } from '@jest/globals';
import { anSms, type FakeSmsMode, startFakeKudiSms } from '../../testing/index.js';
import { kudiSms } from './kudisms.js';
import { closeAll, fakeAndProvider } from '../testing.js';

afterEach(closeAll);

const started = (mode: FakeSmsMode = 'ok') =>
  fakeAndProvider({ start: startFakeKudiSms, descriptor: kudiSms }, { mode });
const refused = { kind: 'refused' };
const provider = { kind: 'not_sent', fault: 'provider' };
const passing = { kind: 'not_sent', fault: 'passing' };

describe('an SMS over KudiSMS', () => {
  const fields = {
    token: 'fake-kudisms-token',
    senderID: 'DUNDUN',
    recipients: '2348012345678',
    message: 'Grüße 🥁',
  };

  it.each([
    [undefined, '/api/sms', { ...fields, gateway: '2' }],
    ['generic', '/api/sms', { ...fields, gateway: '2' }],
    ['dnd', '/api/corporate', fields],
  ] as const)('on the channel %s goes to %s', async (channel, path, expected) => {
    const { fake, sms } = await started();
    const outcome = await sms.send(anSms({ channel, body: 'Grüße 🥁' }));
    const { reference } = fake.messages[0] ?? {};
    expect(outcome).toEqual({ kind: 'accepted', providerId: reference, detail: 'Message received successfully' });
    expect(fake.requests).toMatchObject([{ method: 'POST', path, headers: { 'content-type': 'application/json' } }]);
    expect(JSON.parse(fake.requests[0]?.body ?? '')).toEqual(expected);
  });

  it('goes through the configured gateway', async () => {
    const { fake, create } = await started();
    await create({ ...fake.settings, gateway: '1' }).send(anSms());
    expect(fake.messages).toMatchObject([{ gateway: '1' }]);
  });
});

describe('an SMS that KudiSMS rejects', () => {
  it.each<[string | number, object]>([
    ['009', refused],
    [9, { ...refused, code: '009' }],
    ['104', refused],
    ['107', refused],
    ['108', refused],
    ['300', refused],
    ['100', provider],
    ['101', provider],
    ['103', provider],
    ['105', provider],
    ['106', provider],
    ['188', provider],
    ['109', provider],
    ['111', provider],
    ['114', provider],
    ['187', passing],
    ['185', passing],
    ['401', passing],
  ])('follows the error in a 200: %j', async (code, expected) => {
    const { fake, sms } = await started({ code, message: 'Because' });
    const said = String(code).padStart(3, '0');
    expect(await sms.send(anSms())).toMatchObject({ ...expected, code: said, detail: `${said} Because` });
    expect(fake.messages).toEqual([]);
  });

  it.each<[string, number, object]>([
    ['100', 401, { ...provider, code: '100' }],
    ['401', 401, { ...provider, code: '401' }],
    ['107', 400, { ...refused, code: '107' }],
    ['107', 500, { kind: 'unknown' }],
    ['187', 429, { ...passing, code: '429' }],
  ])('follows the error %s with the status %i', async (code, httpStatus, expected) => {
    const { sms } = await started({ code, httpStatus });
    expect(await sms.send(anSms())).toMatchObject(expected);
  });

  it('is refused when it exceeds six pages', async () => {
    const { sms } = await started();
    expect(await sms.send(anSms({ body: 'x'.repeat(153 * 6) }))).toMatchObject({ kind: 'accepted' });
    expect(await sms.send(anSms({ body: 'x'.repeat(153 * 6 + 1) }))).toMatchObject({ ...refused, code: '009' });
  });

  it('keeps the retry delay of a throttled call', async () => {
    const { sms } = await started('throttle');
    expect(await sms.send(anSms())).toMatchObject({ ...passing, code: '429', retryAfterMs: 30_000 });
  });

  it('explains why the connection test fails', async () => {
    const { create } = await started();
    expect(await create({ token: 'wrong' }).verify()).toEqual({ ok: false, detail: '100 Invalid API token' });
  });
});

describe('settings', () => {
  it.each([{ token: ' ' }, { token: 'x', gateway: '3' }, { token: 'x', gateway: 1 }])('refuses %j', (settings) => {
    expect(kudiSms.settings.safeParse(settings).success).toBe(false);
  });
});
