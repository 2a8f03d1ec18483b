import { stableText, type AttributeLeaf, type FieldLeaf, type SegmentLeafNode, type SegmentNode } from '@dundun/domain';
import { find, isGroup, narrowed, parentOf, readDraft, type DraftGroup } from './draft';

/** People whom a condition takes in because they lack the value that it compares. */
export interface Lacking {
  /** Says who they are; null while something else is missing or wrong. */
  match: SegmentNode | null;
  leaveOut: (root: DraftGroup) => DraftGroup;
}

const isCompared = (leaf: SegmentLeafNode): leaf is AttributeLeaf | FieldLeaf =>
  ('attribute' in leaf || 'field' in leaf) && leaf.is !== 'is_set';

const hasValue = (leaf: AttributeLeaf | FieldLeaf): SegmentLeafNode => {
  const of = 'field' in leaf ? { field: leaf.field } : { attribute: leaf.attribute };
  return { ...of, type: leaf.type, is: 'is_set' } as SegmentLeafNode;
};

/** Returns who would match a tree without the value that a negated condition compares; undefined if they are left out. */
export function lackingOf(root: DraftGroup, id: string): Lacking | undefined {
  const [node, parent] = [find(root, id), parentOf(root, id)];
  if (!node || !parent || isGroup(node) || !node.isNot || !isCompared(node.leaf)) return undefined;
  const wanted = hasValue(node.leaf);
  const isWanted = stableText(wanted);
  const isLeftOut = parent.nodes.some((each) => !isGroup(each) && !each.isNot && stableText(each.leaf) === isWanted);
  if (parent.mode === 'all' && isLeftOut) return undefined;
  const { tree } = readDraft(root);
  return {
    match: tree && { all: [tree, { not: wanted }] },
    leaveOut: (now) => narrowed(now, id, wanted),
  };
}
