import { afterEach, describe, expect, it } from '@jest/globals';
import { Auth } from '@vonage/auth';
import { SMS } from '@vonage/sms';
import { anSms, type FakeSmsMode, startFakeVonage } from '../../testing/index.js';
import { closeAll, fakeAndProvider } from '../testing.js';
import { vonage } from './vonage.js';

afterEach(closeAll);

const started = (options?: Parameters<typeof startFakeVonage>[0], own = {}) =>
  fakeAndProvider({ start: startFakeVonage, descriptor: vonage }, options, own);

describe('an SMS over Vonage', () => {
  it('arrives once, in the form of the API', async () => {
    const { fake, sms } = await started(
      {},
      { statusCallback: (id: string) => `https://here.test/hooks/k?reference=${id}` },
    );
    const outcome = await sms.send(anSms({ to: '2348012345678', body: 'Grüße 🥁', reference: 'r-1' }));
    expect(outcome).toEqual({
      kind: 'accepted',
      providerId: fake.messages[0]?.id,
      detail: 'queued',
      cost: { amount: '0.03330000', currency: 'EUR' },
    });
    expect(fake.messages).toEqual([
      {
        id: expect.any(String),
        to: '2348012345678',
        from: 'DUNDUN',
        text: 'Grüße 🥁',
        type: 'unicode',
        reference: 'r-1',
        callback: 'https://here.test/hooks/k',
      },
    ]);
  });

  it("equals what Vonage's own client sends", async () => {
    const { fake, sms } = await started();
    const theirs = new SMS(new Auth(fake.settings), { restHost: fake.origin });
    await sms.send(anSms({ to: '447700900000', body: 'Hello {[€]}', reference: 'r-1' }));
    const sent = await theirs.send({ to: '447700900000', from: 'DUNDUN', text: 'Hello {[€]}', type: 'text' as never, clientRef: 'r-1' }); // prettier-ignore
    expect(sent.messages[0]).toMatchObject({ status: '0', messageId: fake.messages[1]?.id });
    const [ours, other] = fake.requests.map(({ body, headers }) => [JSON.parse(body), headers.authorization]);
    expect(ours).toEqual(other);
    fake.mode = { code: '9', message: 'Partner quota exceeded' };
    await expect(theirs.send({ to: '447700900000', from: 'DUNDUN', text: 'x' })).rejects.toThrow();
    expect(await sms.send(anSms())).toMatchObject({ kind: 'not_sent', fault: 'provider' });
  });

  it('omits a reference that Vonage would refuse', async () => {
    const { fake, sms } = await started();
    await sms.send(anSms({ reference: 'r'.repeat(41) }));
    expect(fake.messages[0]?.reference).toBeNull();
  });

  it.each<[FakeSmsMode, object]>([
    [{ code: '1' }, { kind: 'not_sent', fault: 'passing', throttled: true }],
    [{ code: '10' }, { kind: 'not_sent', fault: 'passing', throttled: true }],
    ...['4', '8', '9', '11', '14', '15', '23', '32'].map(
      (code) => [{ code }, { kind: 'not_sent', fault: 'provider', code }] as [FakeSmsMode, object],
    ),
    ...['2', '3', '6', '7', '12', '22', '29', '33'].map(
      (code) => [{ code }, { kind: 'refused', code }] as [FakeSmsMode, object],
    ),
    [{ code: '5' }, { kind: 'unknown' }],
  ])('reports status %j', async (mode, expected) => {
    const { sms } = await started({ mode });
    expect(await sms.send(anSms())).toMatchObject(expected);
  });
});

it.each([{ apiKey: '' }, { apiKey: 'a:b' }, { apiSecret: ' ' }, { signatureMethod: 'none' }, { signatureSecret: '' }])(
  'refuses the setting %j',
  (given) => {
    expect(vonage.settings.safeParse({ apiKey: 'abcd1234', apiSecret: 'x', ...given }).success).toBe(false);
  },
);
