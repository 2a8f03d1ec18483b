import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { mailgunCall } from '../../testing/index.js';
import type { WebhookRequest } from '../../adapter/webhook.js';
import { mailgun } from './mailgun.js';

const key = 'the-signing-key';
const settings = { apiKey: 'key-1', domain: 'sender.test', webhookSigningKey: key };
const now = Date.parse('2026-11-20T10:00:00Z');
const timestamp = String(now / 1000);
const read = (request: WebhookRequest, given: object = settings) => mailgun.webhook?.(request, given, { now });

const base = {
  id: 'event-1',
  timestamp: 1795168800.5,
  recipient: 'ada@example.test',
  message: { headers: { 'message-id': 'id-1@sender.test' } },
  'user-variables': { reference: 'r-1' },
};
const delivered = { ...base, event: 'delivered', 'delivery-status': { code: 250, message: 'OK' } };
const failed = (over: object, status: object = {}) => ({
  ...base,
  event: 'failed',
  'delivery-status': status,
  ...over,
});
const permanent = (status: object, reason = 'bounce') => failed({ severity: 'permanent', reason }, status);

describe('readMailgunEvent', () => {
  it('reads a report', async () => {
    expect(await read(mailgunCall(delivered, { key, timestamp, token: 't'.repeat(50) }))).toEqual({
      kind: 'read',
      reports: [
        {
          eventId: 't'.repeat(50),
          kind: 'delivered',
          providerId: 'id-1@sender.test',
          reference: 'r-1',
          recipient: 'ada@example.test',
          detail: '250 OK',
          at: new Date('2026-11-20T10:00:00.500Z'),
        },
      ],
      inbound: [],
    });
  });

  it.each<[object, object | null]>([
    [
      { ...base, event: 'accepted' },
      { kind: 'accepted', detail: 'accepted' },
    ],
    [
      { ...base, event: 'rejected', reject: { reason: 'Sandbox' } },
      { kind: 'failed', detail: 'Sandbox' },
    ],
    [{ ...base, event: 'complained' }, { kind: 'complained' }],
    [{ ...base, event: 'unsubscribed' }, { kind: 'unsubscribed' }],
    [
      { ...base, event: 'opened', 'client-info': { 'user-agent': 'Mozilla' } },
      { kind: 'opened', userAgent: 'Mozilla' },
    ],
    [
      { ...base, event: 'clicked', url: 'https://sender.test/a' },
      { kind: 'clicked', url: 'https://sender.test/a' },
    ],
    [
      failed({ severity: 'temporary', reason: 'greylisted' }, { code: 450, message: 'Greylisted' }),
      { kind: 'deferred', detail: '450 Greylisted' },
    ],
    [
      permanent({ code: 550, message: '5.1.1 The account does not exist' }),
      { kind: 'bounced', bounce: 'hard', detail: '550 5.1.1 The account does not exist' },
    ],
    [permanent({ code: 550, message: '5.7.1 Blocked' }), { kind: 'bounced', bounce: 'policy' }],
    [permanent({ code: 550, message: 'No', 'enhanced-code': '5.7.26' }), { kind: 'bounced', bounce: 'policy' }],
    [permanent({ code: 552, message: '5.2.2 Over quota' }), { kind: 'bounced', bounce: 'soft' }],
    [permanent({ code: 550, message: 'Something' }, 'generic'), { kind: 'bounced', bounce: 'hard' }],
    [permanent({}), { kind: 'bounced', bounce: 'hard' }],
    [
      permanent({ code: 605, message: 'Not delivering to previously bounced address' }, 'suppress-bounce'),
      { kind: 'failed' },
    ],
    [permanent({ code: 606 }, 'suppress-unsubscribe'), { kind: 'failed' }],
    [permanent({ code: 607 }, 'suppress-complaint'), { kind: 'failed' }],
    [permanent({ code: 605 }, 'generic'), { kind: 'failed' }],
    [permanent({ code: 602, message: 'Too old' }, 'old'), { kind: 'failed' }],
    [{ ...base, event: 'stored' }, null],
    [{ ...base, event: 'list_uploaded' }, null],
    [{ event: 'delivered' }, { kind: 'delivered', providerId: null, reference: null, recipient: null, at: null }],
    [
      { event: 'failed', message: 'x', 'delivery-status': [], 'user-variables': null },
      { kind: 'bounced', bounce: 'hard' },
    ],
  ])('%j', async (event, expected) => {
    const answer = await read(mailgunCall(event, { key, timestamp }));
    expect(answer).toMatchObject({ kind: 'read', reports: expected ? [expected] : [] });
  });

  it('returns the same event id for every repetition, whatever else the body contains', async () => {
    const token = 'a'.repeat(50);
    const replayed = mailgunCall(delivered, { key, timestamp, token });
    expect(await read(replayed)).toEqual(await read(replayed));
    // The signature does not cover the event; deduplicating the id, which is signed, rejects the altered event.
    const altered = mailgunCall({ ...base, event: 'complained', id: 'event-2' }, { key, timestamp, token });
    expect(await read(altered)).toMatchObject({ reports: [{ eventId: token }] });
  });

  it.each([-1, 11 * 3600])('accepts an event %i s after its timestamp', async (age) => {
    const call = mailgunCall(delivered, { key, timestamp: String(now / 1000 - age) });
    expect(await read(call)).toMatchObject({ kind: 'read' });
  });
});

