import { describe, expect, it } from '@jest/globals';
import { leavesOf, type MessageLeaf, type SegmentNode } from './index.js';

const opened: MessageLeaf = { message: 'opened' };
const byAnybody: MessageLeaf = { ...opened, machine: true };
const taking: MessageLeaf = { ...opened, including_unknown: true };

describe('opens that are unknown', () => {
  it.each<[SegmentNode, MessageLeaf]>([
    [opened, opened],
    [{ not: opened }, byAnybody],
    [{ not: { not: opened } }, opened],
    [{ not: { any: [opened] } }, byAnybody],
    [taking, byAnybody],
    [{ not: taking }, opened],
    [byAnybody, byAnybody],
    [{ not: byAnybody }, byAnybody],
    [{ not: { message: 'clicked' } }, { message: 'clicked' }],
  ])('%j counts %j', (tree, counted) => expect(leavesOf(tree)).toEqual([counted]));

  it.each([{ at_most: 2 }, { exactly: 0 }, { between: [0, 3] }] as const)(
    'can only harm a condition with %j, which takes in people without any',
    (times) => {
      const few = { ...opened, times } as MessageLeaf;
      expect(leavesOf(few)).toEqual([{ ...few, machine: true }]);
      expect(leavesOf({ not: few })).toEqual([few]);
    },
  );

  it.each([{ exactly: 2 }, { between: [1, 3] }] as const)('do not change a condition with %j', (times) => {
    const some = { ...opened, times } as MessageLeaf;
    expect(leavesOf({ all: [some, { not: some }] })).toEqual([some, some]);
  });
});
