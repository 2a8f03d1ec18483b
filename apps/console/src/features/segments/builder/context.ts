'use client';

import type { SegmentNode } from '@dundun/domain';
import { createContext, use } from 'react';
import type { DraftFault, DraftLeaf, DraftNode } from './draft';
import { words } from './words';

/** What the parts of the builder share. */
export interface BuilderActions {
  /** Faults to show; empty before the first attempt to save. */
  faults: readonly DraftFault[];
  /** The node that is being dragged. */
  dragged: string | null;
  /** The node that was added last and gets the focus. */
  fresh: string | null;
  drag: (id: string | null) => void;
  change: (id: string, change: (node: DraftNode) => DraftNode | null) => void;
  add: (group: string, node: DraftNode) => void;
  move: (id: string, group: string, index: number) => void;
  step: (id: string, by: -1 | 1) => void;
  /** Narrows a condition on messages to people who were sent one; absent where that is no choice. */
  narrowingOf?: (id: string) => (() => void) | undefined;
  /** Who matches a condition because they lack its value; absent where that is not said. */
  lackingOf?: (id: string) => { match: SegmentNode | null; leaveOut: () => void } | undefined;
}

export const BuilderContext = createContext<BuilderActions | null>(null);

export function useBuilder(): BuilderActions {
  const actions = use(BuilderContext);
  if (!actions) throw new Error('There is no builder around this part.');
  return actions;
}

/** What is wrong with a node, as a sentence for each of its fields. */
export interface NodeFaults {
  texts: string[];
  isWrong: (field: string) => boolean;
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  Number.isNaN(value) ||
  (Array.isArray(value) && value.length === 0);

function valueAt(leaf: unknown, path: string): unknown {
  let value = leaf;
  for (const key of path.split(/[.[\]]+/).filter(Boolean))
    value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}

/**
 * Says the faults of a condition. What is merely empty is missing, whatever else would be wrong with it.
 * @param what the subject of the sentence if the fault is in no field
 */
export function useNodeFaults(node: DraftNode, what: string = words.thisCondition): NodeFaults {
  const mine = useBuilder().faults.filter(({ id }) => id === node.id);
  const texts = mine.map(({ at, message }) => {
    if (!('leaf' in node))
      return /^(all|any)?$/.test(at) && node.nodes.length === 0 ? words.emptyFault : words.wrong(what, message);
    const key = at.split(/[.[]/).findLast((each) => each in words.faultLabels) ?? '';
    const label = words.faultLabels[key] ?? (at === '' ? what : at);
    return isEmpty(valueAt(node.leaf, at)) ? `${label}: ${words.missing}` : words.wrong(label, message);
  });
  return {
    texts: [...new Set(texts)],
    isWrong: (field) => mine.some(({ at }) => at === field || at.startsWith(`${field}.`) || at.startsWith(`${field}[`)),
  };
}

/** What an editor of a condition gets. */
export interface EditorProps<Leaf> {
  node: DraftLeaf;
  leaf: Leaf;
  faults: NodeFaults;
  /** Replaces the condition. */
  set: (leaf: Leaf) => void;
  /** Negates it. */
  setNot: (isNot: boolean) => void;
}
