import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import sdk from 'twilio';
import type { WebhookRequest } from '../../adapter/webhook.js';
import { aCall } from '../testing.js';
import { twilio } from './twilio.js';

const settings = { accountSid: `AC${'a'.repeat(32)}`, authToken: 'the-token' };
const sid = `SM${'1'.repeat(32)}`;
const url = 'https://here.test/hooks/k3y?reference=r-1';
const status = { AccountSid: settings.accountSid, MessageSid: sid, SmsSid: sid, To: '+2348012345678', From: 'DUNDUN' };
const delivered = { ...status, MessageStatus: 'delivered', SmsStatus: 'delivered' };
const incoming = { ...status, From: '+2348012345678', To: '+15005550006', SmsStatus: 'received', Body: 'STOP' };

const read = (request: WebhookRequest) => twilio.webhook?.(request, settings, {});
const sign = (signed: string, params: object, token = settings.authToken) => ({
  'x-twilio-signature': sdk.getExpectedTwilioSignature(token, signed, params as Record<string, string>),
});
/** Builds a call signed by Twilio's own library. */
const signed = (form: Record<string, string>, at = url) => aCall({ url: at, form, headers: sign(at, form) });

describe('readTwilioCall, status callback', () => {
  it('reads a delivery report', async () => {
    expect(await read(signed(delivered))).toEqual({
      kind: 'read',
      reports: [
        {
          eventId: `${sid}:delivered`,
          kind: 'delivered',
          providerId: sid,
          reference: 'r-1',
          recipient: '2348012345678',
          detail: 'delivered',
          at: null,
        },
      ],
      inbound: [],
    });
  });

  it.each<[string, string | undefined, object]>([
    ['accepted', undefined, { kind: 'accepted' }],
    ['queued', undefined, { kind: 'accepted' }],
    ['sending', undefined, { kind: 'accepted' }],
    ['sent', undefined, { kind: 'accepted', detail: 'sent' }],
    ['delivered', undefined, { kind: 'delivered' }],
    ['Delivered', undefined, { kind: 'delivered' }],
    ['undelivered', '30003', { kind: 'bounced', bounce: 'soft', detail: 'undelivered: 30003' }],
    ['undelivered', '30005', { kind: 'bounced', bounce: 'hard' }],
    ['undelivered', '30006', { kind: 'bounced', bounce: 'hard' }],
    ['undelivered', '30007', { kind: 'bounced', bounce: 'policy' }],
    ['undelivered', '30034', { kind: 'bounced', bounce: 'policy' }],
    ['undelivered', '39999', { kind: 'bounced', bounce: 'soft' }],
    ['undelivered', undefined, { kind: 'bounced', bounce: 'soft' }],
    ['failed', '21614', { kind: 'bounced', bounce: 'hard' }],
    ['failed', '30001', { kind: 'failed', detail: 'failed: 30001' }],
    ['failed', undefined, { kind: 'failed' }],
    ['canceled', undefined, { kind: 'failed' }],
    // A late code of a delivered message changes nothing.
    ['delivered', '30005', { kind: 'delivered' }],
    ['of-tomorrow', undefined, { kind: 'accepted', detail: 'of-tomorrow' }],
  ])('%s %s', async (MessageStatus, ErrorCode, expected) => {
    const call = signed({ ...status, MessageStatus, ...(ErrorCode && { ErrorCode }) });
    expect(await read(call)).toMatchObject({ kind: 'read', reports: [expected] });
  });

  it.each(['failed', 'undelivered'])(
    'reads %s after a STOP as a report about both the message and the person',
    async (MessageStatus) => {
      const answer = await read(signed({ ...status, MessageStatus, ErrorCode: '21610' }));
      const common = {
        providerId: sid,
        reference: 'r-1',
        recipient: '2348012345678',
        detail: `${MessageStatus}: 21610`,
      };
      expect(answer).toMatchObject({
        reports: [
          { ...common, kind: 'failed', eventId: `${sid}:${MessageStatus}` },
          { ...common, kind: 'unsubscribed', eventId: `${sid}:${MessageStatus}:stop` },
        ],
      });
    },
  );

  it.each([
    ['an unknown field', { ...delivered, Tomorrow: 'ẹ̀ & = +' }, url],
    ['an empty field', { ...delivered, ErrorCode: '' }, url],
    ['fields whose order depends on capital letters', { ...delivered, a: '1', B: '2', _: '3' }, url],
    ['a URL with special characters', delivered, "https://here.test/hooks/k3y?reference=r-1&note=it's%20fine"],
    ['a non-standard port', delivered, 'https://here.test:8443/hooks/k3y'],
  ])('with %s', async (_, form, at) => {
    const call = signed(form as Record<string, string>, at);
    const signature = String(call.headers['x-twilio-signature']);
    expect(sdk.validateRequest(settings.authToken, signature, at, form)).toBe(true);
    expect(await read(call)).toMatchObject({ kind: 'read', reports: [{ kind: 'delivered' }] });
  });

  it.each(['https://here.test:443/hooks/k3y', 'https://here.test/hooks/k3y'])(
    'accepts a call signed with %s',
    async (at) => {
      const call = aCall({ url: 'https://here.test/hooks/k3y', form: delivered, headers: sign(at, delivered) });
      expect(await read(call)).toMatchObject({ kind: 'read' });
    },
  );

  it('accepts JSON with a hash of the body in the signed URL', async () => {
    const hash = createHash('sha256').update(JSON.stringify(delivered)).digest('hex');
    const at = `${url}&bodySHA256=${hash}`;
    const call = aCall({ url: at, json: delivered, headers: sign(at, {}) });
    expect(await read(call)).toMatchObject({ kind: 'read', reports: [{ kind: 'delivered', providerId: sid }] });
    expect(await read({ ...call, body: Buffer.from(JSON.stringify({ ...delivered, To: '+1' })) })).toMatchObject({
      kind: 'forged',
    });
  });

  it('accepts a GET signed by its URL alone', async () => {
    const at = `https://here.test/hooks/k3y?${new URLSearchParams(delivered)}`;
    const call = { ...aCall({ url: at, headers: sign(at, {}) }), method: 'GET', body: Buffer.alloc(0) };
    expect(await read(call)).toMatchObject({ kind: 'read', reports: [{ kind: 'delivered' }] });
    expect(await read({ ...call, url: `${at}&x=1` })).toMatchObject({ kind: 'forged' });
  });

  it('returns the same event for a repeated call', async () => {
    const [one, two] = [await read(signed(delivered)), await read(signed({ ...delivered, RetryCount: '1' }))];
    expect(one).toEqual(two);
  });
});

