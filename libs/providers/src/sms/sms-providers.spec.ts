import { afterEach, describe, expect, it } from '@jest/globals';
import type { ProviderOptions } from '../adapter/descriptor.js';
import { smsProviders, type SmsProviderName } from '../registry.js';
import {
  anSms,
  type FakeSmsMode,
  type FakeSmsOptions,
  type FakeSmsProvider,
  startFakeAfricasTalking,
  startFakeGateway,
  startFakeHollaTags,
  startFakeKudiSms,
  startFakeTermii,
  startFakeTwilio,
  startFakeVonage,
} from '../testing/index.js';
import { closeAll, fakeAndProvider } from './testing.js';

afterEach(closeAll);

const starts: Record<SmsProviderName, (options?: FakeSmsOptions) => Promise<FakeSmsProvider<object, object>>> = {
  twilio: startFakeTwilio,
  termii: startFakeTermii,
  at: startFakeAfricasTalking,
  kudisms: startFakeKudiSms,
  hollatags: startFakeHollaTags,
  vonage: startFakeVonage,
  http: startFakeGateway,
};

const provider = { kind: 'not_sent', fault: 'provider' };
const passing = { kind: 'not_sent', fault: 'passing' };
const throttled = { ...passing, throttled: true };

describe.each(Object.keys(starts) as SmsProviderName[])('%s, like every SMS provider,', (name) => {
  const started = (options?: FakeSmsOptions, own?: ProviderOptions) =>
    fakeAndProvider({ start: starts[name], descriptor: smsProviders[name] }, options, own);

  it('transmits every character, and a long text in full', async () => {
    const { fake, sms } = await started();
    const bodies = ['Grüße 🥁 & më=1+1 100%\nẸ káàárọ̀ "مرحبا" 你好', 'x'.repeat(900)];
    for (const body of bodies) expect(await sms.send(anSms({ body }))).toMatchObject({ kind: 'accepted' });
    const texts = fake.messages.map((each) => Object.values(each));
    for (const [i, body] of bodies.entries()) expect(texts[i]).toContain(body);
  });

  it('makes one call per SMS for many concurrent SMS', async () => {
    const { fake, sms } = await started({}, { maxConnections: 2 });
    const all = await Promise.all(Array.from({ length: 30 }, () => sms.send(anSms())));
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
    expect([fake.requests.length, fake.messages.length]).toEqual([30, 30]);
  });

  it.each<[FakeSmsMode, object]>([
    ['throttle', passing],
    [{ httpStatus: 301 }, provider],
    [{ httpStatus: 400 }, passing],
    [{ httpStatus: 401 }, provider],
    [{ httpStatus: 403 }, provider],
    [{ httpStatus: 404 }, passing],
    [{ httpStatus: 409 }, passing],
    [{ httpStatus: 429 }, throttled],
    [{ httpStatus: 503 }, passing],
  ])('reports %j as not_sent', async (mode, expected) => {
    const { fake, sms } = await started({ mode });
    const outcome = await sms.send(anSms());
    expect(outcome).toMatchObject({ ...expected, code: expect.any(String) });
    expect(outcome.detail).not.toBe('');
    expect(fake.messages).toEqual([]);
  });

  it.each<FakeSmsMode>([
    'cut',
    'garbage',
    { httpStatus: 200 },
    { httpStatus: 201 },
    { httpStatus: 500 },
    { httpStatus: 502 },
    { httpStatus: 504 },
  ])('reports %j as unknown', async (mode) => {
    const { sms } = await started({ mode });
    const outcome = await sms.send(anSms());
    expect(outcome.kind).toBe('unknown');
    expect(outcome.detail).not.toBe('');
  });

  it('reports a missing answer as unknown after the timeout, and sends the next SMS', async () => {
    const { fake, sms } = await started({ mode: 'timeout' }, { timeoutMs: 2_000, maxConnections: 1 });
    expect(await sms.send(anSms())).toMatchObject({ kind: 'unknown', detail: 'No answer within 2000 ms (ETIMEDOUT)' });
    fake.mode = 'ok';
    expect(await sms.send(anSms())).toMatchObject({ kind: 'accepted' });
  });

  it('reports an SMS that waited for a connection until the timeout as not_sent, and never sends it', async () => {
    let connections = 0;
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    // A second connection would take the waiting SMS at the moment the first one times out.
    const resolve = async () => {
      connections += 1;
      if (connections > 1) await opened;
      return '127.0.0.1';
    };
    const { fake, sms } = await started({ mode: 'timeout' }, { maxConnections: 1, timeoutMs: 2_000, resolve });
    const first = sms.send(anSms());
    await fake.waitFor(1);
    expect(await sms.send(anSms())).toMatchObject({ ...passing, code: 'ETIMEDOUT' });
    expect(await first).toMatchObject({ kind: 'unknown' });
    fake.mode = 'ok';
    open();
    expect(await sms.send(anSms())).toMatchObject({ kind: 'accepted' });
    expect(fake.messages).toHaveLength(2);
  });

  it('asks whether the SMS is still wanted once it has a connection, and sends nothing if it is not', async () => {
    const steps: string[] = [];
    const resolve = () => (steps.push('connect'), Promise.resolve('127.0.0.1'));
    const { fake, sms } = await started({}, { resolve });
    const asked = (isWanted: boolean) => () => (steps.push('ask'), Promise.resolve(isWanted));
    expect(await sms.send(anSms(), undefined, asked(false))).toMatchObject(passing);
    expect([steps, fake.requests.length, fake.messages.length]).toEqual([['connect', 'ask'], 0, 0]);
    expect(await sms.send(anSms(), undefined, asked(true))).toMatchObject({ kind: 'accepted' });
    expect([steps.filter((step) => step === 'ask').length, steps.at(-1)]).toEqual([2, 'ask']);
    expect(fake.messages).toHaveLength(1);
  });

  it('reports an abort after the handover as unknown', async () => {
    const { fake, sms } = await started({ mode: 'timeout' });
    const abort = new AbortController();
    const sending = sms.send(anSms(), abort.signal);
    await fake.waitFor(1);
    abort.abort();
    expect(await sending).toMatchObject({ kind: 'unknown', detail: 'Aborted by the caller (EABORT)' });
  });

  it('reports a closed port as not_sent, and fails verification', async () => {
    const { fake, sms } = await started();
    await fake.close();
    expect(await sms.send(anSms())).toMatchObject({ ...passing, code: 'ECONNREFUSED' });
    expect(await sms.verify()).toEqual({ ok: false, detail: expect.stringContaining('ECONNREFUSED') });
  });

  it('blames the provider for wrong credentials, and fails verification', async () => {
    const { fake, sms, create } = await started();
    expect(await sms.verify()).toEqual({ ok: true });
    // Secrets that only verify webhooks are never sent.
    for (const secret of smsProviders[name].secretFields.filter((each) => each in fake.settings)) {
      const wrong = create({ ...fake.settings, [secret]: 'wrong' });
      expect(await wrong.send(anSms())).toMatchObject(provider);
      expect(await wrong.verify()).toEqual({ ok: false, detail: expect.stringMatching(/\w/) });
    }
    expect(fake.requests).toEqual([]);
  });

  it('blames the provider for an unknown sender but not for an invalid number', async () => {
    const { fake, sms } = await started({ senders: ['DUNDUN'] });
    expect(await sms.send(anSms({ from: 'OTHER' }))).toMatchObject(provider);
    expect(await sms.send(anSms({ to: '0' }))).toMatchObject({ kind: 'refused' });
    expect(fake.messages).toEqual([]);
  });

  it('refuses incomplete settings, and opens no connection to check them', () => {
    const { settings, secretFields, create } = smsProviders[name];
    for (const given of [undefined, null, 'x', {}, Object.fromEntries(secretFields.map((field) => [field, '']))]) {
      expect(settings.safeParse(given).success).toBe(false);
      expect(() => create(given)).toThrow();
    }
  });
});
