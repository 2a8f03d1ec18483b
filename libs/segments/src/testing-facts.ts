import {
  ANY_IMPORT,
  emailKey,
  hasUnknown,
  MESSAGE_FACTS,
  readSegmentTree,
  startOfDay,
  type LocalDate,
  type Scalar,
  type SegmentNode,
  type Times,
} from '@dundun/domain';
import type { Database } from '@dundun/platform/database';
import { v7 } from 'uuid';
import type { ReferenceFacts, ReferencePerson } from './testing-reference.js';

type Random = () => number;

const HOUR_MS = 3_600_000;
/** The imports and campaigns that random conditions name. */
export const IMPORTS = ['01934000-0000-7000-8000-000000000001', '01934000-0000-7000-8000-000000000002'];
export const CAMPAIGNS = ['01934000-0000-7000-8000-00000000000a', '01934000-0000-7000-8000-00000000000b'];
const NAMES = ['Order placed', 'Page viewed', 'Signed up', "O'Reilly; DROP TABLE people--"];
const CONSENTS = [null, 'subscribed', 'pending', 'unsubscribed', 'none'];
const ATTRIBUTES = ['plan', 'age', 'vip', 'born', 'a"b'];
const TEXTS = ['Pro', 'pro', 'free', '50%', 'a_b', 'ÄÖ', ''];
const DAYS = ['2026-02-28', '2024-02-29', '2026-02-30', '1990-03-08', '2026-03-08T23:00:00Z', '2026-3-8', 'soon'];
const VALUES: (Scalar | null)[] = [...TEXTS, ...DAYS, 0, -1.5, 42, 42.5, 1e21, true, false];

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const whole = (random: Random, least: number, most: number) => least + Math.floor(random() * (most - least + 1));

/** Random people and what they did around a day, with values of wrong types and times at the edges of days. */
export function randomFacts(
  random: Random,
  {
    people: count,
    events: eventCount,
    zone,
    today,
    lists,
    segments,
  }: {
    people: number;
    events: number;
    zone: string;
    today: LocalDate;
    lists: string[];
    segments: string[];
  },
) {
  const start = startOfDay(today, zone).getTime();
  const time = () => {
    const edge = start - whole(random, 0, 45) * 24 * HOUR_MS;
    const near = pick(random, [-1, 0, 1, HOUR_MS, -HOUR_MS, HOUR_MS - 1]);
    return new Date(
      Math.min(random() < 0.5 ? edge + near : start - random() * 400 * 24 * HOUR_MS, start + 20 * HOUR_MS),
    );
  };
  const maybe = <T>(value: T) => (random() < 0.7 ? value : null);
  const people = Array.from({ length: count }, (_, index): ReferencePerson => ({
    id: v7(),
    uid: `u-${index}`,
    email: maybe(`P${index}@${pick(random, ['Example.com', 'Bücher.Example'])}`),
    number: maybe(`23480${1_000_000 + index}`),
    first_name: maybe(pick(random, TEXTS)),
    last_name: null,
    tz: maybe(zone),
    is_account: random() < 0.1,
    archived: random() < 0.1,
    meta: Object.fromEntries(
      ATTRIBUTES.filter(() => random() < 0.7).map((name) => [name, pick(random, VALUES) as Scalar]),
    ),
    created_at: time(),
  }));
  const someone = () => pick(random, people);
  const events = Array.from({ length: eventCount }, () => ({
    person: someone().id,
    name: pick(random, NAMES),
    at: time(),
    ...(random() < 0.5 && { value: pick(random, VALUES) as Scalar }),
    ...(random() < 0.7 && { properties: { total: pick(random, VALUES), sku: pick(random, TEXTS) } }),
  }));
  const messages = Array.from({ length: count * 2 }, () => ({
    id: v7(),
    person: someone().id,
    list: pick(random, lists),
    campaign: pick(random, [null, ...CAMPAIGNS]),
    status: pick(random, ['sent', 'delivered', 'bounced', 'complained', 'queued', 'captured']),
    at: time(),
    hits: Array.from({ length: whole(random, 0, 3) }, () => ({
      kind: pick(random, ['open', 'click'] as const),
      machine: random() < 0.3,
      at: time(),
    })),
  }));
  const memberships = lists.flatMap((list) =>
    people
      .filter(() => random() < 0.6)
      .map(({ id: person }) => ({
        list,
        person,
        status: pick(random, ['subscribed', 'pending', 'unsubscribed']),
        email_consent: pick(random, CONSENTS),
        sms_consent: pick(random, CONSENTS),
        changed_at: time(),
      })),
  );
  const addresses = () =>
    people
      .filter(() => random() < 0.2)
      .flatMap(({ email, number }) => [email && emailKey(email), number].filter((each) => each != null));
  const facts: ReferenceFacts = {
    ...{ events, messages, memberships, zone, today },
    imports: IMPORTS.map((id) => ({
      id,
      people: people.filter(() => random() < 0.3).map((person) => person.id),
    })),
    suppressed: new Set(addresses()),
    left: new Set(lists.flatMap((list) => addresses().map((address) => `${list} ${address}`))),
    members: new Set(
      segments.flatMap((segment) => people.filter(() => random() < 0.5).map(({ id }) => `${segment} ${id}`)),
    ),
  };
  return { people, facts };
}

