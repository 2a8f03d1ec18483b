import { describe, expect, it } from '@jest/globals';
import type { SegmentNode } from '@dundun/domain';
import { draftFrom, treeOf, type DraftGroup } from './draft';
import { lackingOf } from './lacking';

const PRO = { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' } as const;
const HAS = { attribute: 'plan', type: 'text', is: 'is_set' } as const;
const ADA = { field: 'first_name', type: 'text', is: 'equals', value: 'Ada' } as const;
const PAID = { event: 'Paid' } as const;

const lastOf = (root: DraftGroup) => root.nodes.at(-1)?.id as string;

describe('people who lack what a condition compares', () => {
  it.each<[string, SegmentNode, SegmentNode]>([
    ['alone', { not: PRO }, { all: [HAS, { not: PRO }] }],
    ['among all', { all: [PAID, { not: PRO }] }, { all: [PAID, HAS, { not: PRO }] }],
    ['among any', { any: [PAID, { not: PRO }] }, { any: [PAID, { all: [HAS, { not: PRO }] }] }],
  ])('are counted and left out of a negation %s', (_, tree, narrowed) => {
    const root = draftFrom(tree);
    const lacking = lackingOf(root, lastOf(root));
    expect(lacking?.match).toEqual({ all: [treeOf(root).tree, { not: HAS }] });
    const next = lacking?.leaveOut(root) as DraftGroup;
    expect(treeOf(next).tree).toEqual(narrowed);
  });

  it('are said of own fields, and no more once they are left out', () => {
    const root = draftFrom({ all: [PAID, { not: ADA }] });
    const next = lackingOf(root, lastOf(root))?.leaveOut(root) as DraftGroup;
    expect(treeOf(next).tree).toEqual({
      all: [PAID, { field: 'first_name', type: 'text', is: 'is_set' }, { not: ADA }],
    });
    expect(lackingOf(next, lastOf(next))).toBeUndefined();
  });

  it('are not said of what they cannot match, or what asks for them', () => {
    for (const tree of [PRO, { not: HAS }, { not: PAID }] as SegmentNode[]) {
      const root = draftFrom(tree);
      expect(lackingOf(root, lastOf(root))).toBeUndefined();
    }
  });

  it('are not counted while a condition is incomplete', () => {
    const root = draftFrom({ all: [PAID, { not: PRO }] });
    const incomplete = {
      ...root,
      nodes: [{ ...root.nodes[0], leaf: { event: '' } }, ...root.nodes.slice(1)],
    } as DraftGroup;
    expect(lackingOf(incomplete, lastOf(incomplete))).toMatchObject({ match: null });
  });
});
