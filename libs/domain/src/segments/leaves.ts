import { childrenOf, type MessageLeaf, type SegmentLeafNode, type SegmentNode, type Times } from './tree.js';

/** Whether further opens can only help the condition or only harm it; null if they may do both. */
function effectOf(times: Times = { at_least: 1 }): 'help' | 'harm' | null {
  if ('at_least' in times) return 'help';
  if ('at_most' in times) return 'harm';
  const least = 'exactly' in times ? times.exactly : times.between[0];
  return least === 0 ? 'harm' : null;
}

/** Whether a condition can have people for whom its answer is unknown: opens by machines may be theirs. */
export const hasUnknown = ({ message, machine, times }: MessageLeaf): boolean =>
  message === 'opened' && machine === undefined && effectOf(times) !== null;

/**
 * Returns a condition with those opens counted that decide it where it stands. Whose opens are unknown match neither "opened" nor
 * "did not open": the first counts opens by people, the second those by anybody. With `including_unknown` it is the other way round.
 * @param isNot whether the condition stands under an odd number of negations
 */
export function meantLeaf(leaf: SegmentLeafNode, isNot: boolean): SegmentLeafNode {
  if (!('message' in leaf) || !hasUnknown(leaf)) return leaf;
  const { including_unknown: takesUnknown = false, ...rest } = leaf;
  const asksForNone = isNot !== (effectOf(leaf.times) === 'harm');
  return takesUnknown === asksForNone ? rest : { ...rest, machine: true };
}

function leavesUnder(node: SegmentNode, isNot: boolean): SegmentLeafNode[] {
  const isInner = 'not' in node ? !isNot : isNot;
  const nodes = childrenOf(node);
  return nodes?.flatMap((each) => leavesUnder(each, isInner)) ?? [meantLeaf(node as SegmentLeafNode, isNot)];
}

/** Returns the leaves as they are meant, in the order in which they are written. */
export const leavesOf = (tree: SegmentNode): SegmentLeafNode[] => leavesUnder(tree, false);

/** Returns the ids of the campaigns that a tree names. */
export const campaignsIn = (node: SegmentNode): string[] =>
  leavesOf(node).flatMap((leaf) => ('message' in leaf && leaf.of && 'campaign' in leaf.of ? [leaf.of.campaign] : []));
