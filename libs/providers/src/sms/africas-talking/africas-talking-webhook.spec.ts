import { describe, expect, it } from '@jest/globals';
import type { WebhookOptions, WebhookRequest } from '../../adapter/webhook.js';
import { africasTalking } from './africas-talking.js';
import { aCall } from '../testing.js';

const read = (request: WebhookRequest, options: WebhookOptions = {}) =>
  africasTalking.webhook?.(request, { username: 'app', apiKey: 'key' }, options);
const report = {
  id: 'ATXid_1',
  status: 'Success',
  phoneNumber: '+254711123456',
  networkCode: '63902',
  retryCount: '0',
};

describe('readAfricasTalkingCall', () => {
  it.each([{ form: report }, { json: report }])('reads a delivery report as %j', async (call) => {
    expect(await read(aCall(call))).toEqual({
      kind: 'read',
      reports: [
        {
          eventId: 'ATXid_1:Success',
          kind: 'delivered',
          providerId: 'ATXid_1',
          reference: null,
          recipient: '254711123456',
          detail: 'Success',
          at: null,
        },
      ],
      inbound: [],
    });
  });

  it.each<[string, string | undefined, object]>([
    ['Sent', undefined, { kind: 'accepted' }],
    ['Submitted', undefined, { kind: 'accepted' }],
    ['Buffered', undefined, { kind: 'deferred' }],
    ['AbsentSubscriber', undefined, { kind: 'deferred' }],
    ['Success', undefined, { kind: 'delivered' }],
    ['Rejected', undefined, { kind: 'failed' }],
    ['Expired', undefined, { kind: 'failed' }],
    ['Failed', undefined, { kind: 'bounced', bounce: 'soft' }],
    ['Failed', 'UserDoesNotExist', { kind: 'bounced', bounce: 'hard', detail: 'Failed: UserDoesNotExist' }],
    ['Failed', 'NotNetworkSubcriber', { kind: 'bounced', bounce: 'hard' }],
    ['Failed', 'UserIsInactive', { kind: 'bounced', bounce: 'soft' }],
    ['Failed', 'UserAccountSuspended', { kind: 'bounced', bounce: 'soft' }],
    ['Failed', 'InsufficientCredit', { kind: 'bounced', bounce: 'soft' }],
    ['Failed', 'DeliveryFailure', { kind: 'bounced', bounce: 'soft' }],
    ['Rejected', 'DoNotDisturbRejection', { kind: 'bounced', bounce: 'policy' }],
    ['Rejected', 'UserInBlackList', { kind: 'failed' }],
    ['Failed', 'OfTomorrow', { kind: 'bounced', bounce: 'soft', detail: 'Failed: OfTomorrow' }],
    ['Success', 'UserDoesNotExist', { kind: 'delivered' }],
    ['OfTomorrow', undefined, { kind: 'accepted' }],
  ])('%s %s', async (status, failureReason, expected) => {
    const call = aCall({ form: { ...report, status, ...(failureReason && { failureReason }) } });
    expect(await read(call)).toMatchObject({ kind: 'read', reports: [expected] });
  });

  it('returns the same event for a repeated report', async () => {
    const again = aCall({ form: { ...report, retryCount: '2' } });
    expect(await read(aCall({ form: report }))).toEqual(await read(again));
  });
});

it('reads an incoming SMS', async () => {
  const form = {
    id: 'in-1',
    from: '+254711123456',
    to: '22384',
    text: 'STOP',
    date: '2026-11-20 10:00:00',
    linkId: '',
  };
  const sms = { eventId: 'in-1', from: '254711123456', to: '22384', body: 'STOP', at: null };
  expect(await read(aCall({ form }))).toEqual({ kind: 'read', reports: [], inbound: [sms] });
  expect(await read(aCall({ form: { ...form, date: '2026-11-20T10:00:00.123+03:00' } }))).toMatchObject({
    inbound: [{ at: new Date('2026-11-20T07:00:00.123Z') }],
  });
});

it('counts repeated opt-outs of a day as one event', async () => {
  const call = aCall({ form: { phoneNumber: '+254711123456', senderId: 'DUNDUN' } });
  const now = Date.parse('2026-11-20T10:00:00Z');
  const on = async (moment: number) => {
    const answer = await read(call, { now: moment });
    return answer?.kind === 'read' ? answer.reports : [];
  };
  expect(await on(now)).toEqual([
    {
      eventId: 'optout:DUNDUN:254711123456:2026-11-20',
      kind: 'unsubscribed',
      providerId: null,
      reference: null,
      recipient: '254711123456',
      detail: 'opted out from DUNDUN',
      at: new Date(now),
    },
  ]);
  const ids = await Promise.all(
    [now, now + 3_600_000, now + 86_400_000].map(async (each) => (await on(each))[0]?.eventId),
  );
  expect(new Set(ids).size).toBe(2);
});

it.each<[string, WebhookRequest]>([
  ['nothing', aCall()],
  ['a status without an id', aCall({ form: { status: 'Success' } })],
  ['an id without a status', aCall({ form: { id: 'ATXid_1' } })],
  ['a list', aCall({ json: [report] })],
  ['garbage', { ...aCall({ json: 0 }), body: Buffer.from([0xff, 0x00, 0x7b]) }],
])('refuses %s', async (_, call) => expect(await read(call)).toMatchObject({ kind: 'unreadable' }));
