import { afterEach, describe, expect, it } from '@jest/globals';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import SnsPayloadValidator from 'sns-payload-validator';
import { fakeSns, posted, selfSigned } from '../../testing/index.js';
import type { WebhookOptions, WebhookRequest } from '../../adapter/webhook.js';
import { ses } from './ses.js';
import { atTheEnd, closeAll } from '../testing.js';

afterEach(closeAll);

const topicArn = 'arn:aws:sns:eu-west-1:123456789012:mail-events';
const settings = { accessKeyId: 'AKIA1234', secretAccessKey: 's', region: 'eu-west-1', topicArn };
const sns = fakeSns({ topicArn });
const read = (request: WebhookRequest, options: WebhookOptions = {}, given: object = settings) =>
  ses.webhook?.(request, given, { fetchText: sns.fetchText, ...options });

const mail = {
  timestamp: '2026-11-20T10:00:00.000Z',
  messageId: '0102-1',
  destination: ['ada@example.test'],
  tags: { reference: ['r-1'], 'ses:configuration-set': ['Events'] },
};
const delivery = { timestamp: '2026-11-20T10:00:02.000Z', recipients: ['ada@example.test'], smtpResponse: '250 ok' };
const delivered = { eventType: 'Delivery', mail, delivery };
const confirmation = {
  Type: 'SubscriptionConfirmation',
  Token: 'abc',
  Message: 'You have chosen to subscribe',
  SubscribeURL: `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=abc`,
};

/** Verifies with another library, which fetches the certificate from a server of this test. */
async function verdictOfOthers(message: Record<string, unknown>): Promise<'right' | 'wrong'> {
  const server = createServer({ ...selfSigned('127.0.0.1') }, (_request, response) => response.end(sns.certificate));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = Object.assign(new Agent(), {
    createConnection: () => connect({ host: '127.0.0.1', port, rejectUnauthorized: false }),
  });
  atTheEnd({ close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))) });
  const validator = new SnsPayloadValidator({ requestAgent: agent });
  return validator.validate(JSON.stringify(message)).then(
    () => 'right',
    () => 'wrong',
  );
}

describe('readSesNotification', () => {
  it('reads a report', async () => {
    const answer = await read(sns.post({ Message: delivered, MessageId: 'm-1' }));
    expect(answer).toEqual({
      kind: 'read',
      reports: [
        {
          eventId: 'm-1/ada@example.test',
          kind: 'delivered',
          providerId: '0102-1',
          reference: 'r-1',
          recipient: 'ada@example.test',
          detail: 'Delivery: 250 ok',
          at: new Date('2026-11-20T10:00:02.000Z'),
        },
      ],
      inbound: [],
    });
  });

  it.each([
    ['version 1', { SignatureVersion: '1' }],
    ['version 2', { SignatureVersion: '2' }],
    ['a subject', { Subject: 'Amazon SES Email Event Notification' }],
    ['an old timestamp', { Timestamp: '2026-10-01T00:00:00.000Z' }],
  ])('accepts a notification with %s, as other libraries do', async (_name, fields) => {
    const message = sns.message({ Message: delivered, ...fields });
    expect(await read(posted(message))).toMatchObject({ kind: 'read', reports: [{ kind: 'delivered' }] });
    expect(await verdictOfOthers(message)).toBe('right');
  });

  it('returns a stable event id, one per recipient', async () => {
    const event = { ...delivered, delivery: { ...delivery, recipients: ['a@b.test', 'c@d.test', 'a@b.test'] } };
    const request = sns.post({ Message: event });
    const [first, again] = [await read(request), await read(request)];
    expect(again).toEqual(first);
    expect(first).toMatchObject({ reports: [{ recipient: 'a@b.test' }, { recipient: 'c@d.test' }] });
    const ids = first?.kind === 'read' ? first.reports.map(({ eventId }) => eventId) : [];
    expect(new Set(ids).size).toBe(2);
  });

  it("confirms a subscription at Amazon's URL", async () => {
    const message = sns.message(confirmation);
    expect(await verdictOfOthers(message)).toBe('right');
    expect(await read(posted(message))).toEqual({ kind: 'confirm', url: confirmation.SubscribeURL });
  });

  it.each<[string, object]>([
    ['about the end of a subscription', { ...confirmation, Type: 'UnsubscribeConfirmation' }],
    ['of a test', { Message: 'Successfully validated SNS topic for Amazon SES event publishing.' }],
    ['of a test of an identity', { Message: { notificationType: 'AmazonSnsSubscriptionSucceeded' } }],
    ['about received mail', { Message: { notificationType: 'Received', mail } }],
    ['of an unknown type', { Message: { eventType: 'Novelty', mail } }],
  ])('returns no report for a notification %s', async (_name, fields) => {
    expect(await read(sns.post({ ...fields }))).toEqual({ kind: 'read', reports: [], inbound: [] });
  });
});

