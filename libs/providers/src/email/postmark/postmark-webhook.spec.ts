import { describe, expect, it } from '@jest/globals';
import { postmarkCall } from '../../testing/index.js';
import type { WebhookRequest } from '../../adapter/webhook.js';
import { postmark } from './postmark.js';

const account = { user: 'hooks', password: 'Wörd:mit Doppelpunkt' };
const settings = { serverToken: 'x', webhookUser: account.user, webhookPassword: account.password };

const read = async (request: WebhookRequest, given: object = settings) =>
  (await postmark.webhook?.(request, given, {}))!;

const ID = '883953f4-6105-42a2-a16a-77a8eac79483';
const common = { MessageID: ID, ServerID: 23, MessageStream: 'outbound', Metadata: { reference: 'r-1' } };
const delivery = {
  ...common,
  RecordType: 'Delivery',
  Recipient: 'ada@example.test',
  DeliveredAt: '2026-11-21T10:00:00.1234567Z',
  Details: 'smtp;250 2.0.0 OK',
};
const bounce = {
  ...common,
  RecordType: 'Bounce',
  ID: 4323372036854775000,
  Type: 'HardBounce',
  TypeCode: 1,
  Email: 'ada@example.test',
  BouncedAt: '2026-11-21T10:00:00Z',
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
};

async function reportsOf(event: object) {
  const answer = await read(postmarkCall(event, account));
  if (answer.kind !== 'read') throw new Error(answer.kind);
  return answer.reports;
}

describe('readPostmarkEvent', () => {
  it('reads our reference and the id of the mail', async () => {
    expect(await reportsOf(delivery)).toEqual([
      {
        eventId: expect.stringMatching(/^Delivery:[0-9a-f]{64}$/),
        kind: 'delivered',
        providerId: ID,
        reference: 'r-1',
        recipient: 'ada@example.test',
        detail: 'smtp;250 2.0.0 OK',
        at: new Date('2026-11-21T10:00:00.123Z'),
      },
    ]);
  });

  it.each<[string, object]>([
    ['HardBounce', { kind: 'bounced', bounce: 'hard' }],
    ['BadEmailAddress', { kind: 'bounced', bounce: 'hard' }],
    ['SoftBounce', { kind: 'bounced', bounce: 'soft' }],
    ['Transient', { kind: 'bounced', bounce: 'soft' }],
    ['DnsError', { kind: 'bounced', bounce: 'soft' }],
    ['Unknown', { kind: 'bounced', bounce: 'soft' }],
    ['Blocked', { kind: 'bounced', bounce: 'policy' }],
    ['DMARCPolicy', { kind: 'bounced', bounce: 'policy' }],
    ['SpamNotification', { kind: 'bounced', bounce: 'policy' }],
    ['VirusNotification', { kind: 'bounced', bounce: 'policy' }],
    ['SpamComplaint', { kind: 'complained' }],
    ['Unsubscribe', { kind: 'unsubscribed' }],
    ['ManuallyDeactivated', { kind: 'failed' }],
    ['TemplateRenderingFailed', { kind: 'failed' }],
  ])('reads a bounce of type %s', async (Type, expected) => {
    const [report] = await reportsOf({ ...bounce, Type, Details: undefined });
    expect(report).toMatchObject({ ...expected, recipient: 'ada@example.test', reference: 'r-1', providerId: ID });
    expect(report?.detail).toBe(`${Type}: ${bounce.Description}`);
  });

  it.each(['AutoResponder', 'AddressChange', 'Subscribe', 'OpenRelayTest', 'ChallengeVerification', 'constructor'])(
    'returns no report for a bounce of type %s',
    async (Type) => {
      expect(await reportsOf({ ...bounce, Type })).toEqual([]);
    },
  );

  it.each([
    ['smtp;550 5.1.1 The email account that you tried to reach does not exist.', 'hard'],
    ['smtp;550 5.7.1 Message rejected due to the reputation of your IP', 'policy'],
    ['smtp;552 5.2.2 The mailbox is full', 'soft'],
  ])('reads a hard bounce with the details %s', async (Details, expected) => {
    expect(await reportsOf({ ...bounce, Details })).toMatchObject([{ kind: 'bounced', bounce: expected }]);
  });

  it.each<[object, object[]]>([
    [
      { RecordType: 'SpamComplaint', ID: 7, Email: 'ada@example.test' },
      [{ kind: 'complained', recipient: 'ada@example.test' }],
    ],
    [
      {
        RecordType: 'Open',
        Recipient: 'ada@example.test',
        UserAgent: 'Mozilla/5.0',
        ReceivedAt: '2026-11-21T10:00:00Z',
      },
      [{ kind: 'opened', userAgent: 'Mozilla/5.0', detail: 'Open' }],
    ],
    [
      {
        RecordType: 'Click',
        Recipient: 'ada@example.test',
        UserAgent: 'Mozilla/5.0',
        OriginalLink: 'https://a.test/x',
      },
      [{ kind: 'clicked', url: 'https://a.test/x' }],
    ],
    [
      {
        RecordType: 'SubscriptionChange',
        SuppressSending: true,
        SuppressionReason: 'ManualSuppression',
        Origin: 'Recipient',
      },
      [{ kind: 'unsubscribed' }],
    ],
    [
      {
        RecordType: 'SubscriptionChange',
        SuppressSending: true,
        SuppressionReason: 'SpamComplaint',
        Origin: 'Recipient',
      },
      [{ kind: 'complained' }],
    ],
    [
      { RecordType: 'SubscriptionChange', SuppressSending: true, SuppressionReason: 'HardBounce', Origin: 'Recipient' },
      [{ kind: 'bounced', bounce: 'hard' }],
    ],
    [
      {
        RecordType: 'SubscriptionChange',
        SuppressSending: true,
        SuppressionReason: 'ManualSuppression',
        Origin: 'Customer',
      },
      [],
    ],
    [{ RecordType: 'SubscriptionChange', SuppressSending: false, Origin: 'Recipient' }, []],
    [{ RecordType: 'Inbound' }, []],
    [{ RecordType: 'toString' }, []],
  ])('%j', async (event, expected) => {
    expect(await reportsOf({ ...common, ...event })).toMatchObject(expected);
  });

  it('repeats the event id for a repeated event, and returns another for another person, time or link', async () => {
    const click = { ...delivery, RecordType: 'Click', OriginalLink: 'https://a.test/1' };
    const events = [
      delivery,
      { ...delivery, Recipient: 'bob@example.test' },
      { ...delivery, DeliveredAt: '2026-11-21T10:00:01Z' },
      { ...delivery, MessageID: 'other' },
      click,
      { ...click, OriginalLink: 'https://a.test/2' },
      bounce,
      { ...bounce, ID: 1 },
    ];
    const idsOf = () => Promise.all(events.map(async (event) => (await reportsOf(event))[0]?.eventId));
    const ids = await idsOf();
    expect(new Set(ids).size).toBe(events.length);
    expect(await idsOf()).toEqual(ids);
  });

  it.each([[[]], ['x'], [null], [7], [{}], [{ RecordType: 7 }]])('reports %j as unreadable', async (event) => {
    expect(await read(postmarkCall(event, account))).toMatchObject({ kind: 'unreadable' });
  });
});

