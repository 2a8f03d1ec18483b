import { describe, expect, it } from '@jest/globals';
import { NO_ROUTE } from '../deliver/delivery-policy.js';
import type { ReportRow } from '../reports/delivery-reports.repository.js';
import { explain, type MessageFacts } from './explanation.js';
import type { AttemptRow, MessageRow } from '../message/message.repository.js';
import type { SuppressionRow } from '../suppressions/suppressions.repository.js';
import { aRecipient } from '../testing.js';

const AT = new Date('2026-11-20T09:30:00.000Z');

const aRow = (over: Partial<MessageRow>): MessageRow => ({
  id: '01900000-0000-7000-8000-000000000000',
  channel: 'email',
  status: 'queued',
  sender: { name: null, address: 'ada@example.com' },
  recipients: [aRecipient('grace@example.com')],
  list_id: null,
  list_name: null,
  cause: null,
  source: null,
  first_integration_id: null,
  attachment_bytes: null,
  request_id: null,
  content: { subject: 'Hello', text: 'Hello' },
  tags: null,
  metadata: null,
  segments: null,
  cost: null,
  reason: null,
  replaced_by: null,
  attempts: 0,
  scheduled_at: null,
  due_at: null,
  created_at: AT,
  ended_at: null,
  ...over,
});
const anAttempt = (over: Partial<AttemptRow> = {}): AttemptRow => ({
  number: 1,
  provider: 'postmark',
  integration_id: null,
  integration_name: null,
  started_at: AT,
  ended_at: AT,
  outcome: 'accepted',
  provider_message_id: null,
  detail: '250 OK',
  ...over,
});
const aReport = (over: Partial<ReportRow>): ReportRow => ({
  workspace_id: 1,
  integration_id: '01900000-0000-7000-8000-000000000001',
  event_id: 'e',
  reference: null,
  provider_message_id: null,
  message_id: null,
  kind: 'delivered',
  bounce: null,
  recipient: null,
  detail: 'said so',
  cost: null,
  reported_at: null,
  received_at: AT,
  ...over,
});
const suppressedBy = (over: Partial<SuppressionRow>): MessageFacts['suppressed'] => [
  {
    address: 'grace@example.com',
    hadPaused: false,
    hasLeft: false,
    why: {
      id: '01900000-0000-7000-8000-000000000002',
      address: 'grace@example.com',
      reason: 'bounce',
      detail: '550 5.1.1 no such user',
      stops_all: true,
      message_id: null,
      created_at: AT,
      ...over,
    },
  },
];

const SUPPRESSED_ONCE = { address: 'grace@example.com', hadPaused: false, hasLeft: false, why: null };
const LEFT = { ...SUPPRESSED_ONCE, hasLeft: true };

