import { describe, expect, it } from '@jest/globals';
import { isTimeZone } from '../time-zone.js';
import { aReachableNumber, aSleepingNumber } from './testing.js';
import { countryOfNumber, isAnswerable, nextSmsTime, saysOptOut, smsHours, zonesOfCountry } from './index.js';

const next = (country: string | null, from: string) => nextSmsTime(country, new Date(from)).toISOString();

describe('the country of a number', () => {
  it.each([
    ['2348012345678', 'NG'],
    ['4915112345678', 'DE'],
    ['12025550123', 'US'],
    ['17095550123', 'US'],
    ['16705550123', 'MP'],
    ['16715550123', 'GU'],
    ['16845550123', 'AS'],
    ['27821234567', 'ZA'],
    ['77011234567', 'KZ'],
    ['79161234567', 'RU'],
    ['2101234567', null],
  ])('of %s is %s', (number, country) => {
    expect(countryOfNumber(number)).toBe(country);
  });

  it('has time zones that exist', () => {
    for (let code = 1; code < 2_000; code++) {
      const country = countryOfNumber(String(code));
      expect([country, zonesOfCountry(country).every(isTimeZone)]).toEqual([country, true]);
    }
  });
});

describe('the hours of marketing SMS', () => {
  it('are 9:00 to 20:00 by the clocks of a country without a rule, and of an unknown one', () => {
    expect(smsHours('DE')).toEqual({ weekdays: [9, 20], saturday: [9, 20], sunday: [9, 20] });
    expect(next('DE', '2026-11-23T18:59:59Z')).toBe('2026-11-23T18:59:59.000Z');
    expect(next('DE', '2026-11-23T19:00:00Z')).toBe('2026-11-24T08:00:00.000Z');
    expect(next(null, '2026-11-23T20:00:00Z')).toBe('2026-11-24T09:00:00.000Z');
  });

  it('follow summer time', () => {
    expect(next('DE', '2026-07-01T18:30:00Z')).toBe('2026-07-02T07:00:00.000Z');
  });

  it('leave out days on which a country allows none', () => {
    expect(next('FR', '2026-11-21T19:00:00Z')).toBe('2026-11-23T07:00:00.000Z');
    expect(next('ZA', '2026-11-21T11:00:00Z')).toBe('2026-11-23T06:00:00.000Z');
    expect(next('NG', '2026-11-23T19:00:00Z')).toBe('2026-11-24T07:00:00.000Z');
  });

  it('are open at once in all zones of a country', () => {
    expect(next('US', '2026-11-23T14:00:00Z')).toBe('2026-11-23T18:00:00.000Z');
    expect(next('US', '2026-11-24T01:00:00Z')).toBe('2026-11-24T18:00:00.000Z');
  });

  it('of a shared code end in the evening of its easternmost clock', () => {
    expect(next('US', '2026-11-23T23:29:59Z')).toBe('2026-11-23T23:29:59.000Z');
    expect(next('US', '2026-11-23T23:30:00Z')).toBe('2026-11-24T18:00:00.000Z');
  });

  it.each([
    ['16715550123', '2026-11-23T18:00:00Z', '2026-11-23T22:00:00.000Z'],
    ['16705550123', '2026-11-23T10:00:00Z', '2026-11-23T22:00:00.000Z'],
    ['16845550123', '2026-11-23T18:00:00Z', '2026-11-23T19:00:00.000Z'],
  ])('of an island with the code +1 are 8:00 to 20:00 by its own clock (%s)', (number, from, then) => {
    expect(next(countryOfNumber(number), from)).toBe(then);
  });

  it('are narrow where sources differ, and wide where a regulator names them', () => {
    expect([smsHours('GB').weekdays, smsHours('IN').weekdays, smsHours('AE').sunday]).toEqual([
      [9, 20],
      [10, 21],
      [7, 21],
    ]);
  });

  it('have a number that is awake and one that sleeps at any time, for tests', () => {
    for (let quarter = 0; quarter < 4 * 24; quarter++) {
      const at = new Date(Date.UTC(2026, 10, 23) + quarter * 900_000);
      expect([
        nextSmsTime(countryOfNumber(aReachableNumber(at)), at),
        nextSmsTime(countryOfNumber(aSleepingNumber(at)), at) > at,
      ]).toEqual([at, true]);
    }
  });

  it('come for every country within a week', () => {
    const from = new Date('2026-11-21T23:00:00Z');
    for (let code = 1; code < 1_000; code++) {
      const country = countryOfNumber(String(code));
      expect(nextSmsTime(country, from).getTime() - from.getTime()).toBeLessThan(7 * 86_400_000);
    }
  });
});

describe('the way out of SMS', () => {
  it('is STOP or the link for a number, and the link for a name', () => {
    expect([isAnswerable('4915112345678'), isAnswerable('+1 (202) 555'), isAnswerable('SHOP24')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(saysOptOut('Sale! Stop: answer STOP', '49151123456')).toBe(true);
    expect(saysOptOut('Sale! Answer STOP', 'SHOP')).toBe(false);
    expect(saysOptOut('Sale! No more: {{ unsubscribe_url }}', 'SHOP')).toBe(true);
    expect(saysOptOut('Sale in our nonstop shop', '49151123456')).toBe(false);
  });
});
