import { describe, expect, it } from '@jest/globals';
import { MalformedBodyError } from '@dundun/domain';
import { cpuClock } from '@dundun/testing/cpu-clock';
import { assertBounded, assertFormBounded, MOST_VALUES } from './body-bounds.js';

const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
const MANY_KEYS = 'it has more than 10,000 keys';

describe('assertBounded', () => {
  it.each([
    ['as many keys as the bound', keys(10_000)],
    ['as many values as the bound', `[${'0,'.repeat(MOST_VALUES - 2)}0]`],
    ['one long text full of punctuation', `"${'{},\\"[\\\\:'.repeat(400_000)}"`],
    ['a text that ends with a backslash', `["${'\\\\'.repeat(100_000)}",":,:,"]`],
    ['a text that never ends', `"${':'.repeat(300_000)}`],
    ['no JSON at all', 'x'.repeat(300_000)],
  ])('accepts %s', (_, text) => {
    expect(() => assertBounded(text)).not.toThrow();
  });

  it.each([
    ['keys of one object', keys(10_001), MANY_KEYS],
    ['keys of many objects', `[${'{"key":1},'.repeat(10_001)}0]`, MANY_KEYS],
    ['keys after a text with escaped quotes', `["${'\\"'.repeat(50_000)}",${keys(10_001)}]`, MANY_KEYS],
    ['keys after a text with backslashes', `["${'\\\\'.repeat(50_000)}",${keys(10_001)}]`, MANY_KEYS],
    ['items', `[${'0,'.repeat(MOST_VALUES)}0]`, 'it has more than 100,000 values'],
    ['empty objects', `[${'{},'.repeat(MOST_VALUES)}0]`, 'it has more than 100,000 values'],
  ])('refuses too many %s', (_, text, message) => {
    expect(() => assertBounded(text)).toThrow(new MalformedBodyError(message));
  });

  it('keeps the bound of the route', () => {
    expect(() => assertBounded(keys(20_000), 20_000)).not.toThrow();
    expect(() => assertBounded(keys(20_001), 20_000)).toThrow(/more than 20,000 keys/);
  });

  it('refuses 600,000 keys in a twentieth of the time that parsing them takes', () => {
    const text = keys(600_000);
    const refusing = cpuClock();
    expect(() => assertBounded(text)).toThrow(MalformedBodyError);
    const refused = refusing();
    const parsing = cpuClock();
    JSON.parse(text);
    expect(refused).toBeLessThan(parsing() / 20);
  });
});

describe('assertFormBounded', () => {
  it('refuses a form with more fields than the bound', () => {
    expect(() => assertFormBounded(Buffer.from('a&'.repeat(9_999)))).not.toThrow();
    expect(() => assertFormBounded(Buffer.from('a&'.repeat(10_000)))).toThrow(/more than 10,000 fields/);
  });
});
