import { describe, expect, it } from '@jest/globals';
import { words } from './words';

describe('how long content is kept, in words', () => {
  it('tells nothing, some days and for good apart', () => {
    expect(words.keptFor(null)).toContain('as long as its record');
    expect(words.keptFor(0)).toContain('as soon as');
    expect(words.keptFor(1)).toContain('for a day;');
    expect(words.keptFor(30)).toContain('for 30 days;');
  });
});
