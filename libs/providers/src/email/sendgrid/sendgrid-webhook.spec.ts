import { describe, expect, it } from '@jest/globals';
import { EventWebhook } from '@sendgrid/eventwebhook';
import { generateKeyPairSync } from 'node:crypto';
import { sendGridCall, sendGridKeys } from '../../testing/index.js';
import type { WebhookRequest } from '../../adapter/webhook.js';
import { sendGrid } from './sendgrid.js';

const keys = sendGridKeys();
const settings = { apiKey: 'SG.x', webhookPublicKey: keys.publicKey };
const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';

const read = async (request: WebhookRequest, given: object = settings, now?: number) =>
  (await sendGrid.webhook?.(request, given, { now }))!;
const seconds = (ago: number) => String(Math.floor(Date.now() / 1000) - ago);

const delivered = {
  email: 'ada@example.test',
  timestamp: 1763720000,
  'smtp-id': '<r-1@sender.test>',
  event: 'delivered',
  sg_event_id: 'ZGVsaXZlcmVkLTAtMQ',
  sg_message_id: 'wrfRRvF7Q0GgwUo2CvDmEA.recvd-7d5c-1-6571B2C3-16.0',
  response: '250 2.0.0 OK',
  reference: 'r-1',
};

async function reportOf(event: object) {
  const answer = await read(sendGridCall([event], keys));
  if (answer.kind !== 'read') throw new Error(answer.kind);
  return answer.reports[0];
}

