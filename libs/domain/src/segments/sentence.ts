import { ANY_IMPORT } from './tree.js';
import type {
  Duration,
  EventLeaf,
  MessageLeaf,
  SegmentLeafNode,
  SegmentNode,
  Times,
  ValueTest,
  Window,
} from './tree.js';

/** Titles of what a tree names by id; null for what no longer exists. */
export interface SegmentTitles {
  list(id: string): string | null;
  segment(id: string): string | null;
  campaign(id: string): string | null;
  /** The name of the file of an import. */
  import(id: string): string | null;
}

const quoted = (text: string) => `“${text}”`;

function length(duration: Duration): string {
  const [unit, count] = Object.entries(duration)[0] as [string, number];
  return count === 1 ? unit.slice(0, -1) : `${count} ${unit}`;
}

function inWindow(window: Window): string {
  if ('last' in window) return `in the last ${length(window.last)}`;
  if ('before_last' in window) return `before the last ${length(window.before_last)}`;
  return window.to === undefined ? `since ${window.from}` : `from ${window.from} to ${window.to}`;
}

function often(times: Times): string {
  const said = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
  if ('at_least' in times) return `at least ${said(times.at_least)}`;
  if ('at_most' in times) return `at most ${said(times.at_most)}`;
  if ('exactly' in times) return `exactly ${said(times.exactly)}`;
  return `${times.between[0]} to ${times.between[1]} times`;
}

const IS: Record<ValueTest['is'], [is: string, isNot: string]> = {
  equals: ['is', 'is not'],
  one_of: ['is one of', 'is none of'],
  contains: ['contains', 'does not contain'],
  starts_with: ['starts with', 'does not start with'],
  ends_with: ['ends with', 'does not end with'],
  above: ['is above', 'is not above'],
  below: ['is below', 'is not below'],
  at_least: ['is at least', 'is not at least'],
  at_most: ['is at most', 'is not at most'],
  between: ['is between', 'is not between'],
  on: ['is on', 'is not on'],
  before: ['is before', 'is not before'],
  after: ['is after', 'is not after'],
  in_next: ['is in the next', 'is not in the next'],
  in_last: ['was in the last', 'was not in the last'],
  anniversary_in_next: ['has its anniversary in the next', 'does not have its anniversary in the next'],
  is_set: ['is set', 'is not set'],
};

/** Says what a test asks of a value: `is above 200`. */
function tested(test: ValueTest, isNot = false): string {
  const verb = IS[test.is][isNot ? 1 : 0];
  if (test.is === 'is_set') return verb;
  if (test.is === 'in_next' || test.is === 'in_last' || test.is === 'anniversary_in_next')
    return `${verb} ${length(test.value)}`;
  if (test.is === 'between') return `${verb} ${test.value[0]} and ${test.value[1]}`;
  if (test.is === 'one_of') return `${verb} ${test.value.map(quoted).join(', ')}`;
  return `${verb} ${test.type === 'text' ? quoted(test.value) : test.value}`;
}

const FIELDS: Record<string, string> = {
  uid: 'user id',
  email: 'email address',
  number: 'phone number',
  first_name: 'first name',
  last_name: 'last name',
  tz: 'time zone',
};

