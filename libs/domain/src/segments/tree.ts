import type { ConsentChannel } from '../channel-consents.js';

/** Limits of one tree of conditions. */
export const SEGMENT_LIMITS = {
  depth: 5,
  leaves: 50,
  bytes: 65_536,
  tests: 10,
  values: 100,
  textLength: 1_000,
  times: 1_000_000,
  days: 3_650,
} as const;

/** A day of the workspace's calendar: `2026-11-20`. */
export type LocalDate = string;

/** A length of time in calendar days, weeks or months. */
export type Duration = { days: number } | { weeks: number } | { months: number };

/** Days of the workspace's calendar. `last` includes today; `before_last` is everything earlier than that. */
export type Window = { last: Duration } | { before_last: Duration } | { from: LocalDate; to?: LocalDate };

/** How often; `at_most` includes never. */
export type Times = { at_least: number } | { at_most: number } | { exactly: number } | { between: [number, number] };

/** Compares one value. A missing value, and one of another type, matches no test. */
export type ValueTest =
  | { type: 'text'; is: 'equals' | 'contains' | 'starts_with' | 'ends_with'; value: string }
  | { type: 'text'; is: 'one_of'; value: string[] }
  | { type: 'number'; is: 'equals' | 'above' | 'below' | 'at_least' | 'at_most'; value: number }
  | { type: 'number'; is: 'between'; value: [number, number] }
  | { type: 'boolean'; is: 'equals'; value: boolean }
  | { type: 'date'; is: 'on' | 'before' | 'after'; value: LocalDate }
  | { type: 'date'; is: 'in_next' | 'in_last' | 'anniversary_in_next'; value: Duration }
  | { type: 'text'; is: 'is_set' }
  | { type: 'number'; is: 'is_set' }
  | { type: 'boolean'; is: 'is_set' }
  | { type: 'date'; is: 'is_set' };

/** Tests a property of an event; without a name, the value of the event. */
export type PropertyTest = { property?: string } & ValueTest;

/** A person's own fields. */
export const OWN_FIELDS = {
  uid: 'text',
  email: 'text',
  number: 'text',
  first_name: 'text',
  last_name: 'text',
  tz: 'text',
  is_account: 'boolean',
  archived: 'boolean',
} as const;
export type OwnField = keyof typeof OWN_FIELDS;

export const LIST_STATUSES = ['subscribed', 'pending', 'unsubscribed', 'none'] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];

/** An attribute of the person. */
export type AttributeLeaf = { attribute: string } & ValueTest;
/** One of the person's own fields. */
export type FieldLeaf = { field: OwnField } & ValueTest;
/** The person's place on a list, or the consent to one channel of it, optionally held since days of the window. */
export interface ListLeaf {
  list: string;
  status: ListStatus[];
  channel?: ConsentChannel;
  since?: Window;
}
/** What the person did: how often in the window, or whether the first or last time was in it. */
export interface EventLeaf {
  event: string;
  where?: PropertyTest[];
  which?: 'first' | 'last';
  times?: Times;
  window?: Window;
}
/** What can have happened with a message. Opened and clicked are by people. */
export const MESSAGE_FACTS = ['sent', 'arrived', 'opened', 'clicked', 'bounced', 'complained'] as const;
export type MessageFact = (typeof MESSAGE_FACTS)[number];

/** Whose messages: those of a list or of a campaign. */
export type MessageSource = { list: string } | { campaign: string };

/**
 * What happened with messages of lists to the person: how often in the window. Arrived: handed over, and no bounce since. With
 * `machine`, opens and clicks by machines count too, such as those of mail privacy proxies. Opens by machines alone are unknown:
 * such people match neither "opened" nor its negation, and both with `including_unknown`.
 */
export interface MessageLeaf {
  message: MessageFact;
  of?: MessageSource;
  machine?: true;
  including_unknown?: true;
  times?: Times;
  window?: Window;
}
/** Members of another segment. */
export interface SegmentLeaf {
  segment: string;
}
/** Has an address of the channel that is not suppressed; with a list, is also subscribed there and has not left it. */
export interface ReachableLeaf {
  reachable: 'email' | 'sms';
  list?: string;
}
/** A stable random part of all people: places `from` to `to` of 0 to 9999, both included. */
export interface BucketLeaf {
  bucket: { salt: string; from: number; to: number };
}
/** When the person became known. */
export interface CreatedLeaf {
  created: Window;
}
/** Came by an import, or by any: was in its file, and not left out. */
export interface ImportedLeaf {
  imported: string;
}

export type SegmentLeafNode =
  | AttributeLeaf
  | FieldLeaf
  | ListLeaf
  | EventLeaf
  | MessageLeaf
  | SegmentLeaf
  | ReachableLeaf
  | BucketLeaf
  | CreatedLeaf
  | ImportedLeaf;

/** A tree of conditions that says who is in a segment. */
export type SegmentNode = { all: SegmentNode[] } | { any: SegmentNode[] } | { not: SegmentNode } | SegmentLeafNode;

/** The keys that tell the kinds of conditions apart, groups first. */
export const NODE_KINDS = [
  'all',
  'any',
  'not',
  'attribute',
  'field',
  'list',
  'event',
  'message',
  'segment',
  'reachable',
  'bucket',
  'created',
  'imported',
] as const;

/** In place of the id of an import: whichever it was. */
export const ANY_IMPORT = 'any';

/** Conditions that read counts by person and day. */
export type CountedLeaf = EventLeaf | MessageLeaf;
export const isCounted = (leaf: SegmentLeafNode): leaf is CountedLeaf => 'event' in leaf || 'message' in leaf;

/** A leaf and its path, such as `match.all[2].not`. */
interface PlacedLeaf {
  leaf: SegmentLeafNode;
  path: string;
}

/** Returns the leaves with their paths. */
export function placedLeavesOf(node: SegmentNode, path: string): PlacedLeaf[] {
  if ('not' in node) return placedLeavesOf(node.not, `${path}.not`);
  const kind = 'all' in node ? 'all' : 'any';
  const nodes = childrenOf(node);
  if (!nodes) return [{ leaf: node as SegmentLeafNode, path }];
  return nodes.flatMap((each, index) => placedLeavesOf(each, `${path}.${kind}[${index}]`));
}

/** The people of a group's conditions, or undefined for a leaf. */
export function childrenOf(node: SegmentNode): SegmentNode[] | undefined {
  if ('all' in node) return node.all;
  if ('any' in node) return node.any;
  return 'not' in node ? [node.not] : undefined;
}
