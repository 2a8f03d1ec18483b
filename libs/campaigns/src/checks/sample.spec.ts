import { describe, expect, it } from '@jest/globals';
import { randomFrom } from '@dundun/testing/repetitions';
import { Sample } from './sample.js';

const sampled = (count: number) => {
  const sample = new Sample(randomFrom(7));
  for (let index = 0; index < count; index++) sample.add(String(index));
  return sample.people().map(Number);
};

describe('a sample of people', () => {
  it.each([0, 1, 50, 51, 100, 149, 150, 200])('holds all of %i people once', (count) => {
    expect(sampled(count)).toEqual(Array.from({ length: count }, (_, index) => index));
  });

  it('holds the first and the last 50 of many, and 100 from everywhere in between', () => {
    const people = sampled(10_000);
    expect(new Set(people).size).toBe(200);
    expect(people.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(people.slice(150)).toEqual(Array.from({ length: 50 }, (_, index) => 9_950 + index));
    const mean = people.slice(50, 150).reduce((sum, each) => sum + each, 0) / 100;
    expect(mean).toBeGreaterThan(3_500);
    expect(mean).toBeLessThan(6_500);
  });
});
