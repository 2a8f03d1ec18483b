import { describe, expect, it } from '@jest/globals';
import { nextCheck, statusAfterCheck, type StatusFields } from './domain-status.js';

const HOUR = 3_600_000;
const now = new Date('2026-11-20T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
const pending: StatusFields = { connectedAt: null, connectedBy: null, fineSince: null, failingSince: null };
const checked: StatusFields = { connectedAt: ago(90), connectedBy: 'check', fineSince: ago(90), failingSince: null };
const vouched: StatusFields = { connectedAt: ago(90), connectedBy: 'operator', fineSince: null, failingSince: null };
const failing = (status: StatusFields, hours: number) => ({ ...status, fineSince: null, failingSince: ago(hours) });

describe('statusAfterCheck', () => {
  it.each<[string, StatusFields, 'ok' | 'missing' | 'different' | 'error', StatusFields]>([
    ['pending, right', pending, 'ok', { connectedAt: now, connectedBy: 'check', fineSince: now, failingSince: null }],
    ['pending, missing', pending, 'missing', pending],
    ['pending, different', pending, 'different', pending],
    ['pending, no answer', pending, 'error', pending],
    ['connected, right', checked, 'ok', checked],
    ['connected, missing', checked, 'missing', failing(checked, 0)],
    ['connected, different', checked, 'different', failing(checked, 0)],
    ['connected, no answer', checked, 'error', checked],
    ['failing, missing for a while', failing(checked, 71.9), 'missing', failing(checked, 71.9)],
    ['failing, no answer for weeks', failing(checked, 500), 'error', failing(checked, 500)],
    ['failing, missing for 72 hours', failing(checked, 72), 'missing', pending],
    ['failing, right again', failing(checked, 71), 'ok', { ...checked, fineSince: now }],
    ['vouched for, never right', vouched, 'missing', vouched],
    ['vouched for, right', vouched, 'ok', { ...vouched, fineSince: now }],
    ['vouched for, was right', { ...vouched, fineSince: ago(9) }, 'missing', failing(vouched, 0)],
    ['vouched for, missing for weeks', failing(vouched, 500), 'missing', failing(vouched, 500)],
    [
      'connected before checks existed',
      { ...vouched, connectedBy: null },
      'missing',
      { ...vouched, connectedBy: null },
    ],
  ])('%s', (_, before, required, after) => {
    expect(statusAfterCheck(before, required, now)).toEqual(after);
  });
});

describe('nextCheck', () => {
  const fresh = { createdAt: ago(1), rotationAskedAt: null };
  it.each<[string, StatusFields, typeof fresh | { createdAt: Date; rotationAskedAt: Date }, number]>([
    ['of a new domain', pending, { ...fresh, createdAt: ago(0.5) }, 1 / 12],
    ['of a domain that has been pending for hours', pending, fresh, 1],
    ['of a domain that has been right for a day', { ...checked, fineSince: ago(24) }, fresh, 1],
    ['of a domain that has been right for long', checked, fresh, 24],
    ['of a domain in rotation', checked, { ...fresh, rotationAskedAt: ago(1) }, 1],
    ['of a failing domain', failing(checked, 50), fresh, 1],
    ['of a forgotten domain', pending, { ...fresh, createdAt: ago(400) }, 24],
  ])('%s is due after the expected hours, plus or minus 10 percent', (_, status, domain, hours) => {
    const due = (random: number) => (nextCheck(status, domain, now, random).getTime() - now.getTime()) / HOUR;
    expect([due(0), due(0.5), due(1)].map((value) => Math.round((value / hours) * 100))).toEqual([90, 100, 110]);
  });
});