/** A random condition of every kind. */
function randomLeaf(random: Random, lists: string[], segments: string[]): object {
  const length = () =>
    pick(random, [{ days: whole(random, 1, 45) }, { weeks: whole(random, 1, 6) }, { months: whole(random, 1, 3) }]);
  const window = () =>
    pick(random, [
      { last: length() },
      { before_last: length() },
      { from: '2026-02-20', to: '2026-03-08' },
      { from: '2026-03-01' },
    ]);
  const number = () => pick(random, [0, -1.5, 42, 42.5, 1e21, 7]);
  const test = () =>
    pick<() => object>(random, [
      () => ({
        type: 'text',
        is: pick(random, ['equals', 'contains', 'starts_with', 'ends_with']),
        value: pick(random, ['pro', 'PRO', 'o', '%', '_', 'äö']),
      }),
      () => ({ type: 'text', is: 'one_of', value: ['PRO', '50%'] }),
      () => ({
        type: 'number',
        is: pick(random, ['equals', 'above', 'below', 'at_least', 'at_most']),
        value: number(),
      }),
      () => ({ type: 'number', is: 'between', value: [-2, 42] }),
      () => ({ type: 'boolean', is: 'equals', value: random() < 0.5 }),
      () => ({
        type: 'date',
        is: pick(random, ['on', 'before', 'after']),
        value: pick(random, ['2026-02-28', '2024-02-29', '2026-03-08']),
      }),
      () => ({ type: pick(random, ['text', 'number', 'boolean', 'date']), is: 'is_set' }),
    ])();
  const moving = () => ({
    type: 'date',
    is: pick(random, ['in_next', 'in_last', 'anniversary_in_next']),
    value: { days: whole(random, 1, 60) },
  });
  const times = () =>
    pick<Times>(random, [
      { at_least: whole(random, 2, 5) },
      { at_most: whole(random, 0, 3) },
      { exactly: whole(random, 0, 3) },
      { between: [1, 4] },
    ]);
  return pick<() => object>(random, [
    () => ({ attribute: pick(random, ATTRIBUTES), ...(random() < 0.3 ? moving() : test()) }),
    () => ({
      field: pick(random, ['uid', 'email', 'first_name', 'number']),
      type: 'text',
      is: pick(random, ['equals', 'ends_with', 'contains']),
      value: pick(random, ['u-1', '1@EXAMPLE.com', 'pro', '7']),
    }),
    () => ({ field: pick(random, ['email', 'tz', 'last_name']), type: 'text', is: 'is_set' }),
    () => ({ field: pick(random, ['is_account', 'archived']), type: 'boolean', is: 'equals', value: random() < 0.5 }),
    () => ({
      list: pick(random, lists),
      status: pick(random, [['subscribed'], ['pending', 'unsubscribed'], ['none'], ['none', 'subscribed']]),
    }),
    () => ({ list: pick(random, lists), status: ['subscribed', 'unsubscribed'], since: window() }),
    () => ({
      list: pick(random, lists),
      status: pick(random, [['subscribed'], ['pending', 'unsubscribed'], ['none'], ['none', 'subscribed']]),
      channel: pick(random, ['email', 'sms']),
    }),
    () => ({
      event: pick(random, NAMES),
      ...(random() < 0.7 && { window: window() }),
      ...(random() < 0.5 && { times: times() }),
    }),
    () => ({
      event: pick(random, NAMES),
      which: pick(random, ['first', 'last']),
      ...(random() < 0.8 && { window: window() }),
    }),
    () => ({
      event: pick(random, NAMES),
      where: Array.from({ length: whole(random, 1, 2) }, () => ({
        ...(random() < 0.7 && { property: pick(random, ['total', 'sku', 'none']) }),
        ...test(),
      })),
      ...(random() < 0.5 && { window: window(), times: times() }),
    }),
    () => {
      const message = pick(random, MESSAGE_FACTS);
      const often = random() < 0.4 ? { times: times() } : {};
      const by = pick(random, [{}, { machine: true }, { including_unknown: true }] as const);
      return {
        message,
        ...(random() < 0.6 && {
          of: pick<object>(random, [{ list: pick(random, lists) }, { campaign: pick(random, CAMPAIGNS) }]),
        }),
        ...(message === 'clicked' && random() < 0.3 && { machine: true }),
        ...(message === 'opened' && ('machine' in by || hasUnknown({ message, ...often })) && by),
        ...(random() < 0.6 && { window: window() }),
        ...often,
      };
    },
    () => ({ segment: pick(random, segments) }),
    () => ({ reachable: pick(random, ['email', 'sms']), ...(random() < 0.5 && { list: pick(random, lists) }) }),
    () => ({ bucket: { salt: pick(random, ['', 'a']), from: 0, to: whole(random, 100, 9_999) } }),
    () => ({ created: window() }),
    () => ({ imported: pick(random, [ANY_IMPORT, ...IMPORTS]) }),
  ])();
}

