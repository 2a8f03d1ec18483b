import { describe, expect, it } from '@jest/globals';
import type { SegmentNode } from '@dundun/domain';
import {
  added,
  aGroup,
  aLeaf,
  amongSent,
  changed,
  draftFrom,
  isGroup,
  mayBeUnsent,
  moved,
  readDraft,
  restored,
  stepped,
  treeOf,
  type DraftGroup,
  type DraftLeaf,
} from './draft';

const PRO = { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' } as const;
const PAID = { event: 'Paid' } as const;
const NEW = { created: { last: { days: 7 } } } as const;

const roundTrip = (tree: SegmentNode) => treeOf(draftFrom(tree)).tree;
const shape = (group: DraftGroup): unknown[] =>
  group.nodes.map((node) => (isGroup(node) ? shape(node) : Object.keys(node.leaf)[0]));

describe('a draft', () => {
  it.each<[string, SegmentNode]>([
    ['a condition', PRO],
    ['a negated condition', { not: PAID }],
    ['all', { all: [PRO, { not: PAID }] }],
    ['none', { not: { any: [PRO, PAID] } }],
    ['not all', { not: { all: [PRO, PAID] } }],
    ['groups in groups', { any: [{ all: [PRO, PAID] }, { not: { any: [NEW, PAID] } }] }],
  ])('keeps %s', (_, tree) => {
    expect(roundTrip(tree)).toEqual(tree);
  });

  const of = { campaign: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11' };
  const unopened: SegmentNode = { not: { message: 'opened', of } };
  const sent: SegmentNode = { message: 'sent', of };

  it.each<[string, SegmentNode, SegmentNode]>([
    ['alone', unopened, { all: [sent, unopened] }],
    ['among all', { all: [PRO, unopened] }, { all: [PRO, sent, unopened] }],
    ['among any', { any: [PRO, unopened] }, { any: [PRO, { all: [sent, unopened] }] }],
  ])('narrows “did not open” %s to people who were sent one', (_, tree, narrowed) => {
    const root = draftFrom(tree);
    const { id } = root.nodes.at(-1) as DraftLeaf;
    expect(mayBeUnsent(root, id)).toBe(true);
    const next = amongSent(root, id);
    expect(treeOf(next).tree).toEqual(narrowed);
    expect(mayBeUnsent(next, id)).toBe(false);
  });

  it('does not narrow what was opened, or not sent', () => {
    for (const tree of [sent, { message: 'opened' }, { not: sent }, PRO, { not: PRO }] as SegmentNode[]) {
      const root = draftFrom(tree);
      expect(mayBeUnsent(root, root.nodes[0]?.id as string)).toBe(false);
    }
  });

  it('says a double negation without one', () => {
    expect(roundTrip({ not: { not: PRO } })).toEqual(PRO);
    expect(roundTrip({ not: { not: { any: [PRO, PAID] } } })).toEqual({ any: [PRO, PAID] });
  });

  it('finds the condition that is wrong, and where in it', () => {
    const wrong = aLeaf({ ...PRO, value: '' });
    const root = aGroup('any', [aLeaf(PAID), aGroup('none', [aLeaf(NEW), wrong])]);
    const { tree, faults } = readDraft(root);
    expect(tree).toBeNull();
    expect(faults).toEqual([{ id: wrong.id, at: 'value', message: 'must be text of 1 to 1000 characters' }]);
  });

  it('finds a negated condition, and a group without conditions', () => {
    const [wrong, empty] = [aLeaf({ event: '' }, true), aGroup('any')];
    const { faults } = readDraft(aGroup('all', [wrong, empty]));
    expect(faults.map(({ id, at }) => [id, at])).toEqual([
      [wrong.id, 'event'],
      [empty.id, 'any'],
    ]);
  });

  it('moves with the keys through every place and back', () => {
    const leaf = aLeaf(PRO);
    const start = aGroup('all', [leaf, aLeaf(PAID), aGroup('any', [aLeaf(NEW)])]);
    const shapes = [shape(start)];
    let root = start;
    for (let step = 0; step < 5; step++) shapes.push(shape((root = stepped(root, leaf.id, 1))));
    expect(shapes).toEqual([
      ['attribute', 'event', ['created']],
      ['event', 'attribute', ['created']],
      ['event', ['attribute', 'created']],
      ['event', ['created', 'attribute']],
      ['event', ['created'], 'attribute'],
      ['event', ['created'], 'attribute'],
    ]);
    for (let step = 3; step >= 0; step--) expect(shape((root = stepped(root, leaf.id, -1)))).toEqual(shapes[step]);
    expect(stepped(root, leaf.id, -1)).toBe(root);
  });

  it('moves to a place of another group, but not into itself', () => {
    const [leaf, inner] = [aLeaf(PRO), aGroup('any', [aLeaf(NEW)])];
    const root = aGroup('all', [leaf, aLeaf(PAID), inner]);
    expect(shape(moved(root, leaf.id, inner.id, 1))).toEqual(['event', ['created', 'attribute']]);
    expect(shape(moved(root, leaf.id, root.id, 2))).toEqual(['event', 'attribute', ['created']]);
    expect(moved(root, inner.id, inner.id, 0)).toBe(root);
  });

  it('adds and removes', () => {
    const root = added(aGroup('all', [aLeaf(PRO)]), 'nowhere', aLeaf(PAID));
    const more = added(root, root.id, aLeaf(PAID));
    expect(shape(more)).toEqual(['attribute', 'event']);
    expect(shape(changed(more, (more.nodes[0] as { id: string }).id, () => null))).toEqual(['event']);
  });

  it('survives as text, and nothing else does', () => {
    const root = aGroup('any', [aLeaf(PRO, true), aGroup('none', [aLeaf(PAID)])]);
    const back = restored(JSON.parse(JSON.stringify(root)));
    expect(back && treeOf(back).tree).toEqual(treeOf(root).tree);
    for (const value of [null, 'x', {}, { mode: 'x', nodes: [] }, { mode: 'all', nodes: [{}] }])
      expect(restored(value)).toBeNull();
  });
});
