import { describe, expect, it } from '@jest/globals';
import { reportsOfSes } from './ses-events.js';

const mail = { timestamp: '2026-11-20T10:00:00Z', messageId: '0102-1', destination: ['ada@example.test'] };
const bounce = (bounceType: string, bounceSubType = 'General', recipient: object = {}) => ({
  eventType: 'Bounce',
  mail,
  bounce: { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: 'ada@example.test', ...recipient }] },
});
const complaint = (over: object = {}) => ({
  notificationType: 'Complaint',
  mail,
  complaint: {
    complainedRecipients: [{ emailAddress: 'ada@example.test' }],
    timestamp: '2026-11-21T00:00:00Z',
    ...over,
  },
});
const subscription = (newTopicPreferences: object) => ({
  eventType: 'Subscription',
  mail,
  subscription: { newTopicPreferences },
});
const notThere = { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 <ada@example.test>... User unknown' };
const policy = { status: '5.7.1', diagnosticCode: 'smtp; 550 5.7.1 message blocked' };

describe('reportsOfSes', () => {
  it.each<[string, object, object | null]>([
    ['sent', { eventType: 'Send', mail, send: {} }, { kind: 'accepted' }],
    [
      'rejected',
      { eventType: 'Reject', mail, reject: { reason: 'Bad content' } },
      { kind: 'failed', detail: 'Reject: Bad content' },
    ],
    [
      'not rendered',
      { eventType: 'Rendering Failure', mail, failure: { errorMessage: 'x is missing' } },
      { kind: 'failed', detail: 'Rendering Failure: x is missing' },
    ],
    [
      'delayed',
      {
        eventType: 'DeliveryDelay',
        mail,
        deliveryDelay: {
          delayType: 'MailboxFull',
          delayedRecipients: [{ emailAddress: 'ada@example.test', status: '4.2.2', diagnosticCode: 'smtp; 452 full' }],
        },
      },
      { kind: 'deferred', detail: 'MailboxFull: smtp; 452 full' },
    ],
    ['a permanent bounce', bounce('Permanent'), { kind: 'bounced', bounce: 'hard', detail: 'Permanent/General' }],
    ['unknown address', bounce('Permanent', 'NoEmail', notThere), { kind: 'bounced', bounce: 'hard' }],
    ['a policy bounce', bounce('Permanent', 'General', policy), { kind: 'bounced', bounce: 'policy' }],
    ['a temporary policy bounce', bounce('Transient', 'General', policy), { kind: 'bounced', bounce: 'policy' }],
    [
      'a full mailbox reported as permanent',
      bounce('Permanent', 'General', { status: '5.2.2' }),
      { kind: 'bounced', bounce: 'soft' },
    ],
    ['a temporary bounce', bounce('Transient', 'MailboxFull'), { kind: 'bounced', bounce: 'soft' }],
    [
      'a temporary bounce with a permanent reason',
      bounce('Transient', 'General', notThere),
      { kind: 'bounced', bounce: 'soft' },
    ],
    ['rejected content', bounce('Transient', 'ContentRejected'), { kind: 'bounced', bounce: 'policy' }],
    ['too large', bounce('Transient', 'MessageTooLarge'), { kind: 'bounced', bounce: 'policy' }],
    ['undetermined', bounce('Undetermined', 'Undetermined'), { kind: 'bounced', bounce: 'soft' }],
    ['suppressed', bounce('Permanent', 'Suppressed'), { kind: 'failed' }],
    ['suppressed by the account', bounce('Permanent', 'OnAccountSuppressionList', notThere), { kind: 'failed' }],
    [
      'a complaint',
      complaint({ complaintFeedbackType: 'abuse' }),
      { kind: 'complained', detail: 'Complaint: abuse', at: new Date('2026-11-21T00:00:00Z') },
    ],
    ['a complaint without a type', complaint(), { kind: 'complained' }],
    ['a suppressed complaint', complaint({ complaintSubType: 'OnAccountSuppressionList' }), { kind: 'failed' }],
    ['the opposite of a complaint', complaint({ complaintFeedbackType: 'not-spam' }), null],
    [
      'opened',
      { eventType: 'Open', mail, open: { userAgent: 'Mozilla', timestamp: '2026-11-22T00:00:00Z' } },
      { kind: 'opened', userAgent: 'Mozilla', recipient: 'ada@example.test' },
    ],
    [
      'clicked',
      { eventType: 'Click', mail, click: { userAgent: 'Mozilla', link: 'https://sender.test/a' } },
      { kind: 'clicked', userAgent: 'Mozilla', url: 'https://sender.test/a' },
    ],
    [
      'unsubscribes from everything',
      subscription({ unsubscribeAll: true }),
      { kind: 'unsubscribed', recipient: 'ada@example.test' },
    ],
    [
      'unsubscribes from a topic',
      subscription({
        unsubscribeAll: false,
        topicSubscriptionStatus: [{ topicName: 'a', subscriptionStatus: 'OptOut' }],
      }),
      { kind: 'unsubscribed' },
    ],
    [
      'subscribes to more',
      subscription({
        unsubscribeAll: false,
        topicSubscriptionStatus: [{ topicName: 'a', subscriptionStatus: 'OptIn' }],
      }),
      null,
    ],
    ['without its object', { eventType: 'Bounce', mail }, { kind: 'bounced', bounce: 'soft' }],
    [
      'without its mail',
      { eventType: 'Delivery', delivery: { recipients: ['ada@example.test'] } },
      { kind: 'delivered', providerId: null, at: null },
    ],
  ])('%s', (_name, event, expected) => {
    const reports = reportsOfSes(event as Record<string, unknown>, 'm-1');
    expect(reports).toHaveLength(expected ? 1 : 0);
    if (expected) expect(reports[0]).toMatchObject({ eventId: expect.stringMatching(/^m-1/), ...expected });
  });

  it('names no recipient when one of several opened the mail', () => {
    const event = { eventType: 'Open', mail: { ...mail, destination: ['a@b.test', 'c@d.test'] }, open: {} };
    expect(reportsOfSes(event, 'm-1')).toMatchObject([{ eventId: 'm-1', kind: 'opened', recipient: null }]);
  });

  it('returns a report for each of several recipients', () => {
    const recipients = [
      { emailAddress: 'a@b.test', ...notThere },
      { emailAddress: 'c@d.test', ...policy },
    ];
    const event = { ...bounce('Permanent'), bounce: { bounceType: 'Permanent', bouncedRecipients: recipients } };
    expect(reportsOfSes(event, 'm-1')).toMatchObject([
      { eventId: 'm-1/a@b.test', recipient: 'a@b.test', bounce: 'hard' },
      { eventId: 'm-1/c@d.test', recipient: 'c@d.test', bounce: 'policy' },
    ]);
  });

  it.each([
    { eventType: 'Bounce', mail: 'x', bounce: { bouncedRecipients: 'x', bounceType: 7 } },
    {
      eventType: 'Delivery',
      mail: { destination: [null, 7, {}], messageId: 7, tags: { reference: 'x' } },
      delivery: [],
    },
    { eventType: 'Complaint', mail: [], complaint: { complainedRecipients: [null], timestamp: {} } },
    { eventType: 'Subscription', mail, subscription: { newTopicPreferences: { topicSubscriptionStatus: 'x' } } },
  ])('tolerates the malformed event %j', (event) => {
    expect(() => reportsOfSes(event, 'm-1')).not.toThrow();
  });
});
