import { moves } from './days.js';
import { leavesOf } from './leaves.js';
import { isCounted, type CountedLeaf, type PropertyTest, type SegmentLeafNode, type SegmentNode } from './tree.js';

/** What a condition depends on: a change of it may change who is in the segment. */
export interface SegmentUse {
  what: 'attribute' | 'field' | 'list' | 'event' | 'segment' | 'suppression' | 'day' | 'import';
  /** The name or id; for events the key of what is counted, else empty. */
  key: string;
}

/** Returns the JSON text of a value with the keys of all objects in order, so that equal values have equal texts. */
export function stableText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${stableText(each)}`).join(',')}}`;
}

/** Returns the stable key of a leaf: equal leaves have equal keys, in whichever tree they stand. */
export const leafKey = (leaf: SegmentLeafNode): string => stableText(leaf);

/** What a condition counts: an event, or what happened with messages, with tests of its properties. */
export interface CountedName {
  source: 'event' | 'message';
  name: string;
  tests: PropertyTest[];
}

/** Returns what a condition counts. A list or a campaign is a property of what happens with its messages. */
export function countedName(leaf: CountedLeaf): CountedName {
  if ('event' in leaf) return { source: 'event', name: leaf.event, tests: leaf.where ?? [] };
  const tests = Object.entries(leaf.of ?? {}).map(([property, value]): PropertyTest => ({
    property,
    type: 'text',
    is: 'equals',
    value,
  }));
  return { source: 'message', name: leaf.machine ? `${leaf.message} by anybody` : leaf.message, tests };
}

/** Returns the key of what is counted. */
export function keyOfCounted({ source, name, tests }: CountedName): string {
  if (source === 'message') return stableText([source, name, tests]);
  return stableText(tests.length > 0 ? [name, tests] : [name]);
}

/** Returns the key of what a condition counts. */
export const countedKey = (leaf: CountedLeaf): string => keyOfCounted(countedName(leaf));

/** Whether the answer of the leaf may change at midnight though nothing happened. */
export function movesAtMidnight(leaf: SegmentLeafNode): boolean {
  if (isCounted(leaf)) return moves(leaf.window);
  if ('created' in leaf) return moves(leaf.created);
  if ('status' in leaf) return moves(leaf.since);
  return 'type' in leaf && ['in_next', 'in_last', 'anniversary_in_next'].includes(leaf.is);
}

function usesOfLeaf(leaf: SegmentLeafNode): SegmentUse[] {
  if ('attribute' in leaf) return [{ what: 'attribute', key: leaf.attribute }];
  if ('field' in leaf) return [{ what: 'field', key: leaf.field }];
  if (isCounted(leaf)) return [{ what: 'event', key: countedKey(leaf) }];
  if ('segment' in leaf) return [{ what: 'segment', key: leaf.segment }];
  if ('reachable' in leaf) {
    const address = leaf.reachable === 'email' ? 'email' : 'number';
    const uses: SegmentUse[] = [
      { what: 'suppression', key: '' },
      { what: 'field', key: address },
    ];
    return leaf.list === undefined ? uses : [...uses, { what: 'list', key: leaf.list }];
  }
  if ('created' in leaf) return [{ what: 'field', key: 'created_at' }];
  if ('imported' in leaf) return [{ what: 'import', key: '' }];
  if (!('status' in leaf)) return [];
  const list: SegmentUse = { what: 'list', key: leaf.list };
  // Who has no address has no consent of its channel, if nothing else is known.
  return leaf.channel ? [list, { what: 'field', key: leaf.channel === 'email' ? 'email' : 'number' }] : [list];
}

/** Returns what the tree depends on, each once. */
export function usesOf(tree: SegmentNode): SegmentUse[] {
  const uses = leavesOf(tree).flatMap((leaf): SegmentUse[] =>
    movesAtMidnight(leaf) ? [...usesOfLeaf(leaf), { what: 'day', key: '' }] : usesOfLeaf(leaf),
  );
  return [...new Map(uses.map((use) => [`${use.what} ${use.key}`, use])).values()];
}
