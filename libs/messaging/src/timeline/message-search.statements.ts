import type { MessageChannel, MessageStatus } from '@dundun/domain';
import type { PageRequest, Position } from '@dundun/platform/database';
import { CAUSE } from '../message/message-cause.statements.js';
import { withinLists } from '../message/within-lists.statements.js';

/** Selects messages for a page. */
export interface MessageFilter {
  /** Beginnings of words of the subject, or of the addresses and names of recipients; or a message id. */
  search?: string;
  /** The match key of a recipient. */
  address?: string;
  personId?: string;
  tag?: string;
  channel?: MessageChannel;
  status?: MessageStatus;
  /** The provider of an attempt. */
  provider?: string;
  list?: string;
  /** Accepted at this time or later. */
  since?: Date;
  /** Accepted before this time. */
  until?: Date;
  /** Of a member who is limited to these lists. */
  lists?: readonly string[];
}

/** A search that was read: the words of it as a tsquery, or the id of one message. */
export type Needle = { words: string } | { id: string };

interface Query {
  text: string;
  values: unknown[];
}

/** How messages were found: by this property of the filter, among the waiting ones, or by walking. */
type Found = keyof MessageFilter | 'waiting' | 'walk';

/** How many matches are sorted. A search with more is so common that walking from the newest message fills a page earlier. */
export const MOST_SORTED = 10_000;
/** How many messages are compared at once on a walk. */
const CHUNK = 2_000;

/** The statuses of messages that wait; the index of the others does not hold them. */
const WAITING: ReadonlySet<MessageStatus> = new Set(['queued', 'sending']);

/** No condition. */
const ALL = 'true';

const COLUMNS = `
  m.id, m.channel, m.status, m.sender, m.recipients, m.content->>'subject' AS subject, m.list_id, m.tags, m.created_at,
  m.scheduled_at, m.content->'madeFrom' AS made_from, m.reason,
  (SELECT title FROM lists l WHERE l.workspace_id = $1 AND l.id = m.list_id) AS list_name,
  ${CAUSE} AS cause,
  (SELECT a.provider FROM attempts a WHERE a.workspace_id = $1 AND a.message_id = m.id ORDER BY a.number DESC LIMIT 1) AS provider`;

const whole = (id: string) =>
  `CROSS JOIN LATERAL (SELECT * FROM messages q WHERE q.workspace_id = $1 AND q.id = ${id} OFFSET 0) AS m`;

/**
 * Builds the statements that read one page of messages. Lookups by a whole key hide behind OFFSET 0, so that each statement has
 * one plan (ADR 36). A content can be large, so that columns are read of the messages of the page only.
 */
export class MessageSearchStatements {
  private readonly values: unknown[];

  constructor(
    workspaceId: number,
    private readonly filter: MessageFilter,
    private readonly page: PageRequest,
    private readonly needle?: Needle,
  ) {
    this.values = [workspaceId];
  }

  /** Whether some key of the filter leads to the messages without walking. */
  get hasKey(): boolean {
    const { address, personId, status } = this.filter;
    const isWaiting = status !== undefined && WAITING.has(status);
    return this.needle !== undefined || address !== undefined || personId !== undefined || isWaiting;
  }

  /**
   * Compares the next messages in the order of the page. Each row says how many of the chunk there were, and the last of them; it
   * may have no message.
   */
  walk(from: Position | undefined): Query & { chunk: number } {
    const conditions = this.conditions('walk');
    const chunk = conditions === ALL ? this.page.limit + 1 : CHUNK;
    const query = this.built(`
      WITH near AS MATERIALIZED (${this.source(from, chunk)}),
      chosen AS MATERIALIZED (
        SELECT near.created_at, near.id FROM near ${whole('near.id')}
        WHERE ${conditions} ${this.order('near')} LIMIT ${this.page.limit + 1})
      SELECT (SELECT count(*) FROM near)::int AS examined, last.created_at AS last_at, last.id AS last_id, one.*
      FROM (VALUES (true)) AS always
      LEFT JOIN (SELECT created_at, id FROM near ${this.order('near', true)} LIMIT 1) AS last ON true
      LEFT JOIN (SELECT ${COLUMNS} FROM chosen ${whole('chosen.id')}) AS one ON true
      ${this.order('one')}`);
    return { ...query, chunk };
  }

  /** Finds messages by a key, in the form of `walk`. `examined` counts up to one more than are sorted. */
  lookUp(): Query {
    const { way, used } = this.key();
    const conditions = this.conditions(used);
    return this.built(`
      WITH matching AS MATERIALIZED (${way}),
      found AS MATERIALIZED (SELECT id FROM matching LIMIT ${MOST_SORTED + 1}),
      chosen AS MATERIALIZED (
        SELECT m.created_at, m.id FROM found ${whole('found.id')}
        WHERE (SELECT count(*) FROM found) <= ${MOST_SORTED} AND ${conditions} AND ${this.range('m', 'id')}
        ${this.order('m')} LIMIT ${this.page.limit + 1})
      SELECT (SELECT count(*) FROM found)::int AS examined, NULL::timestamptz AS last_at, NULL::uuid AS last_id, one.*
      FROM (VALUES (true)) AS always LEFT JOIN (SELECT ${COLUMNS} FROM chosen ${whole('chosen.id')}) AS one ON true
      ${this.order('one')}`);
  }