/** A random tree of up to a dozen conditions. */
export function randomTree(random: Random, lists: string[], segments: string[], depth = 3): SegmentNode {
  const node = (left: number): object => {
    if (left === 0 || random() < 0.3) return randomLeaf(random, lists, segments);
    if (random() < 0.25) return { not: node(left - 1) };
    return { [pick(random, ['all', 'any'])]: Array.from({ length: whole(random, 1, 3) }, () => node(left - 1)) };
  };
  return readSegmentTree(node(depth));
}

/** Writes facts to the tables that conditions read, but for the counts of events. */
export async function storeFacts(
  database: Database,
  workspaceId: number,
  people: ReferencePerson[],
  facts: ReferenceFacts,
) {
  const insert = (table: string, columns: string, rows: object[]) =>
    database.execute(
      `INSERT INTO ${table} (workspace_id, ${columns}) SELECT $1, ${columns} FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb)`,
      [workspaceId, JSON.stringify(rows)],
    );
  const pairs = (set: Set<string>) => [...set].map((each) => each.split(' ') as [string, string]);
  await insert(
    'people',
    'id, uid, uid_updateable, email, number, first_name, last_name, tz, is_account, archived_at, meta, devices, created_at',
    people.map(({ archived, ...person }) => ({
      ...person,
      uid_updateable: false,
      devices: [],
      archived_at: archived ? new Date() : null,
    })),
  );
  const keys = people.flatMap(({ id, email }) => (email === null ? [] : [{ kind: 'email', value: emailKey(email), person_id: id }])); // prettier-ignore
  for (const [place, table] of ['person_keys', 'shared_keys'].entries())
    await insert(table, 'kind, value, person_id', keys.filter((_, index) => index % 2 === place)); // prettier-ignore
  await insert('memberships', 'list_id, person_id, status, email_consent, sms_consent, changed_at', facts.memberships.map(({ list, person, ...rest }) => ({ list_id: list, person_id: person, ...rest }))); // prettier-ignore
  await insert('imported_people', 'import_id, person_id, imported_at', facts.imports.flatMap((each) => each.people.map((person) => ({ import_id: each.id, person_id: person, imported_at: new Date() })))); // prettier-ignore
  await insert('suppressions', 'id, address, reason, created_at', [...facts.suppressed].map((address) => ({ id: v7(), address, reason: 'manual', created_at: new Date() }))); // prettier-ignore
  await insert('list_suppressions', 'list_id, address, created_at', pairs(facts.left).map(([list_id, address]) => ({ list_id, address, created_at: new Date() }))); // prettier-ignore
  await insert('segment_members', 'segment_id, person_id, since', pairs(facts.members).map(([segment_id, person_id]) => ({ segment_id, person_id, since: new Date() }))); // prettier-ignore
  for (const list of new Set(facts.messages.map((message) => message.list)))
    await database.execute(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'List') ON CONFLICT DO NOTHING`, [workspaceId, list]); // prettier-ignore
  await insert(
    'messages',
    'id, channel, lane, status, due_at, claim, attempts, list_id, group_id, sender, recipients, content, created_at, ended_at',
    facts.messages.map(({ id, list, campaign, status, at }) => ({
      ...{ id, channel: 'email', lane: 'bulk', status, due_at: null, claim: 0, attempts: 0, list_id: list, sender: {} },
      group_id: campaign,
      ...{ recipients: [], content: {}, created_at: at, ended_at: at },
    })),
  );
  await insert('message_people', 'address, message_id, person_id', facts.messages.map(({ id, person }) => ({ address: `${id}@x`, message_id: id, person_id: person }))); // prettier-ignore
  const hits = facts.messages.flatMap((message) => message.hits.map((hit) => ({ ...hit, message_id: message.id })));
  await insert('hits', 'message_id, at, id, kind, link, reason', hits.map(({ machine, ...hit }) => ({ ...hit, id: v7(), link: hit.kind === 'click' ? 0 : null, reason: machine ? 'user_agent' : null }))); // prettier-ignore
  await database.execute(
    `INSERT INTO events (workspace_id, id, person_id, name, value, properties, occurred_at)
     SELECT $1, id, person_id, name, value, properties, occurred_at FROM jsonb_populate_recordset(NULL::events, $2::jsonb)`,
    [workspaceId, JSON.stringify(facts.events.map(({ person, at, ...event }) => ({ ...event, id: v7(), person_id: person, occurred_at: at })))], // prettier-ignore
  );
}
