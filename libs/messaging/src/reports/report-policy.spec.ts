import { describe, expect, it } from '@jest/globals';
import type { ReportKind } from '@dundun/providers';
import { runs } from '@dundun/testing/repetitions';
import fc from 'fast-check';
import type { Recipient } from '../message/message.js';
import { afterReport, reportedRecipient } from './report-policy.js';
import { aRecipient } from '../testing.js';

const ADDRESSES = ['ada@example.com', 'grace@example.com', 'joan@example.com'];
const KINDS: ReportKind[] = [
  'accepted',
  'deferred',
  'delivered',
  'bounced',
  'failed',
  'complained',
  'unsubscribed',
  'opened',
  'clicked',
];
const sent = (...addresses: string[]) => addresses.map((address) => aRecipient(address, { status: 'sent' }));

interface Told {
  kind: ReportKind;
  recipient: string | null;
  detail: string;
}

const told = (kind: ReportKind, recipient: string | null = null): Told => ({ kind, recipient, detail: kind });

const after = (recipients: Recipient[], reports: Told[]) => {
  let now: { status: string; recipients: Recipient[] } = { status: 'sent', recipients };
  for (const report of reports) now = afterReport(now.recipients, report) ?? now;
  return { status: now.status, recipients: now.recipients.map(({ status }) => status) };
};

describe('afterReport', () => {
  it('leads to the same state for any order and repetition of reports', () => {
    const report = fc.record({
      kind: fc.constantFrom(...KINDS),
      recipient: fc.constantFrom(...ADDRESSES),
      detail: fc.constant('said'),
    });
    const orders = fc
      .array(report, { maxLength: 12 })
      .chain((reports) =>
        fc.tuple(
          fc.constant(reports),
          fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 }),
        ),
      );
    fc.assert(
      fc.property(orders, ([reports, again]) => {
        expect(after(sent(...ADDRESSES), again)).toEqual(after(sent(...ADDRESSES), reports));
      }),
      runs(200, 20_000),
    );
  });

  it.each(['delivered', 'bounced', 'failed', 'complained'] as const)(
    'does not revert %s after a late "accepted" or "deferred"',
    (kind) => {
      const [before] = sent('ada@example.com');
      const { recipients } = afterReport([before!], told(kind))!;
      expect(recipients[0]?.status).toBe(kind);
      expect(afterReport(recipients, told('accepted'))).toBeNull();
      expect(afterReport(recipients, told('deferred'))).toBeNull();
    },
  );

  it('settles a message with an unknown outcome', () => {
    const held = [aRecipient('2348012345678', { status: 'unknown' })];
    expect(afterReport(held, told('accepted'))).toMatchObject({ status: 'sent' });
    expect(afterReport(held, told('failed'))).toMatchObject({ status: 'failed', recipients: [{ detail: 'failed' }] });
  });

  it('changes the named recipient in any spelling, and gives the message the best status', () => {
    const next = afterReport(sent('ada@example.com', 'grace@example.com'), told('bounced', 'Grace@Example.COM'));
    expect(next).toMatchObject({ status: 'sent', recipients: [{ status: 'sent' }, { status: 'bounced' }] });
  });

  it.each([
    ['grace@bücher.example', 'grace@xn--bcher-kva.example'],
    ['grace@xn--bcher-kva.example', 'Grace@BÜCHER.example'],
  ])('finds %s under the provider’s spelling %s', (address, recipient) => {
    const next = afterReport(sent('ada@bücher.example', address), told('bounced', recipient));
    expect(next?.recipients.map(({ status }) => status)).toEqual(['sent', 'bounced']);
  });

  it('changes nothing if the report does not identify a recipient', () => {
    expect(afterReport(sent('ada@example.com', 'grace@example.com'), told('bounced'))).toBeNull();
    expect(afterReport(sent('ada@example.com'), told('bounced', 'somebody@example.com'))).toBeNull();
    expect(reportedRecipient(sent('ada@example.com'), { recipient: null })?.address).toBe('ada@example.com');
  });

  it.each(['opened', 'clicked', 'unsubscribed', 'deferred'] as const)('does not change the status after %s', (kind) => {
    expect(afterReport(sent('ada@example.com'), told(kind))).toBeNull();
  });
});

it('matches thousands of reports to a hundred recipients quickly', () => {
  const recipients = sent(...Array.from({ length: 100 }, (_, index) => `a${index}@bücher.example`));
  for (let index = 0; index < 60_000; index += 1)
    expect(reportedRecipient(recipients, { recipient: `nobody${index}@bücher.example` })).toBeUndefined();
  expect(reportedRecipient(recipients, { recipient: 'A99@xn--bcher-kva.example' })).toBe(recipients[99]);
}, 10_000);
