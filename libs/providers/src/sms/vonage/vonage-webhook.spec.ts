import { describe, expect, it } from '@jest/globals';
import { createHash, createHmac } from 'node:crypto';
import { SMS } from '@vonage/sms';
import { Auth } from '@vonage/auth';
import type { WebhookRequest } from '../../adapter/webhook.js';
import { aCall } from '../testing.js';
import { vonage } from './vonage.js';
import { SIGNATURE_METHODS } from './vonage-webhook.js';

const settings = { apiKey: 'abcd1234', apiSecret: 'secret', signatureSecret: 'signing', signatureMethod: 'sha256' };
const delivered = {
  msisdn: '447700900000',
  to: 'AcmeInc',
  'network-code': '12345',
  messageId: '0A0000001234567B',
  price: '0.03330000',
  status: 'delivered',
  scts: '2001011400',
  'err-code': '0',
  'api-key': 'abcd1234',
  'message-timestamp': '2020-01-01 12:00:00',
  timestamp: '1582650446',
  nonce: 'ec11dd3e-1e7f-4db5-9467-82b02cd223b9',
  'client-ref': 'r-1',
};
const hello = { 'api-key': 'abcd1234', msisdn: '447700900001', to: '447700900000', messageId: '0A01', text: 'STOP & go = on', type: 'text', keyword: 'STOP' }; // prettier-ignore

/** Signs as the documentation says. */
function signed<Fields extends Record<string, string>>(fields: Fields, method = 'sha256', secret = 'signing') {
  const names = Object.keys(fields).sort();
  const text = names.map((name) => `&${name}=${fields[name]?.replace(/[&=]/g, '_')}`).join('');
  const sig =
    method === 'md5hash'
      ? createHash('md5')
          .update(text + secret)
          .digest('hex')
      : createHmac(method, secret).update(text).digest('hex');
  return { ...fields, sig: sig.toUpperCase() };
}
const read = (request: WebhookRequest, given: object = settings) => vonage.webhook?.(request, given, {});
const reportOf = async (fields: object) => {
  const answer = await read(aCall({ json: signed({ ...delivered, ...fields }) }));
  return answer?.kind === 'read' ? answer.reports : answer;
};

describe('readVonageCall', () => {
  it('reads a delivery receipt, as JSON and as a form', async () => {
    const expected = {
      kind: 'read',
      reports: [
        {
          eventId: '0A0000001234567B:delivered',
          kind: 'delivered',
          providerId: '0A0000001234567B',
          reference: 'r-1',
          recipient: '447700900000',
          detail: 'delivered',
          cost: { amount: '0.03330000', currency: 'EUR' },
          at: new Date(1_582_650_446_000),
        },
      ],
      inbound: [],
    };
    expect(await read(aCall({ json: signed(delivered) }))).toEqual(expected);
    expect(await read(aCall({ form: signed(delivered) }))).toEqual(expected);
  });

  it.each(SIGNATURE_METHODS)("agrees with Vonage's own library about %s", async (method) => {
    const fields = signed(hello, method);
    const { sig, ...params } = fields;
    const sdk = new SMS(new Auth({ apiKey: 'abcd1234', apiSecret: 'x' }));
    const names = { md5hash: 'MD5HASH', md5: 'MD5HMAC', sha1: 'SHA1HMAC', sha256: 'SHA256HMAC', sha512: 'SHA512HMAC' };
    expect(sdk.verifySignature(sig, params, 'signing', names[method] as never)).toBe(true);
    expect(await read(aCall({ json: fields }), { ...settings, signatureMethod: method })).toMatchObject({
      kind: 'read',
    });
  });

  it('reads an incoming message', async () => {
    expect(await read(aCall({ json: signed(hello) }))).toEqual({
      kind: 'read',
      reports: [],
      inbound: [{ eventId: '0A01', from: '447700900001', to: '447700900000', body: 'STOP & go = on', at: null }],
    });
  });

  it.each([
    [
      { status: 'failed', 'err-code': '3' },
      { kind: 'bounced', bounce: 'hard' },
    ],
    [
      { status: 'failed', 'err-code': '2' },
      { kind: 'bounced', bounce: 'soft' },
    ],
    [
      { status: 'rejected', 'err-code': '6' },
      { kind: 'bounced', bounce: 'policy' },
    ],
    [
      { status: 'failed', 'err-code': '1' },
      { kind: 'bounced', bounce: 'soft', detail: 'failed: error 1' },
    ],
    [{ status: 'expired', 'err-code': '1' }, { kind: 'failed' }],
    [{ status: 'rejected', 'err-code': '15' }, { kind: 'failed' }],
    [{ status: 'accepted' }, { kind: 'accepted' }],
    [{ status: 'buffered' }, { kind: 'accepted' }],
    [{ status: 'unknown', 'err-code': '1' }, { kind: 'accepted' }],
  ])('reads %j', async (fields, expected) => {
    expect(await reportOf(fields)).toMatchObject([expected]);
  });

  it('reports an opt-out at the carrier', async () => {
    expect(await reportOf({ status: 'rejected', 'err-code': '9' })).toMatchObject([
      { kind: 'failed' },
      { kind: 'unsubscribed', eventId: expect.stringMatching(/:stop$/) },
    ]);
  });

  const { sig: good, ...unsigned } = signed(delivered);
  it.each<[string, object]>([
    ['without a signature', unsigned],
    ['with an empty signature', { ...unsigned, sig: '' }],
    ['with another secret', signed(delivered, 'sha256', 'other')],
    ['with another method', signed(delivered, 'sha1')],
    ['with a changed status', { ...signed(delivered), status: 'failed' }],
    ['with a changed number', { ...signed(delivered), msisdn: '447700900009' }],
    ['with an added field', { ...signed(delivered), extra: '1' }],
    ['with a removed field', { ...signed(delivered), nonce: undefined }],
    ['with a moved separator', { ...unsigned, nonce: 'x_price_1', price: undefined, sig: good }],
    ['of another account', signed({ ...delivered, 'api-key': 'other123' })],
  ])('refuses a call %s', async (_, json) => {
    expect(await read(aCall({ json }))).toMatchObject({ kind: 'forged' });
  });

  it('refuses every call without a signature secret', async () => {
    expect(await read(aCall({ json: signed(delivered) }), { ...settings, signatureSecret: undefined })).toMatchObject({
      kind: 'forged',
    });
  });

  it.each([
    ['no id', { ...delivered, messageId: '' }],
    ['neither a status nor a text', { ...delivered, status: '' }],
  ])('cannot read a call with %s', async (_, fields) => {
    expect(await read(aCall({ json: signed(fields) }))).toMatchObject({ kind: 'unreadable' });
  });
});
