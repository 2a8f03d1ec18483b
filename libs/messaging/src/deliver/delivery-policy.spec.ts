import { describe, expect, it } from '@jest/globals';
import type { Outcome } from '@dundun/providers';
import { afterAttempt, afterHold, HOLD_MS, postponed, withoutAnyRoute } from './delivery-policy.js';
import type { Recipient } from '../message/message.js';

const NOW = Date.UTC(2026, 0, 2);
const recipient = (address: string, status: Recipient['status'] = 'queued'): Recipient => ({
  address,
  name: null,
  kind: 'to',
  status,
  detail: null,
});
const email = (recipients = [recipient('a@example.com')], attempts = 1, age = 0) => ({
  channel: 'email' as const,
  attempts,
  created_at: new Date(NOW - age),
  limited_at: null,
  recipients,
});
const sms = () => ({ ...email([recipient('2348012345678')]), channel: 'sms' as const });
const after = (
  message: Parameters<typeof afterAttempt>[0],
  outcome: Outcome,
  onUnknown: 'retry' | 'hold' | 'repeat' = 'retry',
  captured = false,
) => afterAttempt(message, outcome, onUnknown, captured, () => 0.5, NOW);

const accepted: Outcome = { kind: 'accepted', providerId: 'p1', detail: '250 OK' };
const refused: Outcome = { kind: 'refused', detail: '550 no such user' };
const passing: Outcome = { kind: 'not_sent', fault: 'passing', detail: '451 later' };
const broken: Outcome = { kind: 'not_sent', fault: 'provider', detail: '535 wrong password' };
const unknown: Outcome = { kind: 'unknown', detail: 'cut after the final dot' };

describe('withoutAnyRoute', () => {
  it('keeps a new message queued, because its provider may be too new for this worker', () => {
    const message = email([recipient('a@example.com')], 0, 1_500);
    expect(withoutAnyRoute(message, NOW)).toMatchObject({
      status: 'queued',
      wait: 1_000,
      recipients: message.recipients,
    });
  });

  it('ends an older message, with the reason for each recipient that got nothing', () => {
    const message = email([recipient('a@example.com'), recipient('b@example.com', 'sent')], 0, 2_500);
    const next = withoutAnyRoute(message, NOW);
    expect(next).toMatchObject({ status: 'sent', wait: null });
    expect(next.recipients.map(({ status, detail }) => [status, detail])).toEqual([
      ['failed', 'no provider is connected for it any more'],
      ['sent', null],
    ]);
    expect(withoutAnyRoute(email([recipient('a@example.com')], 0, 2_500), NOW).status).toBe('failed');
  });
});

describe('postponed', () => {
  const HOUR = 3_600_000;
  const limited = { provider: 'termii', wait: 800, isLimited: true };
  const failing = { provider: 'twilio', wait: 500, isLimited: false };
  const aged = (age: number) => ({ ...sms(), attempts: 0, created_at: new Date(NOW - age) });

  it('waits three days for a provider at its rate limit, even if another one fails', () => {
    const twoDays = aged(48 * HOUR);
    expect(postponed(twoDays, [limited], NOW)).toMatchObject({ status: 'queued', wait: 800 });
    expect(postponed(twoDays, [failing, limited], NOW)).toMatchObject({ status: 'queued', wait: 500 });
    expect(postponed(email(undefined, 0, 48 * HOUR), [limited], NOW)).toMatchObject({ status: 'queued' });
    expect(postponed(aged(72 * HOUR), [limited], NOW)).toMatchObject({ status: 'failed', wait: null });
  });

  it('waits half an hour for failing SMS providers', () => {
    expect(postponed(aged(0.4 * HOUR), [failing], NOW)).toMatchObject({ status: 'queued', wait: 500 });
    const reason = 'given up waiting for twilio: failing at the moment';
    expect(postponed(aged(0.6 * HOUR), [failing], NOW)).toMatchObject({ status: 'failed', wait: null, reason });
  });

  it('measures the wait from when a provider last worked, not from acceptance', () => {
    const limitedBefore = (hours: number) => ({ ...aged(48 * HOUR), limited_at: new Date(NOW - hours * HOUR) });
    expect(postponed(limitedBefore(0.4), [failing], NOW)).toMatchObject({ status: 'queued', wait: 500 });
    expect(postponed(limitedBefore(0.6), [failing], NOW)).toMatchObject({ status: 'failed', wait: null });
    expect(afterAttempt({ ...limitedBefore(0.4), attempts: 1 }, passing, 'hold', false, () => 0.5, NOW).status).toBe(
      'queued',
    );
    expect(afterAttempt({ ...limitedBefore(0.6), attempts: 1 }, passing, 'hold', false, () => 0.5, NOW).status).toBe(
      'failed',
    );
    // A message scheduled for later than its last throttling starts at its scheduled time.
    expect(postponed({ ...aged(0.4 * HOUR), limited_at: new Date(NOW - HOUR) }, [failing], NOW).status).toBe('queued');
  });
});

