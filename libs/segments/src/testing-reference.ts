import { createHash } from 'node:crypto';
import {
  ANY_IMPORT,
  anniversary,
  daysOf,
  emailKey,
  localDay,
  shifted,
  countedName,
  type CountedLeaf,
  type LocalDate,
  type MessageLeaf,
  type Scalar,
  type SegmentLeafNode,
  type SegmentNode,
  type ValueTest,
  type Window,
} from '@dundun/domain';

/** A person as the reference sees one. */
export interface ReferencePerson {
  id: string;
  uid: string;
  email: string | null;
  number: string | null;
  first_name: string | null;
  last_name: string | null;
  tz: string | null;
  is_account: boolean;
  archived: boolean;
  meta: Record<string, Scalar>;
  created_at: Date;
}

/** Everything that conditions ask about, in plain arrays. */
export interface ReferenceFacts {
  events: { person: string; name: string; at: Date; value?: Scalar; properties?: Record<string, unknown> }[];
  /** Messages of lists, with the opens and clicks of each. */
  messages: {
    id: string;
    person: string;
    list: string;
    campaign: string | null;
    status: string;
    at: Date;
    hits: { kind: 'open' | 'click'; machine: boolean; at: Date }[];
  }[];
  memberships: {
    list: string;
    person: string;
    status: string;
    email_consent: string | null;
    sms_consent: string | null;
    changed_at: Date;
  }[];
  imports: { id: string; people: string[] }[];
  suppressed: Set<string>;
  /** `list address` */
  left: Set<string>;
  /** `segment person` */
  members: Set<string>;
  zone: string;
  today: LocalDate;
}

