import type { PageRequest } from '@dundun/platform/database';
import { patternOf, prefixOf, type Needle, type SearchWord } from './search-needle.js';

/** Selects people for a page. */
export interface PeopleFilter {
  search?: string;
  /** Members of this list, with this status if one is given, in the order of joining. */
  list?: { id: string; status?: string };
  /** People on at least one of these lists, whatever the status. */
  lists?: readonly string[];
}

/** How people are found: by the trigrams of all columns, or by the prefix of each. */
export type SearchIndex = 'trigrams' | 'prefixes';

interface Query {
  text: string;
  values: unknown[];
}

/** Adds a value to those of the statement. @returns its placeholder */
type Bind = (value: unknown) => string;

/**
 * How many matches are sorted. A needle with more is so common that walking from the newest person fills a page earlier.
 */
export const MOST_SORTED = 10_000;
/** How many people are compared before the index is asked: the matches of a common needle are among them. */
const NEAREST = 1_000;

const PERSON = `p.id AS person_id, p.uid, p.first_name, p.last_name, p.email, p.number, p.is_account, p.archived_at, p.created_at`;
const SEARCHED = ['first_name', 'last_name', 'email', 'number', 'uid'];

/** The expression of the index people_search, as its migration spells it. */
const TEXT = `lower(' ' || coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, '') || ' ' || coalesce(p.email, '') || ' ' ||
  coalesce(p.number, '') || ' ' || p.uid)`;

/**
 * Builds the statements that read one page of people. Members of one list come in the order of joining, others by id, which is
 * the order in which they became known. Lookups by a whole key hide behind OFFSET 0, and the indexes of the search say
 * `workspace_id + 0`, so that each statement has one plan (ADR 36).
 */
export class PeopleSearchStatements {
  private readonly values: unknown[];
  private readonly bind: Bind = (value) => `$${this.values.push(value)}`;

  constructor(
    workspaceId: number,
    private readonly page: PageRequest,
    private readonly filter: Pick<PeopleFilter, 'list' | 'lists'>,
    private readonly index: SearchIndex,
  ) {
    this.values = [workspaceId];
  }

  /** Walks from the newest person until the page is full. */
  walk(words: SearchWord[], isNear = false): Query {
    const limit = this.page.limit + 1;
    const most = words.length === 0 ? limit : isNear ? NEAREST : undefined;
    const matches = words.map((word) => `AND ${this.matches(word)}`).join(' ');
    return this.built(`
      SELECT ${PERSON}, near.status, near.joined_at FROM (${this.source(most)}) AS near
      CROSS JOIN LATERAL (SELECT * FROM people q WHERE q.workspace_id = $1 AND q.id = near.person_id OFFSET 0) AS p
      WHERE true ${matches} ${this.order('near')} LIMIT ${limit}`);
  }

  /** Whether those who were compared are all. */
  isWhole(): Query {
    return this.built(`SELECT count(*) < ${NEAREST} AS is_whole FROM (${this.source(NEAREST)}) AS near`);
  }

  /** Finds people by the index. Each row has the number `found`, counted up to one more than are sorted; a row may have no person. */
  lookUp(words: SearchWord[]): Query {
    const { index } = this;
    const matching = index === 'trigrams' ? this.byTrigrams(words) : this.byPrefix(words);
    // The index answers for one word.
    const rest = index === 'trigrams' ? '' : words.map((word) => `AND ${this.matches(word)}`).join(' ');
    return this.sorted(matching, rest);
  }

  /** Finds the people whom the needle identifies, in the form of `lookUp`. */
  exact({ email, number, uid }: Needle['exact'], typed: string): Query {
    const ways: string[] = [];
    if (email !== null) {
      const [key, spelt] = [this.bind(email), this.bind(typed.toLowerCase())];
      ways.push(this.byKey('email', key, `lower(p.email) IN (${key}, ${spelt})`));
    }
    if (number !== null) {
      const key = this.bind(number);
      ways.push(this.byKey('number', key, `p.number = ${key}`));
    }
    if (uid !== null) {
      const key = this.bind(uid);
      ways.push(
        `SELECT id FROM people WHERE workspace_id = $1 AND uid = ${key}`,
        `SELECT person_id FROM merged_uids WHERE workspace_id = $1 AND uid = ${key}`,
      );
    }
    return this.sorted(ways.join(' UNION '));
  }

