import {
  childrenOf,
  readSegmentTree,
  Refusal,
  stableText,
  type FieldFault,
  type SegmentLeafNode,
  type SegmentNode,
} from '@dundun/domain';

/** How a group joins its conditions; the last two are negations. */
export type GroupMode = 'all' | 'any' | 'none' | 'not_all';

/** A group while it is edited. */
export interface DraftGroup {
  id: string;
  mode: GroupMode;
  nodes: DraftNode[];
}

/** A condition while it is edited: its values may still be missing. */
export interface DraftLeaf {
  id: string;
  isNot: boolean;
  leaf: SegmentLeafNode;
}

export type DraftNode = DraftGroup | DraftLeaf;

/** A fault of one node; `at` is the path within its condition, such as `value` or `where[0].property`. */
export interface DraftFault {
  id: string;
  at: string;
  message: string;
}

let last = 0;
const newId = () => `n${++last}`;

export const isGroup = (node: DraftNode): node is DraftGroup => 'nodes' in node;
export const aGroup = (mode: GroupMode, nodes: DraftNode[] = []): DraftGroup => ({ id: newId(), mode, nodes });
export const aLeaf = (leaf: SegmentLeafNode, isNot = false): DraftLeaf => ({ id: newId(), isNot, leaf });

const OPPOSITE: Record<GroupMode, GroupMode> = { all: 'not_all', not_all: 'all', any: 'none', none: 'any' };

function draftOf(node: SegmentNode): DraftNode {
  if ('not' in node) {
    const inner = draftOf(node.not);
    return isGroup(inner) ? { ...inner, mode: OPPOSITE[inner.mode] } : { ...inner, isNot: !inner.isNot };
  }
  const nodes = childrenOf(node);
  return nodes ? aGroup('all' in node ? 'all' : 'any', nodes.map(draftOf)) : aLeaf(node as SegmentLeafNode);
}

/** Makes a tree editable: its root becomes a group. */
export function draftFrom(tree: SegmentNode | null): DraftGroup {
  const root = tree ? draftOf(tree) : aGroup('all');
  return isGroup(root) ? root : aGroup('all', [root]);
}

/** Makes one condition editable. @returns null for a group */
export function leafFrom(node: SegmentNode): DraftLeaf | null {
  const draft = draftOf(node);
  return isGroup(draft) ? null : draft;
}