describe('readPostmarkEvent, forgery', () => {
  const withAuthorization = (authorization: string | undefined) => {
    const call = postmarkCall(delivery, account);
    return { ...call, headers: { ...call.headers, authorization } };
  };
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  it.each<[string, WebhookRequest]>([
    ['with another password', postmarkCall(delivery, { ...account, password: 'other' })],
    ['with another user', postmarkCall(delivery, { ...account, user: 'other' })],
    [
      'with a password that begins correctly',
      postmarkCall(delivery, { ...account, password: account.password.slice(0, -1) }),
    ],
    ['with a password that is too long', postmarkCall(delivery, { ...account, password: `${account.password}x` })],
    ['with an empty password', withAuthorization(basic('hooks:'))],
    ['with the user only', withAuthorization(basic('hooks'))],
    ['without credentials', withAuthorization(undefined)],
    ['with an empty header', withAuthorization('')],
    ['with garbage', withAuthorization('Basic %%%')],
    ['with the plain credentials', withAuthorization(`Basic ${account.user}:${account.password}`)],
    ['with a bearer token', withAuthorization(basic(`${account.user}:${account.password}`).replace('Basic', 'Bearer'))],
  ])('%s', async (_name, call) => {
    expect(await read(call)).toMatchObject({ kind: 'forged', detail: expect.stringMatching(/\w/) });
  });

  it('refuses every call when no user and password are set', async () => {
    for (const call of [
      postmarkCall(delivery, account),
      withAuthorization(basic(':')),
      withAuthorization(basic('undefined:undefined')),
    ]) {
      const answer = await read(call, { serverToken: 'x' });
      expect(answer).toEqual({ kind: 'forged', detail: 'no webhook user and password are set' });
    }
  });

  it('accepts the scheme in lower case', async () => {
    expect(
      await read(withAuthorization(basic(`${account.user}:${account.password}`).replace('Basic', 'basic'))),
    ).toMatchObject({
      kind: 'read',
    });
  });
});