describe('afterAttempt', () => {
  it('ends an accepted message as sent or captured', () => {
    expect(after(email(), accepted)).toMatchObject({ status: 'sent', wait: null, reason: null });
    expect(after(email(), accepted, 'retry', true)).toMatchObject({ status: 'captured', wait: null });
  });

  it('never retries a refused message', () => {
    expect(after(email(), refused)).toMatchObject({
      status: 'failed',
      wait: null,
      reason: '550 no such user',
      recipients: [{ status: 'failed' }],
    });
  });

  it('retries a message that was not sent, with growing delays', () => {
    const waits = [1, 2, 3, 4].map((attempts) => after(email(undefined, attempts), passing).wait as number);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(new Set(waits).size).toBe(4);
    expect(after(email(), passing)).toMatchObject({ status: 'queued', recipients: [{ status: 'queued' }] });
  });

  it('respects the requested delay, and gives a failing provider time', () => {
    expect(after(email(), { ...passing, retryAfterMs: 90_000 } as Outcome).wait).toBe(90_000);
    expect(after(email(), broken).wait).toBeGreaterThanOrEqual(30_000);
  });

  it('retries a throttled message at a steady delay, until its time is up', () => {
    const throttled: Outcome = { ...passing, throttled: true, retryAfterMs: undefined } as Outcome;
    const next = after(email(undefined, 60, 48 * 3_600_000), throttled);
    expect(next.status).toBe('queued');
    expect(next.wait).toBeLessThanOrEqual(5_000);
    expect(after(email(), { ...throttled, retryAfterMs: 90_000 } as Outcome).wait).toBe(90_000);
    expect(after(email(undefined, 2, 72 * 3_600_000), throttled).status).toBe('failed');
  });

  it('gives up after too many attempts or too long, with the reason', () => {
    expect(after(email(undefined, 40), passing)).toMatchObject({
      status: 'failed',
      wait: null,
      reason: 'given up after 40 attempts: 451 later',
    });
    expect(after(email(undefined, 2, 25 * 3_600_000), passing).status).toBe('failed');
  });

  it('follows the policy of the provider after an unknown answer: retries SMTP, holds an SMS', () => {
    expect(after(email(), unknown, 'retry')).toMatchObject({ status: 'queued', recipients: [{ status: 'queued' }] });
    expect(after(sms(), unknown, 'hold')).toMatchObject({
      status: 'held',
      wait: HOLD_MS,
      recipients: [{ status: 'unknown' }],
    });
    expect(afterHold({ ...sms(), recipients: [recipient('234', 'unknown')] })).toMatchObject({
      status: 'unknown',
      wait: null,
    });
  });

  it('settles each recipient separately and retries only those that were not sent', () => {
    const message = email([
      recipient('a@example.com'),
      recipient('b@example.com'),
      recipient('c@example.com'),
      recipient('d@example.com', 'suppressed'),
    ]);
    const mixed: Outcome = {
      kind: 'accepted',
      providerId: null,
      detail: '250 OK',
      recipients: [
        { address: 'a@example.com', outcome: 'accepted', detail: '250' },
        { address: 'b@example.com', outcome: 'refused', detail: '550' },
        { address: 'c@example.com', outcome: 'not_sent', detail: '451' },
      ],
    };
    const next = after(message, mixed);
    expect(next.recipients.map(({ status }) => status)).toEqual(['sent', 'failed', 'queued', 'suppressed']);
    expect(next.status).toBe('queued');
    const last = after({ ...message, recipients: next.recipients, attempts: 2 }, refused);
    expect(last.recipients.map(({ status }) => status)).toEqual(['sent', 'failed', 'failed', 'suppressed']);
    expect(last).toMatchObject({ status: 'sent', wait: null });
  });
});
