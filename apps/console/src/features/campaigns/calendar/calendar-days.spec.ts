import { describe, expect, it } from '@jest/globals';
import { dayAfterKey, turned, weeksAround } from './calendar-days';

describe('the days of a calendar', () => {
  it('shows whole weeks from Monday', () => {
    const month = weeksAround('month', '2026-11-20');
    expect(month.map((week) => [week[0], week[6]])).toEqual([
      ['2026-10-26', '2026-11-01'],
      ['2026-11-02', '2026-11-08'],
      ['2026-11-09', '2026-11-15'],
      ['2026-11-16', '2026-11-22'],
      ['2026-11-23', '2026-11-29'],
      ['2026-11-30', '2026-12-06'],
    ]);
    expect(weeksAround('month', '2027-02-15')).toHaveLength(4);
    expect(weeksAround('week', '2026-11-22')).toEqual([
      ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
    ]);
  });

  it('turns to the next and the last page', () => {
    expect(turned('month', '2026-12-31', 1)).toBe('2027-01-01');
    expect(turned('month', '2026-03-31', -1)).toBe('2026-02-01');
    expect(turned('month', '2027-01-31', 1)).toBe('2027-02-01');
    expect(turned('week', '2026-12-30', 1)).toBe('2027-01-06');
  });

  it.each([
    ['ArrowLeft', '2026-11-19'],
    ['ArrowRight', '2026-11-21'],
    ['ArrowUp', '2026-11-13'],
    ['ArrowDown', '2026-11-27'],
    ['Home', '2026-11-16'],
    ['End', '2026-11-22'],
    ['PageUp', '2026-10-01'],
    ['PageDown', '2026-12-01'],
    ['a', undefined],
  ])('leads by %s to %s', (key, day) => {
    expect(dayAfterKey('month', '2026-11-20', key)).toBe(day);
  });
});