describe('readSendGridEvents', () => {
  it('reads our reference and the id of the mail', async () => {
    expect(await read(sendGridCall([delivered], keys))).toEqual({
      kind: 'read',
      inbound: [],
      reports: [
        {
          eventId: 'ZGVsaXZlcmVkLTAtMQ',
          kind: 'delivered',
          providerId: 'wrfRRvF7Q0GgwUo2CvDmEA',
          reference: 'r-1',
          recipient: 'ada@example.test',
          detail: '250 2.0.0 OK',
          at: new Date(1763720000_000),
        },
      ],
    });
  });

  it.each<[object, object]>([
    [{ event: 'processed' }, { kind: 'accepted' }],
    [
      { event: 'deferred', response: '450 4.2.1 Try again later' },
      { kind: 'deferred', detail: '450 4.2.1 Try again later' },
    ],
    [
      { event: 'dropped', reason: 'Bounced Address' },
      { kind: 'failed', detail: 'Bounced Address' },
    ],
    [
      { event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 The account does not exist.' },
      { kind: 'bounced', bounce: 'hard', detail: '550 5.1.1 The account does not exist.' },
    ],
    [
      { event: 'bounce', type: 'bounce', status: '5.2.2', reason: '552 5.2.2 Mailbox full' },
      { kind: 'bounced', bounce: 'soft' },
    ],
    [
      { event: 'bounce', type: 'blocked', status: '5.0.0', reason: '550 unknown reason' },
      { kind: 'bounced', bounce: 'policy' },
    ],
    [{ event: 'spamreport' }, { kind: 'complained' }],
    [{ event: 'unsubscribe' }, { kind: 'unsubscribed' }],
    [{ event: 'group_unsubscribe' }, { kind: 'unsubscribed' }],
    [
      { event: 'open', useragent: 'Mozilla/5.0' },
      { kind: 'opened', userAgent: 'Mozilla/5.0' },
    ],
    [
      { event: 'click', useragent: 'Mozilla/5.0', url: 'https://a.test/x' },
      { kind: 'clicked', url: 'https://a.test/x' },
    ],
  ])('%j', async (event, expected) => {
    expect(await reportOf({ ...delivered, ...event })).toMatchObject(expected);
  });

  it('reports a bounce that arrived by mail, which has neither our reference nor an id', async () => {
    const event = { email: 'ada@example.test', event: 'bounce', type: 'bounce', status: '5.1.1', sg_message_id: '' };
    const report = await reportOf(event);
    expect(report).toMatchObject({ kind: 'bounced', providerId: null, reference: null, at: null });
    expect((await reportOf(event))?.eventId).toBe(report?.eventId);
  });

  it('keeps the valid events of a batch and ignores those that do not concern mail', async () => {
    const events = [
      delivered,
      null,
      7,
      { event: 'account_status_change' },
      { event: 'constructor' },
      { ...delivered, event: 'open', sg_event_id: 'o' },
    ];
    const answer = await read(sendGridCall(events, keys));
    expect(answer.kind === 'read' && answer.reports.map(({ eventId }) => eventId)).toEqual(['ZGVsaXZlcmVkLTAtMQ', 'o']);
  });

  it('returns the same event id for a repetition with a new signature', async () => {
    const [first, second] = [seconds(200), seconds(0)].map((timestamp) =>
      sendGridCall([delivered], { ...keys, timestamp }),
    );
    expect(await read(second!)).toEqual(await read(first!));
  });

  it.each([[{}], ['x'], [null], [7]])('reports %j as unreadable', async (events) => {
    expect(await read(sendGridCall(events, keys))).toMatchObject({ kind: 'unreadable' });
  });
});

describe('readSendGridEvents, forgery', () => {
  const good = () => sendGridCall([delivered], keys);
  const withHeaders = (over: Record<string, string | undefined>) => {
    const call = good();
    return { ...call, headers: { ...call.headers, ...over } };
  };
  const stranger = sendGridKeys();

  it.each<[string, () => WebhookRequest]>([
    ['from another account', () => sendGridCall([delivered], stranger)],
    [
      'with another body',
      () => ({ ...good(), body: Buffer.from(JSON.stringify([{ ...delivered, event: 'bounce' }])) }),
    ],
    ['without its trailing line break', () => ({ ...good(), body: good().body.subarray(0, -2) })],
    ['with an empty body', () => ({ ...good(), body: Buffer.alloc(0) })],
    ['six minutes old', () => sendGridCall([delivered], { ...keys, timestamp: seconds(360) })],
    ['from the future', () => sendGridCall([delivered], { ...keys, timestamp: seconds(-360) })],
    ['with an old body under a new timestamp', () => withHeaders({ [TIMESTAMP]: seconds(-60) })],
    ['with an invalid timestamp', () => sendGridCall([delivered], { ...keys, timestamp: 'yesterday' })],
    ['with a timestamp in milliseconds', () => sendGridCall([delivered], { ...keys, timestamp: String(Date.now()) })],
    ['without a signature', () => withHeaders({ [SIGNATURE]: undefined })],
    ['without a timestamp', () => withHeaders({ [TIMESTAMP]: undefined })],
    ['with an empty signature', () => withHeaders({ [SIGNATURE]: '' })],
    ['with garbage as signature', () => withHeaders({ [SIGNATURE]: 'MEUCIQ%%%garbage' })],
    [
      'with zeros as signature',
      () => withHeaders({ [SIGNATURE]: Buffer.from('3006020100020100', 'hex').toString('base64') }),
    ],
  ])('%s', async (_name, call) => {
    expect(await read(call())).toMatchObject({ kind: 'forged', detail: expect.stringMatching(/\w/) });
  });

  it('refuses every call when no key is set', async () => {
    expect(await read(good(), { apiKey: 'SG.x' })).toEqual({
      kind: 'forged',
      detail: 'no webhook verification key is set',
    });
  });

  it("agrees with SendGrid's own verifier", async () => {
    const theirs = new EventWebhook();
    const key = theirs.convertPublicKeyToECDSA(keys.publicKey);
    const believes = ({ body, headers }: WebhookRequest) =>
      theirs.verifySignature(key, body, headers[SIGNATURE] ?? '', headers[TIMESTAMP] ?? '');
    const calls = [good(), sendGridCall([delivered], stranger), withHeaders({ [TIMESTAMP]: seconds(-60) })];
    expect(calls.map(believes)).toEqual([true, false, false]);
    const ours = await Promise.all(calls.map((call) => read(call)));
    expect(ours.map(({ kind }) => kind)).toEqual(['read', 'forged', 'forged']);
  });
});

describe('verificationKey', () => {
  const asGiven = (webhookPublicKey: string) =>
    sendGrid.settings.safeParse({ apiKey: 'SG.x', webhookPublicKey }).success;

  it('accepts PEM', async () => {
    const pem = `-----BEGIN PUBLIC KEY-----\n${keys.publicKey.replace(/(.{64})/g, '$1\n')}\n-----END PUBLIC KEY-----\n`;
    expect(await read(sendGridCall([delivered], keys), { ...settings, webhookPublicKey: pem })).toMatchObject({
      kind: 'read',
    });
  });

  it('requires P-256', () => {
    const der = (curve: string) =>
      generateKeyPairSync('ec', { namedCurve: curve })
        .publicKey.export({ format: 'der', type: 'spki' })
        .toString('base64');
    expect([asGiven(der('prime256v1')), asGiven(der('secp384r1')), asGiven('SG.x')]).toEqual([true, false, false]);
  });
});