  private sorted(matching: string, rest = ''): Query {
    const { list, lists } = this.filter;
    const membership = list
      ? `CROSS JOIN LATERAL (SELECT * FROM memberships s WHERE ${this.member('found.id', [list.id], list.status)} OFFSET 0) AS near`
      : `CROSS JOIN LATERAL (SELECT p.id AS person_id, NULL::text AS status, NULL::timestamptz AS joined_at) AS near`;
    const onLists = lists
      ? `AND EXISTS (SELECT FROM memberships s WHERE ${this.member('found.id', lists)} OFFSET 0)`
      : '';
    return this.built(`
      WITH matching AS MATERIALIZED (${matching}),
      found AS MATERIALIZED (SELECT id FROM matching LIMIT ${MOST_SORTED + 1})
      SELECT (SELECT count(*) FROM found)::int AS found, one.*
      FROM (VALUES (true)) AS always LEFT JOIN (
        SELECT ${PERSON}, near.status, near.joined_at FROM found
        CROSS JOIN LATERAL (SELECT * FROM people q WHERE q.workspace_id = $1 AND q.id = found.id OFFSET 0) AS p
        ${membership}
        WHERE (SELECT count(*) FROM found) <= ${MOST_SORTED} ${onLists} ${rest} AND ${this.after('near')}
        ${this.order('near')} LIMIT ${this.page.limit + 1}) AS one ON true
      ${this.order('one')}`);
  }

  /** A key can be outdated, so the person's own row decides. */
  private byKey(kind: string, key: string, isOwn: string): string {
    const holders = ['person_keys', 'shared_keys'].map(
      (table) => `
        SELECT p.id FROM ${table} k JOIN people p ON p.workspace_id = k.workspace_id AND p.id = k.person_id
        WHERE k.workspace_id = $1 AND k.kind = '${kind}' AND k.value = ${key} AND ${isOwn}`,
    );
    return holders.join(' UNION ');
  }

  private byTrigrams(words: SearchWord[]): string {
    const matches = words.map((word) => this.matches(word)).join(' AND ');
    return `SELECT p.id FROM people p WHERE p.workspace_id + 0 = $1 AND ${matches}`;
  }

  private byPrefix([first, ...others]: SearchWord[]): string {
    const longest = others.reduce(
      (one, other) => (other.text.length > one.text.length ? other : one),
      first as SearchWord,
    );
    const prefix = this.bind(prefixOf(longest));
    const ways = SEARCHED.map(
      (column) => `SELECT p.id FROM people p WHERE p.workspace_id + 0 = $1 AND lower(p.${column}) LIKE ${prefix}`,
    );
    return ways.join(' UNION ');
  }

  private matches(word: SearchWord): string {
    if (this.index === 'trigrams') return `${TEXT} LIKE ${this.bind(patternOf(word))}`;
    const prefix = this.bind(prefixOf(word));
    return `(${SEARCHED.map((column) => `lower(p.${column}) LIKE ${prefix}`).join(' OR ')})`;
  }

  private source(most: number | undefined): string {
    const { list, lists } = this.filter;
    const limit = most === undefined ? '' : `LIMIT ${most}`;
    if (list) {
      const status = list.status === undefined ? '' : `AND m.status = ${this.bind(list.status)}`;
      return `
        SELECT m.person_id, m.status, m.joined_at FROM memberships m
        WHERE m.workspace_id = $1 AND m.list_id = ${this.bind(list.id)}::uuid ${status} AND ${this.after('m')}
        ${this.order('m')} ${limit}`;
    }
    const nothing = 'NULL::text AS status, NULL::timestamptz AS joined_at';
    if (lists)
      return `
        SELECT DISTINCT m.person_id, ${nothing} FROM unnest(${this.bind(lists)}::uuid[]) AS list(id)
        CROSS JOIN LATERAL (
          SELECT m.person_id FROM memberships m
          WHERE m.workspace_id = $1 AND m.list_id = list.id AND ${this.after('m')} ${this.order('m')} ${limit}) AS m
        ${this.order('m')} ${limit}`;
    return `
      SELECT m.id AS person_id, ${nothing} FROM people m
      WHERE m.workspace_id = $1 AND ${this.after('m', 'id')} ${this.order('m', 'id')} ${limit}`;
  }

  private member(person: string, lists: readonly string[], status?: string): string {
    const withStatus = status === undefined ? '' : `AND s.status = ${this.bind(status)}`;
    return `s.workspace_id = $1 AND s.list_id = ANY(${this.bind(lists)}::uuid[]) AND s.person_id = ${person} ${withStatus}`;
  }

  private after(row: string, id = 'person_id'): string {
    const position = this.page.before ?? this.page.after;
    if (!position) return 'true';
    const compare = this.page.before ? '>' : '<';
    if (!this.filter.list) return `${row}.${id} ${compare} ${this.bind(position.id)}::uuid`;
    return `(${row}.joined_at, ${row}.person_id) ${compare} (${this.bind(position.at)}::timestamptz, ${this.bind(position.id)}::uuid)`;
  }

  private order(row: string, id = 'person_id'): string {
    const direction = this.page.before ? 'ASC' : 'DESC';
    const joined = this.filter.list ? `${row}.joined_at ${direction}, ` : '';
    return `ORDER BY ${joined}${row}.${id} ${direction}`;
  }

  private built(text: string): Query {
    return { text, values: this.values };
  }
}
