import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError, type WebhookHeaders } from './webhook-signature.js';

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another of twenty-four by').toString('base64')}`;
const BODY = JSON.stringify({ type: 'message.sent', timestamp: '2026-11-22T10:00:00.000Z', data: { to: 'Gräce' } });
const AT = new Date('2026-11-22T10:00:00Z');
const now = AT.getTime();

/** Signed by the reference implementation of Standard Webhooks. */
const headersOf = (secret = SECRET, body = BODY): Record<string, string> => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(now / 1000),
  'webhook-signature': new Webhook(secret).sign('msg_1', AT, body),
});

describe('verifyWebhook', () => {
  it.each<[string, WebhookHeaders]>([
    ['a plain object', headersOf()],
    [
      'names in capitals',
      Object.fromEntries(Object.entries(headersOf()).map(([key, value]) => [key.toUpperCase(), value])),
    ],
    ['Headers of fetch', new Headers(headersOf())],
    ['a list of values', Object.fromEntries(Object.entries(headersOf()).map(([key, value]) => [key, [value]]))],
    ['two signatures', { ...headersOf(), 'webhook-signature': `v1,AAAA ${headersOf()['webhook-signature']}` }],
  ])('takes a genuine call with %s', (_, headers) => {
    expect(verifyWebhook(BODY, headers, SECRET, { now })).toEqual(JSON.parse(BODY));
  });

  it('takes bytes, and either secret during a rotation', () => {
    expect(verifyWebhook(Buffer.from(BODY), headersOf(), [OTHER, SECRET], { now }).type).toBe('message.sent');
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['another body', BODY.replace('Gräce', 'Grace'), headersOf(), SECRET],
    ['another secret', BODY, headersOf(), OTHER],
    ['another id', BODY, { ...headersOf(), 'webhook-id': 'msg_2' }, SECRET],
    ['another time', BODY, { ...headersOf(), 'webhook-timestamp': String(now / 1000 + 1) }, SECRET],
    ['a time that is none', BODY, { ...headersOf(), 'webhook-timestamp': '1e9' }, SECRET],
    [
      'an unknown version',
      BODY,
      { ...headersOf(), 'webhook-signature': headersOf()['webhook-signature']!.replace('v1,', 'v2,') },
      SECRET,
    ],
    ['no signature', BODY, { ...headersOf(), 'webhook-signature': '' }, SECRET],
    ['an empty signature', BODY, { ...headersOf(), 'webhook-signature': 'v1,' }, SECRET],
    ['no JSON', 'Hello', headersOf(SECRET, 'Hello'), SECRET],
  ])('refuses a call with %s', (_, body, headers, secret) => {
    expect(() => verifyWebhook(body, headers, secret, { now })).toThrow(WebhookVerificationError);
  });

  it('refuses a call that is more than five minutes away', () => {
    const verify = (seconds: number, tolerance?: number) => () =>
      verifyWebhook(BODY, headersOf(), SECRET, { now: now + seconds * 1000, tolerance });
    expect(verify(300)).not.toThrow();
    expect(verify(301)).toThrow(WebhookVerificationError);
    expect(verify(-301)).toThrow(WebhookVerificationError);
    expect(verify(20, 10)).toThrow(WebhookVerificationError);
  });

  it('tells a mistake in the code from a forged call', () => {
    expect(() => verifyWebhook(JSON.parse(BODY) as string, headersOf(), SECRET, { now })).toThrow(TypeError);
    expect(() => verifyWebhook(BODY, headersOf(), 'secret', { now })).toThrow(TypeError);
  });
});
