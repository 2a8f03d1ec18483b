import { describe, expect, it } from '@jest/globals';
import { durationOf } from './duration';

describe('durationOf', () => {
  it.each([
    [1, 600, '1 minute'],
    [600, 600, '60 minutes'],
    [1_201, 600, '3 hours'],
    [100_000, 600, '7 days'],
    [0, 1, '1 minute'],
  ])('says how long %i mails take at %i an hour: %s', (mails, perHour, said) => {
    expect(durationOf(mails, perHour)).toBe(said);
  });
});
