import { describe, expect, it } from '@jest/globals';
import { WEEKDAYS, type SendWindow } from '@dundun/domain';
import { CampaignHours } from './campaign-hours.js';

const DAILY: Pick<SendWindow, 'weekdays' | 'clock'> = { weekdays: [...WEEKDAYS], clock: 'workspace' };
const NONE = { timeZone: 'Africa/Lagos', emailQuietHours: null, smsQuietHours: null };
const NIGHT = { from: '21:00', to: '08:00' };

const hours = (window: Pick<SendWindow, 'from' | 'to'> | null, over = {}) =>
  new CampaignHours({ channel: 'sms', send_window: window && { ...DAILY, ...window } }, { ...NONE, ...over });
const next = (of: CampaignHours, country: string | null, zone: string | null, from: string) =>
  of.smsTime(country, zone, new Date(from))?.toISOString() ?? null;

describe('the hours of a campaign by SMS', () => {
  it('are those that window and country share', () => {
    const morning = hours({ from: '06:00', to: '10:00' });
    expect(next(morning, 'NG', null, '2026-11-23T04:00:00Z')).toBe('2026-11-23T07:00:00.000Z');
    expect(next(morning, 'NG', null, '2026-11-23T08:30:00Z')).toBe('2026-11-23T08:30:00.000Z');
    expect(next(morning, 'NG', null, '2026-11-23T09:00:00Z')).toBe('2026-11-24T07:00:00.000Z');
  });

  it('never come if window and country share none', () => {
    const night = hours({ from: '22:00', to: '00:00' });
    expect(next(night, 'NG', null, '2026-11-23T12:00:00Z')).toBeNull();
    expect(next(night, 'US', null, '2026-11-23T12:00:00Z')).toBe('2026-11-23T21:00:00.000Z');
  });

  it('leave out days on which a country allows none', () => {
    const sundays = new CampaignHours(
      { channel: 'sms', send_window: { weekdays: ['sunday'], clock: 'workspace', from: '08:00', to: '20:00' } },
      NONE,
    );
    expect(next(sundays, 'ZA', null, '2026-11-23T12:00:00Z')).toBeNull();
    expect(next(sundays, 'NG', null, '2026-11-23T12:00:00Z')).toBe('2026-11-29T07:00:00.000Z');
  });

  it('are outside of the nights of a person whose zone is known', () => {
    const quiet = hours(null, { smsQuietHours: NIGHT });
    expect(next(quiet, 'NG', 'America/New_York', '2026-11-23T09:00:00Z')).toBe('2026-11-23T13:00:00.000Z');
    expect(next(quiet, 'NG', null, '2026-11-23T09:00:00Z')).toBe('2026-11-23T09:00:00.000Z');
  });
});