/** Reads a tree that a link carries. @returns null for anything else */
export function linkedTree(text: string): SegmentNode | null {
  try {
    return readSegmentTree(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns the tree of a draft, with the node at each of its paths. */
export function treeOf(root: DraftGroup): { tree: SegmentNode; paths: Map<string, string> } {
  const paths = new Map<string, string>();
  const print = (node: DraftNode, path: string): SegmentNode => {
    const isNot = isGroup(node) ? node.mode === 'none' || node.mode === 'not_all' : node.isNot;
    const at = isNot ? `${path}.not` : path;
    paths.set(path, node.id);
    paths.set(at, node.id);
    let inner: SegmentNode;
    if (isGroup(node)) {
      const key = node.mode === 'all' || node.mode === 'not_all' ? 'all' : 'any';
      const nodes = node.nodes.map((each, index) => print(each, `${at}.${key}[${index}]`));
      inner = key === 'all' ? { all: nodes } : { any: nodes };
    } else inner = node.leaf;
    return isNot ? { not: inner } : inner;
  };
  const [only] = root.nodes;
  // One condition needs no group around it.
  const isPlain = only && root.nodes.length === 1 && (root.mode === 'all' || root.mode === 'any');
  return { tree: print(isPlain ? only : root, 'match'), paths };
}

/** Finds the nodes that faults of the tree belong to. What belongs to none is at the root. */
export function faultsAt(root: DraftGroup, faults: readonly FieldFault[]): DraftFault[] {
  const { paths } = treeOf(root);
  return faults.map(({ field, message }) => {
    const path = [...paths.keys()]
      .filter((each) => field === each || field.startsWith(`${each}.`))
      .sort((one, other) => other.length - one.length)[0];
    return { id: paths.get(path ?? '') ?? root.id, at: path ? field.slice(path.length + 1) : '', message };
  });
}

/** Reads a draft as the API will. @returns the tree, or what is missing or wrong */
export function readDraft(root: DraftGroup): { tree: SegmentNode; faults: [] } | { tree: null; faults: DraftFault[] } {
  try {
    // As it goes over the wire: a number that is missing is null there.
    return { tree: readSegmentTree(JSON.parse(JSON.stringify(treeOf(root).tree))), faults: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { tree: null, faults: faultsAt(root, error.fields ?? []) };
  }
}

/** Replaces a node by what `change` makes of it; null removes it. */
export function changed(root: DraftGroup, id: string, change: (node: DraftNode) => DraftNode | null): DraftGroup {
  const visit = (node: DraftNode): DraftNode | null => {
    if (node.id === id) return change(node);
    if (!isGroup(node)) return node;
    return { ...node, nodes: node.nodes.flatMap((each) => visit(each) ?? []) };
  };
  const made = visit(root);
  return made && isGroup(made) ? made : root;
}

export const find = (node: DraftNode, id: string): DraftNode | undefined =>
  node.id === id ? node : isGroup(node) ? node.nodes.map((each) => find(each, id)).find(Boolean) : undefined;

export const parentOf = (group: DraftGroup, id: string): DraftGroup | undefined => {
  if (group.nodes.some((each) => each.id === id)) return group;
  return group.nodes
    .filter(isGroup)
    .map((each) => parentOf(each, id))
    .find(Boolean);
};

const inserted = (root: DraftGroup, group: string, index: number, node: DraftNode): DraftGroup =>
  changed(root, group, (each) => (isGroup(each) ? { ...each, nodes: each.nodes.toSpliced(index, 0, node) } : each));

/** Adds a node at the end of a group. */
export const added = (root: DraftGroup, group: string, node: DraftNode): DraftGroup =>
  inserted(root, group, Infinity, node);

/** Moves a node to a place of a group; into itself it does not move. */
export function moved(root: DraftGroup, id: string, group: string, index: number): DraftGroup {
  const node = find(root, id);
  const from = parentOf(root, id);
  if (!node || !from || find(node, group)) return root;
  const here = from.nodes.findIndex((each) => each.id === id);
  const place = from.id === group && here < index ? index - 1 : index;
  return inserted(
    changed(root, id, () => null),
    group,
    place,
    node,
  );
}

/** Moves a node one place up or down, into groups and out of them. */
export function stepped(root: DraftGroup, id: string, by: -1 | 1): DraftGroup {
  const from = parentOf(root, id);
  if (!from) return root;
  const here = from.nodes.findIndex((each) => each.id === id);
  const neighbour = from.nodes[here + by];
  if (neighbour && isGroup(neighbour)) return moved(root, id, neighbour.id, by === 1 ? 0 : neighbour.nodes.length);
  if (neighbour) return moved(root, id, from.id, by === 1 ? here + 2 : here - 1);
  const outer = parentOf(root, from.id);
  if (!outer) return root;
  const place = outer.nodes.findIndex((each) => each.id === from.id);
  return moved(root, id, outer.id, by === 1 ? place + 1 : place);
}

const messagesOf = (leaf: SegmentLeafNode) => ('message' in leaf ? stableText(leaf.of ?? null) : undefined);

/** Whether a condition takes in people who were never sent a message, and could leave them out. */
export function mayBeUnsent(root: DraftGroup, id: string): boolean {
  const [node, parent] = [find(root, id), parentOf(root, id)];
  if (!node || !parent || isGroup(node) || !node.isNot || !('message' in node.leaf)) return false;
  if (node.leaf.message === 'sent' || node.leaf.message === 'arrived') return false;
  const messages = messagesOf(node.leaf);
  const isGiven = (each: DraftNode) =>
    !isGroup(each) &&
    !each.isNot &&
    'message' in each.leaf &&
    (each.leaf.message === 'sent' || each.leaf.message === 'arrived') &&
    messagesOf(each.leaf) === messages;
  return parent.mode !== 'all' || !parent.nodes.some(isGiven);
}

/** Narrows a condition on messages to people who were sent one. */
export function amongSent(root: DraftGroup, id: string): DraftGroup {
  const node = find(root, id);
  if (!node || isGroup(node) || !('message' in node.leaf)) return root;
  const { of, window } = node.leaf;
  return narrowed(root, id, { message: 'sent', ...(of && { of }), ...(window && { window }) });
}

/** Narrows a condition to people for whom another one holds. */
export function narrowed(root: DraftGroup, id: string, by: SegmentLeafNode): DraftGroup {
  const parent = parentOf(root, id);
  if (parent?.mode !== 'all') return changed(root, id, (each) => aGroup('all', [aLeaf(by), each]));
  const place = parent.nodes.findIndex((each) => each.id === id);
  return inserted(root, parent.id, place, aLeaf(by));
}

/** Returns a copy with new ids. */
export const copied = (node: DraftNode): DraftNode =>
  isGroup(node) ? { ...node, id: newId(), nodes: node.nodes.map(copied) } : { ...node, id: newId() };

/** Reads a draft that was stored as text when the session was lost. @returns null for anything else */
export function restored(value: unknown): DraftGroup | null {
  const isNode = (node: unknown): node is DraftNode => {
    if (typeof node !== 'object' || node === null) return false;
    const { mode, nodes, leaf } = node as Partial<DraftGroup & DraftLeaf>;
    if (Array.isArray(nodes)) return typeof mode === 'string' && mode in OPPOSITE && nodes.every(isNode);
    return typeof leaf === 'object' && leaf !== null;
  };
  return isNode(value) && isGroup(value) ? (copied(value) as DraftGroup) : null;
}