function saidLeaf(leaf: SegmentLeafNode, titles: SegmentTitles, isNot: boolean): string {
  const no = isNot ? 'not ' : '';
  if ('attribute' in leaf) return `whose ${quoted(leaf.attribute)} ${tested(leaf, isNot)}`;
  if ('field' in leaf) {
    if (leaf.type !== 'boolean') return `whose ${FIELDS[leaf.field] ?? leaf.field} ${tested(leaf, isNot)}`;
    const isTrue = leaf.is === 'is_set' || leaf.value !== isNot;
    return `who are ${isTrue ? '' : 'not '}${leaf.field === 'archived' ? 'archived' : 'customer accounts'}`;
  }
  if ('status' in leaf) {
    const since = leaf.since ? ` since a day ${inWindow(leaf.since)}` : '';
    const statuses = leaf.status.map((status) => (status === 'none' ? 'never joined' : status)).join(' or ');
    const by = leaf.channel ? ` by ${leaf.channel === 'sms' ? 'SMS' : 'email'}` : '';
    return `who are ${no}${statuses}${by} on the list ${quoted(titles.list(leaf.list) ?? 'deleted list')}${since}`;
  }
  if ('event' in leaf) return saidEvent(leaf, isNot);
  if ('message' in leaf) return saidMessage(leaf, titles, isNot);
  if ('segment' in leaf)
    return `who are ${no}in the segment ${quoted(titles.segment(leaf.segment) ?? 'deleted segment')}`;
  if ('reachable' in leaf) {
    const list = leaf.list === undefined ? '' : ` of the list ${quoted(titles.list(leaf.list) ?? 'deleted list')}`;
    return `who can${isNot ? 'not' : ''} get ${leaf.reachable === 'sms' ? 'SMS' : 'email'}${list}`;
  }
  if ('bucket' in leaf) {
    const share = (leaf.bucket.to - leaf.bucket.from + 1) / 100;
    return `who are ${no}in a random ${share}% of all people`;
  }
  if ('imported' in leaf) {
    if (leaf.imported === ANY_IMPORT) return `who ${isNot ? 'did not come' : 'came'} by an import`;
    const file = titles.import(leaf.imported);
    return `who ${isNot ? 'did not come' : 'came'} by ${file === null ? 'an earlier import' : `the import of ${quoted(file)}`}`;
  }
  return `who were ${no}created ${inWindow(leaf.created)}`;
}

const isNever = (times: Times | undefined) => {
  if (!times) return false;
  return 'at_most' in times ? times.at_most === 0 : 'exactly' in times && times.exactly === 0;
};

function saidEvent({ event, where = [], which, times, window }: EventLeaf, isNot: boolean): string {
  if (isNever(times)) return saidEvent({ event, where, window }, !isNot);
  const verb = isNot ? 'did not do' : 'did';
  const tests = where.map((test) => {
    const what = test.property === undefined ? 'its value' : quoted(test.property);
    return `${what} ${tested(test)}`;
  });
  const words = [verb, quoted(event)];
  if (tests.length > 0) words.push(`(${tests.join(' and ')})`);
  if (which) words.push(`for the ${which} time`);
  if (times) words.push(often(times));
  if (window) words.push(inWindow(window));
  return `who ${words.join(' ')}`;
}

const MESSAGE_VERBS: Record<MessageLeaf['message'], [did: string, didNot: string]> = {
  sent: ['were sent', 'were not sent'],
  arrived: ['received', 'did not receive'],
  opened: ['opened', 'did not open'],
  clicked: ['clicked a link in', 'did not click a link in'],
  bounced: ['did not get, because it bounced,', 'had no bounce of'],
  complained: ['complained about', 'did not complain about'],
};

function saidMessage({ times, ...leaf }: MessageLeaf, titles: SegmentTitles, isNot: boolean): string {
  if (isNever(times)) return saidMessage(leaf, titles, !isNot);
  const { message, of, machine, including_unknown: takesUnknown, window } = leaf;
  const words = [MESSAGE_VERBS[message][isNot ? 1 : 0]];
  if (of && 'campaign' in of) words.push(`the campaign ${quoted(titles.campaign(of.campaign) ?? 'deleted campaign')}`);
  else words.push('a message');
  if (of && 'list' in of) words.push(`of the list ${quoted(titles.list(of.list) ?? 'deleted list')}`);
  if (machine) words.push('(or a machine did)');
  if (takesUnknown) words.push('(including unknown opens)');
  if (times) words.push(often(times));
  if (window) words.push(inWindow(window));
  return `who ${words.join(' ')}`;
}

function said(node: SegmentNode, titles: SegmentTitles, isNot: boolean, isInner: boolean): string {
  if ('not' in node) return said(node.not, titles, !isNot, isInner);
  const isAll = 'all' in node;
  const nodes = isAll ? node.all : 'any' in node ? node.any : undefined;
  if (!nodes) return saidLeaf(node as SegmentLeafNode, titles, isNot);
  // Not all of them: at least one is not. The negation moves inwards.
  const word = isAll !== isNot ? 'and' : 'or';
  const parts = nodes.map((each) => said(each, titles, isNot, nodes.length > 1));
  if (parts.length === 1) return parts[0] as string;
  const text = `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
  return isInner ? `(${text})` : text;
}

/** Says in one English sentence who is in a segment. */
export const segmentSentence = (tree: SegmentNode, titles: SegmentTitles): string =>
  `People ${said(tree, titles, false, false)}.`;
