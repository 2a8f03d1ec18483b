import { describe, expect, it } from '@jest/globals';
import { daysUnderWarmUp, DEFAULT_WARM_UP, utcDay, warmUpCeiling, warmUpDays } from './warm-up.js';

const plan = { firstDay: 50, growthPercent: 50, target: 400, startedOn: '2026-11-20' };

describe('a warm-up plan', () => {
  it.each([
    ['2026-11-19', null],
    ['2026-11-20', 50],
    ['2026-11-21', 75],
    ['2026-11-22', 112],
    ['2026-11-25', 379],
    ['2026-11-26', null],
    ['2027-11-26', null],
    ['someday', null],
  ])('on %s allows %j', (day, ceiling) => {
    expect(warmUpCeiling(plan, day)).toBe(ceiling);
  });

  it('counts the days that have a ceiling', () => {
    expect(warmUpDays(plan)).toBe(6);
    expect(warmUpDays({ ...plan, target: 50 })).toBe(0);
    expect(warmUpDays(DEFAULT_WARM_UP)).toBe(20);
  });

  it('says on which day the last of a campaign have their mail', () => {
    const first = Date.parse('2026-11-20T12:00:00Z');
    expect([50, 51, 125, 126].map((recipients) => daysUnderWarmUp(plan, recipients, first))).toEqual([1, 2, 2, 3]);
    expect(daysUnderWarmUp(plan, 50, first, 1)).toBe(2);
    expect(daysUnderWarmUp(plan, 1_000_000, first)).toBe(7);
    expect(daysUnderWarmUp({ ...plan, growthPercent: 0 }, 1_000_000, first)).toBe(365);
  });

  it('changes at midnight in UTC', () => {
    expect(utcDay(Date.parse('2026-11-22T23:59:59.999Z'))).toBe('2026-11-22');
    expect(utcDay(Date.parse('2026-11-23T01:00:00+02:00'))).toBe('2026-11-22');
  });
});
