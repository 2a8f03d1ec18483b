import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { runs } from '@dundun/testing/repetitions';
import { Paddle } from '@paddle/paddle-node-sdk';
import fc from 'fast-check';
import Stripe from 'stripe';
import { aCall, signature } from '../testing-adapters.js';
import { paddle } from './paddle.js';
import { stripe } from './stripe.js';
import { NOW, SECONDS } from './testing-senders.js';

const SECRET = 'whsec_9dK2';
const BODY = '{"id":"evt_1","object":"event","type":"charge.succeeded","data":{"object":{"name":"Zoë 🥁"}}}';
const { webhooks } = new Stripe('sk_test_1');

const hex = (secret: string, text: string) => signature({ algorithm: 'sha256', encoding: 'hex', secret }, text);

/** Ways to damage or forge a signature. */
const spoil = fc.constantFrom<(right: string) => string>(
  (right) => right,
  (right) => right,
  (right) => right.toUpperCase(),
  (right) => right.slice(1),
  (right) => `${right}0`,
  (right) => [...right].reverse().join(''),
  (right) => hex('another', right),
  () => 'x',
);
// Stripe's library refuses an empty body; the adapter refuses it when reading.
const body = fc.constantFrom(BODY, BODY, `${BODY}\n`, '{}', '[1]');

describe('Stripe', () => {
  const accepts = (header: string, text: string) =>
    stripe.verify(aCall(text, { 'stripe-signature': header }), { signingSecret: SECRET }, NOW) === 'genuine';
  const theyAccept = (header: string, text: string) => {
    try {
      return webhooks.signature?.verifyHeader(text, header, SECRET, 300, undefined, NOW) ?? null;
    } catch {
      return false;
    }
  };

  it('signs calls that the adapter accepts', () => {
    const header = webhooks.generateTestHeaderString({ payload: BODY, secret: SECRET, timestamp: SECONDS });
    expect(accepts(header, BODY)).toBe(true);
    expect(webhooks.constructEvent(BODY, header, SECRET, 300, undefined, NOW).id).toBe('evt_1');
    expect(stripe.read(JSON.parse(BODY), { signingSecret: SECRET })).toMatchObject([{ id: 'evt_1' }]);
  });

  it('agrees with the adapter, except on future timestamps', () => {
    const times = fc.integer({ min: SECONDS - 400, max: SECONDS + 300 });
    const schemes = fc.constantFrom('v1', 'v1', 'v1', 'v0', 'V1', 'h1');
    const spoils = fc.array(spoil, { maxLength: 3 });
    let believed = 0;
    fc.assert(
      fc.property(times, fc.boolean(), body, schemes, spoils, (time, isHonest, text, scheme, each) => {
        const right = hex(SECRET, `${isHonest ? time : time + 1}.${text}`);
        const header = [`t=${time}`, ...each.map((one) => `${scheme}=${one(right)}`)].join(',');
        const isGenuine = accepts(header, text);
        if (isGenuine) believed++;
        return isGenuine === theyAccept(header, text);
      }),
      runs(1_000, 50_000),
    );
    expect(believed).toBeGreaterThan(20);
  });
});

describe('Paddle', () => {
  const { webhooks: theirs } = new Paddle('pdl_sdbx_apikey_1');
  const accepts = (header: string, text: string) =>
    paddle.verify(aCall(text, { 'paddle-signature': header }), { secretKey: SECRET }, NOW) === 'genuine';

  // Paddle's library reads the clock itself.
  beforeEach(() => void jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  const theyAccept = (header: string, text: string) => theirs.isSignatureValid(text, SECRET, header).catch(() => false);

  it('reads the same events', async () => {
    const text = JSON.stringify({
      event_id: 'evt_01',
      event_type: 'customer.created',
      occurred_at: '2026-11-20T12:00:00.000Z',
      notification_id: 'ntf_01',
      data: { id: 'ctm_01', email: 'ada@example.com', status: 'active', locale: 'en', marketing_consent: false },
    });
    const header = `ts=${SECONDS};h1=${hex(SECRET, `${SECONDS}:${text}`)}`;
    const event = await theirs.unmarshal(text, SECRET, header);
    expect(accepts(header, text)).toBe(true);
    expect(paddle.read(JSON.parse(text), { secretKey: SECRET })).toMatchObject([{ id: event.eventId }]);
  });

  it('agrees with the adapter within its 5 seconds', async () => {
    const times = fc.integer({ min: SECONDS - 5, max: SECONDS + 300 });
    let believed = 0;
    await fc.assert(
      fc.asyncProperty(times, fc.boolean(), body, spoil, async (time, isHonest, text, one) => {
        const header = `ts=${time};h1=${one(hex(SECRET, `${isHonest ? time : time + 1}:${text}`))}`;
        const isGenuine = accepts(header, text);
        if (isGenuine) believed++;
        return isGenuine === (await theyAccept(header, text));
      }),
      runs(1_000, 50_000),
    );
    expect(believed).toBeGreaterThan(20);
  });

  it('refuses a call after 6 seconds, which the adapter accepts for 5 minutes', async () => {
    const time = SECONDS - 6;
    const header = `ts=${time};h1=${hex(SECRET, `${time}:${BODY}`)}`;
    await expect(theyAccept(header, BODY)).resolves.toBe(false);
    expect(accepts(header, BODY)).toBe(true);
  });

  it('checks only the last of two signatures, whereas the adapter accepts either', async () => {
    const right = hex(SECRET, `${SECONDS}:${BODY}`);
    const header = `ts=${SECONDS};h1=${right};h1=${hex('old', `${SECONDS}:${BODY}`)}`;
    await expect(theyAccept(header, BODY)).resolves.toBe(false);
    expect(accepts(header, BODY)).toBe(true);
  });
});
