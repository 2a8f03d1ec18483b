import { describe, expect, it } from '@jest/globals';
import { NOTHING, between, isSelected, sizeOf, withRows, type Selection } from './selection';

describe('a selection', () => {
  it('adds and removes rows of several pages', () => {
    const some = withRows(withRows(NOTHING, ['a', 'b'], true), ['c'], true);
    expect(['a', 'b', 'c', 'd'].map((id) => isSelected(some, id))).toEqual([true, true, true, false]);
    expect(sizeOf(withRows(some, ['b'], false), 100)).toBe(2);
  });

  it('takes rows out of all that match, and back in', () => {
    const all: Selection = { all: true, except: new Set() };
    const fewer = withRows(all, ['a', 'b'], false);
    expect([isSelected(fewer, 'a'), isSelected(fewer, 'z'), sizeOf(fewer, 50_123)]).toEqual([false, true, 50_121]);
    expect(sizeOf(withRows(fewer, ['a'], true), 50_123)).toBe(50_122);
  });

  it('reaches from one row to another in both directions', () => {
    const rows = ['a', 'b', 'c', 'd'];
    expect([
      between(rows, 'b', 'd'),
      between(rows, 'd', 'b'),
      between(rows, null, 'c'),
      between(rows, 'x', 'c'),
    ]).toEqual([['b', 'c', 'd'], ['b', 'c', 'd'], ['c'], ['c']]);
  });
});
