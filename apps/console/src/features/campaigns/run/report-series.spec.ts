import { describe, expect, it } from '@jest/globals';
import { wallClock } from './report-series';

describe('the clock of a zone', () => {
  it.each([
    ['2026-10-24T22:00:00.000Z', 'Europe/Berlin', '2026-10-25T00:00:00.000Z'],
    ['2026-10-25T23:00:00.000Z', 'Europe/Berlin', '2026-10-26T00:00:00.000Z'],
    ['2026-11-20T18:15:00.000Z', 'Asia/Kathmandu', '2026-11-21T00:00:00.000Z'],
    ['2026-11-20T00:00:00.000Z', 'UTC', '2026-11-20T00:00:00.000Z'],
  ])('shows %s in %s as %s', (iso, zone, shown) => {
    expect(wallClock(iso, zone)).toBe(shown);
  });
});
