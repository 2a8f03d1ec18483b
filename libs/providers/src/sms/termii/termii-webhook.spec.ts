import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '../../adapter/webhook.js';
import { aCall } from '../testing.js';
import { termii } from './termii.js';

const settings = { apiKey: 'the-api-key', secretKey: 'the-secret' };
const read = (request: WebhookRequest, given: object = settings) => termii.webhook?.(request, given, {});
const sign = (body: Buffer, key = settings.secretKey) => createHmac('sha512', key).update(body).digest('hex');
const signed = (json: unknown, of = sign) => {
  const call = aCall({ json });
  return { ...call, headers: { ...call.headers, 'x-termii-signature': of(call.body) } };
};
const report = {
  type: 'outbound',
  id: '7f1d3c7e-1',
  message_id: '91228212701234567',
  receiver: '2348012345678',
  sender: 'DUNDUN',
  message: 'Your code is 1234: 12345678901234567, ok',
  sent_at: '2026-11-20 10:00:00',
  cost: '1.00',
  status: 'DELIVERED',
  channel: 'dnd',
};

describe('readTermiiCall', () => {
  it('reads a delivery report', async () => {
    expect(await read(signed(report))).toEqual({
      kind: 'read',
      reports: [
        {
          eventId: '91228212701234567:DELIVERED',
          kind: 'delivered',
          providerId: '91228212701234567',
          reference: null,
          recipient: '2348012345678',
          detail: 'DELIVERED',
          cost: { amount: '1.00', currency: null },
          at: null,
        },
      ],
      inbound: [],
    });
  });

  it.each<[string, object]>([
    ['DELIVERED', { kind: 'delivered' }],
    ['Message Delivered', { kind: 'delivered' }],
    ['DELIVERED | Message delivered to handset', { kind: 'delivered' }],
    ['Message Sent', { kind: 'accepted' }],
    ['Message Failed', { kind: 'bounced', bounce: 'soft' }],
    ['DND Active on Phone Number', { kind: 'bounced', bounce: 'policy' }],
    ['Rejected', { kind: 'failed' }],
    ['Expired', { kind: 'failed' }],
    ['Unknown Status', { kind: 'accepted', detail: 'Unknown Status' }],
  ])('%s', async (status, expected) => {
    expect(await read(signed({ ...report, status }))).toMatchObject({ kind: 'read', reports: [expected] });
  });

  it('keeps every digit of a numeric id', async () => {
    const text = JSON.stringify(report).replace('"91228212701234567"', '9122821270123456789012');
    const call = { ...aCall(), body: Buffer.from(text) };
    call.headers['x-termii-signature'] = sign(call.body).toUpperCase();
    expect(await read(call)).toMatchObject({ reports: [{ providerId: '9122821270123456789012' }] });
  });

  it('returns the same event for a repeated report, whatever cost it states', async () => {
    const eventId = '91228212701234567:DELIVERED';
    for (const cost of ['1.00', '2.00', 'free'])
      expect(await read(signed({ ...report, cost }))).toMatchObject({ reports: [{ eventId }] });
  });

  it.each<[string, unknown]>([
    ['no JSON', undefined],
    ['a list', [report]],
    ['null', null],
    ['no id', { ...report, id: undefined, message_id: undefined }],
    ['no status', { ...report, status: undefined }],
    ['an object as the id', { ...report, id: {}, message_id: {} }],
  ])('refuses %s', async (_, json) => {
    expect(await read(json === undefined ? { ...signed(0), ...garbage() } : signed(json))).toMatchObject({
      kind: 'unreadable',
    });
  });
  const garbage = () => {
    const body = Buffer.from('status=DELIVERED');
    return { body, headers: { 'x-termii-signature': sign(body) } };
  };
});

it('reads an incoming SMS', async () => {
  const sms = { type: 'inbound', id: 'in-1', sender: '+234 801 234 5678', receiver: 'DUNDUN', message: 'Stop' };
  expect(await read(signed({ ...sms, received_at: '2026-11-20T10:00:00Z' }))).toEqual({
    kind: 'read',
    reports: [],
    inbound: [
      { eventId: 'in-1', from: '2348012345678', to: 'DUNDUN', body: 'Stop', at: new Date('2026-11-20T10:00:00Z') },
    ],
  });
  expect(await read(signed({ ...sms, sender: undefined }))).toMatchObject({ kind: 'unreadable' });
});

it('ignores a call about something else', async () => {
  const offline = { type: 'device_status', status: 'DISCONNECTED', device_id: 'd-1' };
  expect(await read(signed(offline))).toEqual({ kind: 'read', reports: [], inbound: [] });
});

describe('readTermiiCall, forgery', () => {
  const genuine = signed(report);
  const withSignature = (value: string | undefined) => ({
    ...genuine,
    headers: { ...genuine.headers, 'x-termii-signature': value },
  });
  it.each<[string, WebhookRequest]>([
    ['signed with another key', signed(report, (body) => sign(body, 'other'))],
    ['signed with the API key', signed(report, (body) => sign(body, settings.apiKey))],
    ['with another status', { ...genuine, body: aCall({ json: { ...report, status: 'Expired' } }).body }],
    ['with an extra field', { ...genuine, body: aCall({ json: { ...report, more: 1 } }).body }],
    ['with an extra byte', { ...genuine, body: Buffer.concat([genuine.body, Buffer.from(' ')]) }],
    ['with the body as a form', { ...genuine, body: aCall({ form: { status: 'DELIVERED' } }).body }],
    ['without a signature', withSignature(undefined)],
    ['with an empty signature', withSignature('')],
    ['with a short signature', withSignature(sign(genuine.body).slice(0, 64))],
    ['with SHA-256', withSignature(createHmac('sha256', settings.secretKey).update(genuine.body).digest('hex'))],
    ['in base64', withSignature(Buffer.from(sign(genuine.body), 'hex').toString('base64'))],
    ['with garbage', withSignature('ẹ'.repeat(128))],
  ])('%s', async (_, call) => expect(await read(call)).toEqual({ kind: 'forged', detail: expect.any(String) }));

  it('refuses every call when no secret key is set', async () => {
    const unsigned = signed(report, (body) => createHmac('sha512', '').update(body).digest('hex'));
    for (const call of [genuine, unsigned]) {
      expect(await read(call, { apiKey: 'x' })).toEqual({ kind: 'forged', detail: 'no secret key is set' });
    }
  });
});

it('encrypts the secret key and requires a value', () => {
  expect(termii.secretFields).toContain('secretKey');
  expect(termii.settings.safeParse({ apiKey: 'x', secretKey: ' ' }).success).toBe(false);
});
