import { describe, expect, it } from '@jest/globals';
import { readSegmentTree } from '@dundun/domain';
import { decidedTogether } from './decided-together.js';

const LEAF = { reachable: 'email' };
const people = (from: number, to: number) =>
  new Set(Array.from({ length: to - from }, (_, index) => `person ${from + index}`));
const segment = (id: string, who: Set<string>, leaves = 1) => ({
  id,
  tree: readSegmentTree({ all: Array.from({ length: leaves }, () => LEAF) }),
  people: who,
});
const idsOf = (...segments: ReturnType<typeof segment>[]) =>
  decidedTogether(segments).map((group) => group.map(({ id }) => id).join(' '));

describe('segments that one statement decides', () => {
  it('have the same people, or few', () => {
    expect(idsOf(segment('a', people(0, 1_000)), segment('b', people(0, 1_000)))).toEqual(['a b']);
    expect(idsOf(segment('a', people(0, 10)), segment('b', people(10, 20)), segment('c', people(20, 30)))).toEqual([
      'a b c',
    ]);
    expect(idsOf(segment('a', people(0, 5_000)), segment('b', people(5_000, 10_000)))).toEqual(['a', 'b']);
    expect(idsOf(segment('a', people(0, 1)), segment('b', people(0, 1_000), 20))).toEqual(['b a']);
    expect(idsOf(segment('a', people(0, 1), 40), segment('b', people(0, 5_000)))).toEqual(['b', 'a']);
  });

  it('have at most 100 conditions', () => {
    const all = Array.from({ length: 5 }, (_, index) => segment(String(index), people(0, 10), 40));
    expect(idsOf(...all)).toEqual(['0 1', '2 3', '4']);
  });
});