describe('readTwilioCall, forgery', () => {
  const withForm = (form: Record<string, string>) => ({ ...signed(delivered), body: aCall({ form }).body });
  it.each<[string, WebhookRequest]>([
    ['signed with another token', aCall({ url, form: delivered, headers: sign(url, delivered, 'other') })],
    ['with another value', withForm({ ...delivered, MessageStatus: 'failed' })],
    ['with another name', withForm({ ...status, MessageState: 'delivered' })],
    ['with an extra field', withForm({ ...delivered, ErrorCode: '30005' })],
    ['with a missing field', withForm({ ...status, MessageStatus: 'delivered' })],
    ['with a repeated field', { ...signed(delivered), body: Buffer.from(`${new URLSearchParams(delivered)}&To=%2B1`) }],
    ['for another path', { ...signed(delivered), url: 'https://here.test/hooks/other?reference=r-1' }],
    ['for another message', { ...signed(delivered), url: 'https://here.test/hooks/k3y?reference=r-2' }],
    ['for another host', { ...signed(delivered), url: 'https://there.test/hooks/k3y?reference=r-1' }],
    ['for http', { ...signed(delivered), url: url.replace('https', 'http') }],
    ['for another account', signed({ ...delivered, AccountSid: `AC${'b'.repeat(32)}` })],
    ['without an account', signed({ MessageSid: sid, MessageStatus: 'delivered' })],
    ['without a signature', aCall({ url, form: delivered })],
    ['with an empty signature', aCall({ url, form: delivered, headers: { 'x-twilio-signature': '' } })],
    ['with garbage', aCall({ url, form: delivered, headers: { 'x-twilio-signature': 'ẹ'.repeat(28) } })],
    ['in hex', signedAs('hex')],
    ['in base64url', signedAs('base64url')],
    ['with JSON signed like a form', aCall({ url, json: delivered, headers: sign(url, delivered) })],
    ['with JSON signed by its URL, without a hash', aCall({ url, json: delivered, headers: sign(url, {}) })],
    ['with the signature of an empty body', aCall({ url, form: delivered, headers: sign(url, {}) })],
  ])('%s', async (_, call) => expect(await read(call)).toEqual({ kind: 'forged', detail: expect.any(String) }));

  function signedAs(encoding: 'hex' | 'base64url') {
    const bytes = Buffer.from(sign(url, delivered)['x-twilio-signature'], 'base64');
    return aCall({ url, form: delivered, headers: { 'x-twilio-signature': bytes.toString(encoding) + '==' } });
  }
});

it('reads a megabyte of fields in linear time', async () => {
  const body = Buffer.from(Array.from({ length: 150_000 }, (_, index) => `${index.toString(36)}=`).join('&'));
  expect(await read({ ...aCall({ url, headers: { 'x-twilio-signature': 'x' } }), body })).toMatchObject({
    kind: 'forged',
  });
});

describe('readTwilioCall, incoming SMS', () => {
  it('reads the SMS and needs no reply', async () => {
    expect(await read(signed(incoming))).toEqual({
      kind: 'read',
      reports: [],
      inbound: [{ eventId: sid, from: '2348012345678', to: '15005550006', body: 'STOP', at: null }],
      reply: { contentType: 'text/xml', body: '<Response/>' },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['without a text', { ...status, SmsStatus: 'received' }],
    ['without a sender', { AccountSid: settings.accountSid, MessageSid: sid, SmsStatus: 'received', Body: 'a' }],
    ['without a status', { ...status, Body: 'a' }],
    ['without an id', { AccountSid: settings.accountSid, MessageStatus: 'sent' }],
  ])('refuses a call %s', async (_, form) => expect(await read(signed(form))).toMatchObject({ kind: 'unreadable' }));
});