const isDay = (text: unknown): text is string => {
  const parts = typeof text === 'string' ? /^(\d{4}-\d\d-\d\d)($|[T ])/.exec(text) : null;
  const day = parts?.[1] ?? '';
  if (day < '1900' || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day;
};

function testOf(value: unknown, test: ValueTest, today: LocalDate): boolean {
  switch (test.type) {
    case 'text': {
      if (typeof value !== 'string') return false;
      if (test.is === 'is_set') return true;
      const folded = value.toLowerCase();
      if (test.is === 'one_of') return test.value.some((each) => each.toLowerCase() === folded);
      const other = test.value.toLowerCase();
      if (test.is === 'equals') return folded === other;
      if (test.is === 'contains') return folded.includes(other);
      return test.is === 'starts_with' ? folded.startsWith(other) : folded.endsWith(other);
    }
    case 'number':
      if (typeof value !== 'number') return false;
      if (test.is === 'is_set') return true;
      if (test.is === 'between') return value >= test.value[0] && value <= test.value[1];
      if (test.is === 'equals') return value === test.value;
      if (test.is === 'above') return value > test.value;
      if (test.is === 'below') return value < test.value;
      return test.is === 'at_least' ? value >= test.value : value <= test.value;
    case 'boolean':
      return typeof value === 'boolean' && (test.is === 'is_set' || value === test.value);
    case 'date': {
      if (!isDay(value)) return false;
      const day = value.slice(0, 10);
      if (test.is === 'is_set') return true;
      if (typeof test.value === 'string')
        return test.is === 'on' ? day === test.value : test.is === 'before' ? day < test.value : day > test.value;
      if (test.is === 'in_last') return day > shifted(today, test.value, -1) && day <= today;
      if (test.is === 'in_next') return day >= today && day < shifted(today, test.value, 1);
      return anniversary(day, today) < shifted(today, test.value, 1);
    }
  }
}

function isDuring(at: Date, window: Window | undefined, { zone, today }: ReferenceFacts): boolean {
  const { from, to } = daysOf(window, today);
  const day = localDay(at, zone);
  return (from === undefined || day >= from) && (to === undefined || day <= to);
}

/** What happened with the messages of a person, as events with the list as a property. */
const messageEvents = (person: ReferencePerson, facts: ReferenceFacts) =>
  facts.messages.flatMap(({ person: to, list, campaign, status, at, hits }) => {
    if (to !== person.id || !['sent', 'delivered', 'bounced', 'complained'].includes(status)) return [];
    const of = (name: string, when: Date) => ({
      person: to,
      name,
      at: when,
      value: undefined,
      properties: { list, campaign },
    });
    return [
      of('sent', at),
      ...(status === 'bounced' ? [] : [of('arrived', at)]),
      ...(status === 'bounced' || status === 'complained' ? [of(status, at)] : []),
      ...hits.flatMap((hit) => {
        const name = hit.kind === 'open' ? 'opened' : 'clicked';
        return [of(`${name} by anybody`, hit.at), ...(hit.machine ? [] : [of(name, hit.at)])];
      }),
    ];
  });

function didCounted(leaf: CountedLeaf, person: ReferencePerson, facts: ReferenceFacts): boolean {
  const { source, name, tests } = countedName(leaf);
  const events: ReferenceFacts['events'] = source === 'event' ? facts.events : messageEvents(person, facts);
  const done = events.filter(
    (event) =>
      event.person === person.id &&
      event.name === name &&
      tests.every((test) =>
        testOf(test.property === undefined ? event.value : event.properties?.[test.property], test, facts.today),
      ),
  );
  const times = done.map(({ at }) => at.getTime()).sort((one, other) => one - other);
  const which = 'event' in leaf ? leaf.which : undefined;
  if (which) {
    const at = which === 'first' ? times[0] : times.at(-1);
    return at !== undefined && isDuring(new Date(at), leaf.window, facts);
  }
  const count = times.filter((at) => isDuring(new Date(at), leaf.window, facts)).length;
  const often = leaf.times ?? { at_least: 1 };
  if ('at_least' in often) return count >= often.at_least;
  if ('at_most' in often) return count <= often.at_most;
  return 'exactly' in often ? count === often.exactly : count >= often.between[0] && count <= often.between[1];
}

/** What an open by a machine leaves open: opens by people are the least that happened, and those by anybody the most. */
function openedHolds(leaf: MessageLeaf, person: ReferencePerson, facts: ReferenceFacts, isNot: boolean): boolean {
  const { including_unknown: takesUnknown, ...plain } = leaf;
  const byPeople = didCounted(plain, person, facts);
  const byAnybody = didCounted({ ...plain, machine: true }, person, facts);
  if (byPeople === byAnybody) return byPeople;
  const { times = { at_least: 1 } } = leaf;
  const hasTwoEnds = 'exactly' in times ? times.exactly > 0 : 'between' in times && times.between[0] > 0;
  if (hasTwoEnds) return byPeople;
  // Unknown: neither the condition nor its negation is true, unless it takes those in.
  return takesUnknown ? !isNot : isNot;
}

/** Whether a condition is true as it is counted, wherever it stands. */
export function leafHolds(leaf: SegmentLeafNode, person: ReferencePerson, facts: ReferenceFacts): boolean {
  if ('attribute' in leaf) return testOf(person.meta[leaf.attribute], leaf, facts.today);
  if ('field' in leaf) return testOf(person[leaf.field] ?? undefined, leaf, facts.today);
  if ('event' in leaf || 'message' in leaf) return didCounted(leaf, person, facts);
  if ('segment' in leaf) return facts.members.has(`${leaf.segment} ${person.id}`);
  if ('imported' in leaf) {
    const mine = facts.imports.filter(({ people }) => people.includes(person.id));
    return mine.some(({ id }) => leaf.imported === ANY_IMPORT || leaf.imported === id);
  }
  if ('created' in leaf) return isDuring(person.created_at, leaf.created, facts);
  if ('bucket' in leaf) {
    const hash = createHash('md5').update(`${leaf.bucket.salt}:${person.id}`).digest();
    const place = hash.readUInt32BE(0) % 10_000;
    return place >= leaf.bucket.from && place <= leaf.bucket.to;
  }
  const membershipOf = (list: string) =>
    facts.memberships.find((each) => each.list === list && each.person === person.id);
  const stateOf = (membership: ReferenceFacts['memberships'][number] | undefined, channel?: 'email' | 'sms') => {
    if (!membership || !channel) return membership?.status ?? 'none';
    const consent = membership[`${channel}_consent`];
    if (consent === 'none') return 'none';
    if (membership.status === 'unsubscribed' || consent === 'subscribed') return membership.status;
    if (consent !== null) return consent;
    return (channel === 'email' ? person.email : person.number) === null ? 'none' : membership.status;
  };
  if ('reachable' in leaf) {
    const address = leaf.reachable === 'email' ? person.email && emailKey(person.email) : person.number;
    if (!address || facts.suppressed.has(address)) return false;
    if (leaf.list === undefined) return true;
    return (
      stateOf(membershipOf(leaf.list), leaf.reachable) === 'subscribed' && !facts.left.has(`${leaf.list} ${address}`)
    );
  }
  const membership = membershipOf(leaf.list);
  const state = stateOf(membership, leaf.channel);
  if (!membership || state === 'none') return leaf.status.includes('none');
  const isStatus = leaf.status.some((status) => status === state);
  return isStatus && (leaf.since === undefined || isDuring(membership.changed_at, leaf.since, facts));
}

/** Whether a person matches a tree: the meaning of conditions, without a database. */
export function holds(node: SegmentNode, person: ReferencePerson, facts: ReferenceFacts, isNot = false): boolean {
  if ('all' in node) return node.all.every((each) => holds(each, person, facts, isNot));
  if ('any' in node) return node.any.some((each) => holds(each, person, facts, isNot));
  if ('not' in node) return !holds(node.not, person, facts, !isNot);
  const isOpened = 'message' in node && node.message === 'opened' && !node.machine;
  return isOpened ? openedHolds(node, person, facts, isNot) : leafHolds(node, person, facts);
}