describe('readSesNotification, forgery', () => {
  const good = () => sns.message({ Message: delivered });
  const fakeTopic = (TopicArn: string) => sns.message({ Message: delivered, TopicArn });
  const host = 'sns.eu-west-1.amazonaws.com';
  const pem = 'SimpleNotificationService-0123456789abcdef0123456789abcdef.pem';

  it.each<[string, () => Record<string, unknown>]>([
    ['with another body', () => ({ ...good(), Message: JSON.stringify({ ...delivered, eventType: 'Bounce' }) })],
    ['with another id', () => ({ ...good(), MessageId: 'other' })],
    ['with another time', () => ({ ...good(), Timestamp: '2026-11-20T10:00:00.001Z' })],
    ['with another type', () => ({ ...good(), ...confirmation, Message: good().Message })],
    ['with a subject added', () => ({ ...good(), Subject: 'x' })],
    ['with another version', () => ({ ...good(), SignatureVersion: '1' })],
    ['with an unknown version', () => ({ ...good(), SignatureVersion: '3' })],
    ['without a version', () => ({ ...good(), SignatureVersion: undefined })],
    ['without a signature', () => ({ ...good(), Signature: undefined })],
    ['with half a signature', () => ({ ...good(), Signature: String(good().Signature).slice(0, 100) })],
    ['with an invalid signature', () => ({ ...good(), Signature: '????' })],
    ['with an array as signature', () => ({ ...good(), Signature: [good().Signature] })],
    ['without a certificate', () => ({ ...good(), SigningCertURL: undefined })],
    [
      'signed with a foreign key',
      () => ({ ...fakeSns({ topicArn }).message({ Message: delivered }), SigningCertURL: sns.certificateUrl }),
    ],
    ['of another topic', () => fakeTopic('arn:aws:sns:eu-west-1:123456789012:mail-event')],
    ['of another account', () => fakeTopic('arn:aws:sns:eu-west-1:999999999999:mail-events')],
    ['without a topic', () => sns.message({ Message: delivered, TopicArn: undefined })],
    [
      'from the future',
      () => sns.message({ Message: delivered, Timestamp: new Date(Date.now() + 1_000_000).toISOString() }),
    ],
    [
      'that confirms at another host',
      () => sns.message({ ...confirmation, SubscribeURL: 'https://evil.test/?Action=ConfirmSubscription' }),
    ],
    [
      'that confirms at an internal host',
      () => sns.message({ ...confirmation, SubscribeURL: 'http://169.254.169.254/' }),
    ],
    [
      'that confirms another action',
      () => sns.message({ ...confirmation, SubscribeURL: `https://${host}/?Action=Publish&Message=x` }),
    ],
  ])('refuses a notification %s', async (_name, forge) => {
    expect(await read(posted(forge()))).toEqual({ kind: 'forged', detail: expect.stringMatching(/\w/) });
  });

  it.each([
    `http://${host}/${pem}`,
    `https://evil.test/${pem}`,
    `https://${host}.evil.test/${pem}`,
    `https://evil.test/#https://${host}/${pem}`,
    `https://${host}@evil.test/${pem}`,
    `https://user@${host}/${pem}`,
    `https://${host}:8443/${pem}`,
    `https://${host}/${pem}?x=1`,
    `https://${host}/?Action=GetX&a=/${pem}`,
    `https://${host}/other.pem`,
    `https://s3.eu-west-1.amazonaws.com/bucket/${pem}`,
    `https://snsxeu-west-1.amazonaws.com/${pem}`,
    `https://sns.eu-west-1.amazonaws.com.evil.cn/${pem}`,
    'https://169.254.169.254/latest/x.pem',
    'file:///etc/ssl/x.pem',
    'not a url',
  ])('refuses a certificate at %s without fetching it', async (SigningCertURL) => {
    const fetched: string[] = [];
    const fetchText = (url: string) => (fetched.push(url), Promise.resolve(sns.certificate));
    expect(await read(sns.post({ Message: delivered, SigningCertURL }), { fetchText })).toMatchObject({
      kind: 'forged',
    });
    expect(fetched).toEqual([]);
  });

  it.each<[string, WebhookOptions['fetchText']]>([
    ['is invalid', () => Promise.resolve('<html>')],
    ['has a key of another type', () => Promise.resolve(selfSigned('sns.eu-west-1.amazonaws.com').cert)],
  ])('refuses a notification whose certificate %s', async (_name, fetchText) => {
    expect(await read(sns.post({ Message: delivered }), { fetchText })).toMatchObject({ kind: 'forged' });
  });

  it.each([
    ['cannot be fetched', () => Promise.reject(new Error('no way'))],
    ['has no fetcher', undefined],
  ])('asks for a retry when the certificate %s', async (_name, fetchText) => {
    expect(await read(sns.post({ Message: delivered }), { fetchText })).toMatchObject({ kind: 'later' });
  });

  it.each(['', 'x', '[]', 'null', '{"a":', '<html>', '{}', JSON.stringify(delivered)])(
    'refuses a body like %j',
    async (body) => {
      expect(await read({ ...posted({}), body: Buffer.from(body) })).toMatchObject({ kind: 'forged' });
    },
  );

  it('refuses every notification when no topic is set', async () => {
    expect(await read(sns.post({ Message: delivered }), {}, { ...settings, topicArn: undefined })).toEqual({
      kind: 'forged',
      detail: 'no SNS topic is set',
    });
  });
});

describe('readSesNotification, signed but invalid', () => {
  it.each([
    { Message: 'no json' },
    { Message: '[]' },
    { Message: delivered, MessageId: undefined },
    { Message: delivered, Timestamp: 'yesterday' },
    { Message: delivered, Timestamp: undefined },
  ])('reports %j as unreadable', async (fields) => {
    expect(await read(sns.post(fields))).toMatchObject({ kind: 'unreadable' });
  });
});