describe('readMailgunEvent, forgery', () => {
  const token = '1'.repeat(50);
  const good = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  const call = (signature: unknown, event: unknown = delivered): WebhookRequest => ({
    ...mailgunCall({}, { key }),
    body: Buffer.from(JSON.stringify({ signature, 'event-data': event })),
  });

  it.each<[string, WebhookRequest]>([
    ['with the key of another account', mailgunCall(delivered, { key: 'another', timestamp })],
    ['with the API key', mailgunCall(delivered, { key: settings.apiKey, timestamp })],
    ['with another token', call({ timestamp, token: '2'.repeat(50), signature: good })],
    ['with another timestamp', call({ timestamp: String(now / 1000 + 1), token, signature: good })],
    [
      'with digits moved to the timestamp',
      call({ timestamp: `${timestamp}1`, token: token.slice(1), signature: good }),
    ],
    [
      'with digits moved to the token',
      call({ timestamp: timestamp.slice(0, -1), token: `0${token}`, signature: good }),
    ],
    ['with half a signature', call({ timestamp, token, signature: good.slice(0, 32) })],
    ['with a signature in capitals', call({ timestamp, token, signature: good.toUpperCase() })],
    ['with no signature', call({ timestamp, token })],
    ['with no token', call({ timestamp, signature: good })],
    ['with no timestamp', call({ token, signature: good })],
    ['with a number as timestamp', call({ timestamp: Number(timestamp), token, signature: good })],
    ['with an array as signature', call({ timestamp, token, signature: [good] })],
    ['with an empty token', mailgunCall(delivered, { key, timestamp, token: '' })],
    ['with nothing', call(undefined)],
    ['too late', mailgunCall(delivered, { key, timestamp: String(now / 1000 - 13 * 3600) })],
    ['too early', mailgunCall(delivered, { key, timestamp: String(now / 1000 + 3600) })],
    ...['', 'x', '[]', 'null', '{"a":', 'timestamp=1&token=2&signature=3'].map((body): [string, WebhookRequest] => [
      `like ${body}`,
      { ...mailgunCall({}, { key }), body: Buffer.from(body) },
    ]),
  ])('refuses an event %s', async (_name, request) => {
    expect(await read(request)).toEqual({ kind: 'forged', detail: expect.stringMatching(/\w/) });
  });

  it('refuses every event when no key is set', async () => {
    const unset = { ...settings, webhookSigningKey: undefined };
    const detail = 'no webhook signing key is set';
    expect(await read(mailgunCall(delivered, { key, timestamp }), unset)).toEqual({ kind: 'forged', detail });
  });

  it.each([undefined, null, [], 'x', {}, { event: 7 }])(
    'reports a signed body that contains %j as unreadable',
    async (event) => {
      expect(await read(mailgunCall(event, { key, timestamp }))).toMatchObject({ kind: 'unreadable' });
    },
  );
});
