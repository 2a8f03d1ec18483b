import { describe, expect, it } from '@jest/globals';
import type { WebhookRequest } from '../../adapter/webhook.js';
import { brevoCall } from '../../testing/index.js';
import { brevo } from './brevo.js';

const settings = { apiKey: 'xkeysib-1', webhookToken: 'the-token' };
const bounce = {
  event: 'hard_bounce',
  email: 'ada@example.test',
  id: 26_224,
  date: '2026-11-20 10:00:00',
  ts: 1_795_168_800,
  'message-id': '<201798300811.5787683@smtp-relay.mailin.fr>',
  ts_event: 1_795_168_800,
  ts_epoch: 1_795_168_800_123,
  subject: 'Your order',
  'X-Mailin-custom': 'r-1',
  reason: '550 5.1.1 user unknown',
  tags: ['order'],
};
const read = (request: WebhookRequest, given: object = settings) => brevo.webhook?.(request, given, {});
const call = (events: unknown) => brevoCall(events, { token: 'the-token' });
const reportsOf = async (events: unknown) => {
  const answer = await read(call(events));
  return answer?.kind === 'read' ? answer.reports : answer;
};

describe('readBrevoEvents', () => {
  it('reads a bounce', async () => {
    expect(await read(call(bounce))).toEqual({
      kind: 'read',
      reports: [
        {
          eventId: expect.stringMatching(/^hard_bounce:[0-9a-f]{64}$/),
          kind: 'bounced',
          bounce: 'hard',
          providerId: '201798300811.5787683@smtp-relay.mailin.fr',
          reference: 'r-1',
          recipient: 'ada@example.test',
          detail: 'hard_bounce: 550 5.1.1 user unknown',
          at: new Date(1_795_168_800_123),
        },
      ],
      inbound: [],
    });
  });

  it('reads a batch, skips events about no message, and gives each its own id', async () => {
    const events = [
      bounce,
      { ...bounce, event: 'delivered' },
      { ...bounce, email: 'bob@example.test' },
      { event: 'list_addition' },
    ];
    const reports = await reportsOf(events);
    expect(reports).toHaveLength(3);
    expect(new Set((reports as { eventId: string }[]).map(({ eventId }) => eventId)).size).toBe(3);
    expect(await reportsOf(events)).toEqual(reports);
  });

  it.each([
    ['request', {}, { kind: 'accepted' }],
    ['delivered', {}, { kind: 'delivered' }],
    ['soft_bounce', { reason: '452 4.2.2 mailbox full' }, { kind: 'bounced', bounce: 'soft' }],
    ['hard_bounce', { reason: '554 5.7.1 blocked using a blocklist' }, { kind: 'bounced', bounce: 'policy' }],
    ['hard_bounce', { reason: '552 5.2.2 mailbox full' }, { kind: 'bounced', bounce: 'soft' }],
    ['invalid_email', {}, { kind: 'bounced', bounce: 'hard' }],
    ['blocked', {}, { kind: 'failed' }],
    ['error', {}, { kind: 'failed' }],
    ['deferred', {}, { kind: 'deferred' }],
    ['spam', {}, { kind: 'complained' }],
    ['unsubscribed', {}, { kind: 'unsubscribed' }],
    ['unique_opened', {}, { kind: 'opened' }],
    ['unique_proxy_open', {}, { kind: 'opened' }],
    ['click', { link: 'https://sender.test/a' }, { kind: 'clicked', url: 'https://sender.test/a' }],
  ])('reads %s with %j', async (event, fields, expected) => {
    expect(await reportsOf({ ...bounce, reason: undefined, event, ...fields })).toMatchObject([expected]);
  });

  it('reads a time in seconds, and none', async () => {
    expect(await reportsOf({ ...bounce, ts_epoch: 1_795_168_800 })).toMatchObject([
      { at: new Date(1_795_168_800_000) },
    ]);
    expect(await reportsOf({ ...bounce, ts_epoch: 'soon' })).toMatchObject([{ at: null }]);
  });

  const headers = (authorization?: string) => ({ ...call(bounce), headers: { authorization } });
  it.each<[string, WebhookRequest]>([
    ['another token', brevoCall(bounce, { token: 'another' })],
    ['a longer token', brevoCall(bounce, { token: 'the-token2' })],
    ['a shorter token', brevoCall(bounce, { token: 'the-toke' })],
    ['another case', brevoCall(bounce, { token: 'The-Token' })],
    ['no header', headers()],
    ['an empty header', headers('')],
    ['Basic authorization', headers(`Basic ${Buffer.from('the-token').toString('base64')}`)],
    ['the bare token', headers('the-token')],
  ])('refuses a call with %s', async (_, request) => {
    expect(await read(request)).toMatchObject({ kind: 'forged' });
  });

  it('refuses every call without a token', async () => {
    expect(await read(call(bounce), { apiKey: 'x' })).toMatchObject({ kind: 'forged' });
    expect(await read(headers('Bearer undefined'), { apiKey: 'x' })).toMatchObject({ kind: 'forged' });
  });

  it.each([null, 7, 'x', {}, { event: 7 }, [bounce, null], [[bounce]], Array.from({ length: 1_001 }, () => bounce)])(
    'cannot read call %#',
    async (events) => {
      expect(await read(call(events))).toMatchObject({ kind: 'unreadable' });
    },
  );
});
