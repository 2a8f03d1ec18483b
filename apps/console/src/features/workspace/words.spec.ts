import { describe, expect, it } from '@jest/globals';
import { words } from './words';

describe('words.keptFor', () => {
  it('distinguishes indefinitely, not at all and a number of days', () => {
    expect(words.keptFor(null)).toContain('as long as the message record');
    expect(words.keptFor(0)).toContain('as soon as');
    expect(words.keptFor(1)).toContain('for one day;');
    expect(words.keptFor(30)).toContain('for 30 days;');
  });
});