  private key(): { way: string; used: Found } {
    const { address, personId, status } = this.filter;
    if (this.needle && 'id' in this.needle)
      return { way: `SELECT ${this.bind(this.needle.id)}::uuid AS id`, used: 'search' };
    if (address !== undefined)
      return {
        way: `SELECT p.message_id AS id FROM message_people p WHERE p.workspace_id = $1 AND p.address = ${this.bind(address)}`,
        used: 'address',
      };
    if (personId !== undefined) return { way: this.ofPerson(personId), used: 'personId' };
    if (this.needle)
      return {
        way: `SELECT id FROM find_message_words(${this.bind(this.needle.words)}::tsquery, ${MOST_SORTED + 1})`,
        used: 'search',
      };
    return {
      way: `
        SELECT s.id FROM messages s
        WHERE s.channel IN ('email', 'sms') AND s.lane IN ('fast', 'bulk') AND s.workspace_id = $1 AND s.due_at IS NOT NULL
          AND s.status = ${this.bind(status)}`,
      used: 'waiting',
    };
  }

  /** Includes messages that were sent to an address before its person was known. */
  private ofPerson(personId: string): string {
    const person = `${this.bind(personId)}::uuid`;
    return `
      SELECT p.message_id AS id FROM message_people p WHERE p.workspace_id = $1 AND p.person_id = ${person}
      UNION
      SELECT p.message_id FROM person_keys k
      CROSS JOIN LATERAL (
        SELECT message_id FROM message_people o
        WHERE o.workspace_id = $1 AND o.address = k.value AND (o.person_id IS NULL) IS TRUE OFFSET 0) AS p
      WHERE k.workspace_id = $1 AND k.person_id = ${person} AND k.kind <> 'device'`;
  }

  /** The conditions on a message `m` besides the key or source that found it. */
  private conditions(used: Found): string {
    const { channel, status, provider, list, lists, tag } = this.filter;
    const of = `workspace_id = $1 AND message_id = m.id`;
    const has = (table: string, condition: string) =>
      `EXISTS (SELECT FROM ${table} WHERE ${of} AND ${condition} OFFSET 0)`;
    const isSource = (name: 'tag' | 'status') => used === 'walk' && this.hasSource(name);
    const all: string[] = [];
    if (channel !== undefined) all.push(`m.channel = ${this.bind(channel)}`);
    if (status !== undefined && !isSource('status')) all.push(`m.status = ${this.bind(status)}`);
    if (tag !== undefined && !isSource('tag')) all.push(`m.tags @> ARRAY[${this.bind(tag)}::text]`);
    if (provider !== undefined) all.push(has('attempts', `provider = ${this.bind(provider)}`));
    if (list !== undefined) all.push(`m.list_id = ${this.bind(list)}::uuid`);
    if (lists !== undefined) all.push(withinLists(this.bind(lists)));
    return [...all, ...this.keyConditions(used, has)].join(' AND ') || ALL;
  }

  /** What a key would have found, for messages that were found otherwise. */
  private keyConditions(used: Found, has: (table: string, condition: string) => string): string[] {
    const { address, personId } = this.filter;
    const all: string[] = [];
    if (this.needle && used !== 'search')
      all.push(
        'id' in this.needle
          ? `m.id = ${this.bind(this.needle.id)}::uuid`
          : has('message_words', `(words @@ ${this.bind(this.needle.words)}::tsquery) IS TRUE`),
      );
    if (address !== undefined && used !== 'address') all.push(has('message_people', `address = ${this.bind(address)}`));
    if (personId !== undefined && used !== 'personId') all.push(`m.id IN (${this.ofPerson(personId)})`);
    return all;
  }

  /** Whether a walk goes through messages with this property only. */
  private hasSource(name: 'tag' | 'status'): boolean {
    const { tag, status } = this.filter;
    if (name === 'tag') return tag !== undefined;
    return tag === undefined && status !== undefined && !WAITING.has(status);
  }

  private source(from: Position | undefined, limit: number): string {
    const { tag, status } = this.filter;
    if (this.hasSource('tag'))
      return `
        SELECT s.created_at, s.message_id AS id FROM message_tags s
        WHERE s.workspace_id = $1 AND s.tag = ${this.bind(tag)} AND ${this.range('s', 'message_id', from)}
        ${this.order('s', false, 'message_id')} LIMIT ${limit}`;
    // The index of statuses fits only if the statement says what it leaves out.
    const only = this.hasSource('status')
      ? `AND s.status = ${this.bind(status)} AND s.status NOT IN ('queued', 'sending')`
      : '';
    return `
      SELECT s.created_at, s.id FROM messages s
      WHERE s.workspace_id = $1 ${only} AND ${this.range('s', 'id', from)} ${this.order('s')} LIMIT ${limit}`;
  }

  /** The time range and the position of the page. */
  private range(row: string, id: string, from = this.page.before ?? this.page.after): string {
    const { since, until } = this.filter;
    const compare = this.page.before ? '>' : '<';
    const all: string[] = [];
    if (since) all.push(`${row}.created_at >= ${this.bind(since)}::timestamptz`);
    if (until) all.push(`${row}.created_at < ${this.bind(until)}::timestamptz`);
    if (from)
      all.push(
        `(${row}.created_at, ${row}.${id}) ${compare} (${this.bind(from.at)}::timestamptz, ${this.bind(from.id)}::uuid)`,
      );
    return all.join(' AND ') || 'true';
  }

  private order(row: string, isReversed = false, id = 'id'): string {
    const direction = (this.page.before !== undefined) === isReversed ? 'DESC' : 'ASC';
    return `ORDER BY ${row}.created_at ${direction}, ${row}.${id} ${direction}`;
  }

  /** Adds a value to those of the statement. @returns its placeholder */
  private bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  private built(text: string): Query {
    return { text, values: this.values };
  }
}