const CASES: [string, Partial<MessageRow>, Partial<MessageFacts>, RegExp][] = [
  ['canceled', { status: 'canceled' }, {}, /canceled before it was sent/],
  ['scheduled', { status: 'scheduled', scheduled_at: AT }, {}, /will be sent at 2026-11-20T09:30:00.000Z/],
  ['suppressed', { status: 'suppressed' }, { suppressed: suppressedBy({}) }, /since 2026-11-20 .*bounced for good \(550 5\.1\.1/], // prettier-ignore
  ['suppressed', { status: 'suppressed' }, { suppressed: suppressedBy({ reason: 'stop', detail: null }) }, /answered STOP\.$/], // prettier-ignore
  ['suppressed', { status: 'suppressed' }, { suppressed: [SUPPRESSED_ONCE] }, /no longer is/],
  ['suppressed', { status: 'suppressed', list_id: 'a list' }, { suppressed: [SUPPRESSED_ONCE] }, /no longer is/],
  ['suppressed', { status: 'suppressed' }, { suppressed: [{ ...SUPPRESSED_ONCE, address: 'erased' }] }, /^Its recipient .* erased/], // prettier-ignore
  ['paused', { status: 'suppressed', list_id: 'a list' }, { suppressed: [{ ...LEFT, hadPaused: true }] }, /^grace@example.com had paused all marketing/], // prettier-ignore
  ['unsubscribed', { status: 'suppressed', list_id: 'a list' }, { suppressed: [LEFT] }, /grace@example.com has unsubscribed from the list/], // prettier-ignore
  ['unsubscribed', { status: 'suppressed', list_id: 'a list' }, { suppressed: suppressedBy({}).map((one) => ({ ...one, hasLeft: true })) }, /has unsubscribed from the list/], // prettier-ignore
  ['limited', { reason: 'waits for postmark: at its rate limit', due_at: AT }, {}, /waits for postmark.*09:30/],
  ['retrying', { reason: 'waits for postmark: failing at the moment', due_at: AT }, {}, /^It waits for postmark: failing.*09:30/], // prettier-ignore
  [
    'retrying',
    { reason: '250 OK', recipients: [aRecipient('a@example.com', { status: 'sent', detail: '250 OK' }), aRecipient('b@example.com', { detail: '451 greylisted' })] }, // prettier-ignore
    { attempts: [anAttempt()] },
    /^postmark accepted it, but not yet for b@example\.com \(451 greylisted\)\.$/,
  ],
  ['retrying', { reason: '451', due_at: AT }, { attempts: [anAttempt({ outcome: 'not_sent', detail: '451 later' })] }, /postmark has not accepted it yet: 451 later\. The next try is at/], // prettier-ignore
  ['blocked', { reason: 'its integration cannot be used at the moment', due_at: AT }, {}, /cannot be used/],
  ['on_its_way', {}, {}, /is waiting for a worker/],
  ['on_its_way', { status: 'sending' }, { attempts: [anAttempt({ outcome: null, ended_at: null })] }, /handed to postmark/], // prettier-ignore
  ['no_answer_yet', { status: 'held', reason: 'timed out' }, { attempts: [anAttempt({ outcome: 'unknown' })] }, /handed to postmark, which has not answered: timed out\./], // prettier-ignore
  ['no_answer', { status: 'unknown' }, { attempts: [anAttempt({ outcome: 'unknown' })] }, /never reported/],
  ['captured', { status: 'captured' }, { attempts: [anAttempt({ provider: 'inbox' })] }, /nothing was sent/],
  [
    'handed_over',
    { status: 'sent' },
    { attempts: [anAttempt()] },
    /postmark accepted it: 250 OK\. Nothing has been reported/,
  ],
  ['handed_over', { status: 'sent' }, { attempts: [anAttempt()], reports: [aReport({ kind: 'accepted' })] }, /Nothing has been reported/], // prettier-ignore
  ['handed_over', { status: 'sent' }, { attempts: [anAttempt()], reports: [aReport({ kind: 'deferred', detail: 'mailbox full' }), aReport({ kind: 'accepted' })] }, /Since then it was reported as deferred: mailbox full\.$/], // prettier-ignore
  ['delivered', { status: 'delivered' }, { reports: [aReport({})] }, /^The provider says: said so\.$/],
  ['complaint', { status: 'complained' }, { reports: [aReport({ kind: 'complained', detail: 'abuse' })] }, /as spam\. The provider says: abuse\./], // prettier-ignore
  ['bounced', { status: 'bounced' }, { reports: [aReport({ kind: 'bounced', bounce: 'hard', detail: '550 nobody' })] }, /bounced: 550 nobody\./], // prettier-ignore
  ['failed_at_provider', { status: 'failed' }, { reports: [aReport({ kind: 'failed', detail: 'expired' })] }, /gave up on it: expired\./], // prettier-ignore
  ['no_route', { status: 'failed', reason: NO_ROUTE }, {}, /^No provider is connected/],
  ['no_route', { status: 'failed', reason: NO_ROUTE }, { attempts: [anAttempt({ outcome: 'not_sent' })] }, /^No provider is connected/], // prettier-ignore
  ['mailbox_limit', { status: 'queued', reason: 'waits for mail to google, which asks for less mail through smtp: 421 4.7.28 Slow down', due_at: AT }, {}, /^It waits for mail to google, .* Slow down\. The next try is at /], // prettier-ignore
  ['warm_up', { status: 'queued', reason: 'waits for the warm-up of example.com through ses: 50 recipients today', due_at: AT }, {}, /^It waits for the warm-up of example\.com .* The next try is at /], // prettier-ignore
  ['given_up', { status: 'failed', reason: 'given up waiting for twilio: failing at the moment' }, {}, /^Given up waiting for twilio: failing/], // prettier-ignore
  ['given_up', { status: 'failed', reason: 'its integration cannot be used at the moment' }, {}, /^Its integration cannot be used/], // prettier-ignore
  ['refused', { status: 'failed' }, { attempts: [anAttempt({ outcome: 'refused', detail: '550 no' })] }, /postmark refused it: 550 no\./], // prettier-ignore
  ['given_up', { status: 'failed', reason: 'given up after 40 attempts: 451' }, { attempts: [anAttempt({ outcome: 'not_sent' })] }, /^Given up after 40 attempts: 451\.$/], // prettier-ignore
];

describe('explain', () => {
  it.each(CASES)('%s: %j with %j', (reason, row, evidence, text) => {
    const given = aRow(row);
    const said = explain(given, { attempts: [], reports: [], suppressed: [], ...evidence });
    expect(said).toEqual({
      reason,
      text: expect.stringMatching(text),
      advice: said.advice === null ? null : expect.stringMatching(/^[A-Z].*\.$/),
      status: given.status,
    });
    expect(said.text).not.toMatch(/undefined|null|\.\.$/);
  });

  it.each([
    ['hard', /is suppressed/],
    ['soft', /another message may/],
    ['policy', /reputation/],
    [null, /another message may/],
  ] as const)('advises on a %s bounce', (bounce, advice) => {
    const reports = [aReport({ kind: 'bounced', bounce })];
    expect(explain(aRow({ status: 'bounced' }), { attempts: [], reports, suppressed: [] }).advice).toMatch(advice);
  });

  describe('a message to several recipients', () => {
    const [why] = suppressedBy({}).map((one) => one.why);
    const said = (over: Partial<MessageRow>, suppressed: MessageFacts['suppressed'], reports: ReportRow[] = []) =>
      explain(aRow(over), { attempts: [anAttempt()], reports, suppressed });
    const bob = { address: 'bob@example.com', hadPaused: false, hasLeft: false, why: why ?? null };

    it.each<[MessageRow['status'], string, ReportRow[]]>([
      ['sent', 'handed_over', []],
      ['delivered', 'delivered', [aReport({})]],
      ['bounced', 'bounced', [aReport({ kind: 'bounced', bounce: 'hard', detail: '550 nobody' })]],
    ])('names those left out of a %s message after the first reason', (status, reason, reports) => {
      const alone = said({ status }, [], reports);
      const text = `${alone.text} Left out: bob@example.com (suppressed after a bounce).`;
      expect(said({ status }, [bob], reports)).toEqual({ ...alone, reason, text });
    });

    it('names three recipients and counts the others', () => {
      const others = ['c', 'd', 'e', 'f'].map((name) => ({ ...LEFT, address: `${name}@example.com` }));
      expect(said({ status: 'sent', list_id: 'a list' }, [bob, ...others]).text).toMatch(
        /\. Left out: bob@example\.com \(suppressed after a bounce\), c@example\.com \(unsubscribed from the list\), d@example\.com \(unsubscribed from the list\) and 2 more\.$/,
      );
    });

    it('says that somebody had paused', () => {
      const paused = { ...bob, hadPaused: true };
      expect(said({ status: 'sent', list_id: 'a list' }, [paused]).text).toContain('bob@example.com (had paused marketing)'); // prettier-ignore
    });

    it('names the other recipients if all are suppressed', () => {
      const ada = { ...bob, address: 'ada@example.com', why: { ...bob.why, reason: 'manual' } as SuppressionRow };
      expect(said({ status: 'suppressed' }, [bob, ada]).text).toMatch(
        /^bob@example\.com has been suppressed since [^L]*\. Left out: ada@example\.com \(suppressed by hand\)\.$/,
      );
    });
  });

  it('does not suggest writing to a person who opted out', () => {
    for (const reason of ['complaint', 'stop'] as const) {
      const evidence = { attempts: [], reports: [], suppressed: suppressedBy({ reason }) };
      expect(explain(aRow({ status: 'suppressed' }), evidence).advice).toBeNull();
    }
  });
});
