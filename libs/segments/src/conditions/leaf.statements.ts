import {
  ANY_IMPORT,
  countedKey,
  countedName,
  isCounted,
  daysOf,
  endOfDay,
  startOfDay,
  type ConsentChannel,
  type Days,
  type CountedLeaf,
  type ImportedLeaf,
  type ListLeaf,
  type OwnField,
  type ReachableLeaf,
  type SegmentLeafNode,
  type Times,
  type Window,
} from '@dundun/domain';
import type { Bind } from './bind.js';
import { messageFacts } from './message-facts.statements.js';
import type { TreeReading } from './plan.js';
import { columnTest, jsonTest, jsonValue, printPropertyTest } from './value.statements.js';

/** A leaf in SQL: its answer (true or false), and what explains the answer. */
export interface PrintedLeaf {
  holds: string;
  /** jsonb */
  value: string;
  /** timestamptz */
  at: string;
}

/** How the statement finds people, which decides how rows of other tables are found. */
export interface LeafContext {
  plan: TreeReading;
  bind: Bind;
  /** Placeholder of the workspace. */
  workspace: string;
  /** Conditions that limit a column to the people of the statement; empty where each person is looked up. */
  within: (column: string) => string;
  /** Adds a join that is printed under a name of its own; leaves with the same join share it. @returns the name */
  join: (print: (alias: string) => string) => string;
  /** Whether sums are made for each person or for all of a range. */
  sums: 'each' | 'range';
}

/** A person with more is judged by the latest. */
const RECENT_EVENTS = 1_000;
const NO_TIME = 'NULL::timestamptz';
const NO_VALUE = 'NULL::jsonb';

const COLUMNS: Record<OwnField, string> = {
  uid: 'p.uid',
  email: 'p.email',
  number: 'p.number',
  first_name: 'p.first_name',
  last_name: 'p.last_name',
  tz: 'p.tz',
  is_account: 'p.is_account',
  archived: '(p.archived_at IS NOT NULL)',
};

/** Prints a leaf over `people p`. */
export function printLeaf(leaf: SegmentLeafNode, context: LeafContext): PrintedLeaf {
  const { plan, bind } = context;
  const plain = (holds: string, value = NO_VALUE, at = NO_TIME): PrintedLeaf => ({ holds, value, at });
  if ('attribute' in leaf) {
    const attribute = jsonValue('p.meta', leaf.attribute, bind);
    return plain(jsonTest(attribute, leaf, plan.today, bind), attribute.json);
  }
  if ('field' in leaf) {
    const column = COLUMNS[leaf.field];
    if (leaf.type === 'text') return plain(columnTest(column, leaf, bind), `to_jsonb(${column})`);
    const holds =
      leaf.type === 'boolean' && leaf.is === 'equals' ? `${column} = ${bind.of(leaf.value, 'boolean')}` : 'true';
    return plain(holds, `to_jsonb(${column})`);
  }
  if ('status' in leaf) return printList(leaf, context);
  if (isCounted(leaf)) return printCounted(leaf, context);
  if ('segment' in leaf) {
    const segment = bind.of(leaf.segment, 'uuid');
    const s = context.join((alias) => rowOf('segment_members', alias, [`${alias}.segment_id = ${segment}`], context));
    return plain(`${s}.person_id IS NOT NULL`, NO_VALUE, `${s}.since`);
  }
  if ('reachable' in leaf) return printReachable(leaf, context);
  if ('bucket' in leaf) {
    const { salt, from, to } = leaf.bucket;
    const place = `(('x' || substr(md5(${bind.of(salt, 'text')} || ':' || p.id::text), 1, 8))::bit(32)::bigint % 10000)`;
    return plain(`${place} BETWEEN ${bind.of(from, 'int')} AND ${bind.of(to, 'int')}`, `to_jsonb(${place})`);
  }
  if ('imported' in leaf) return printImported(leaf, context);
  return plain(during('p.created_at', leaf.created, context), NO_VALUE, 'p.created_at');
}

/** Joins the one row of the person. */
const rowOf = (table: string, alias: string, on: string[], { workspace, within }: LeafContext): string =>
  `LEFT JOIN ${table} ${alias} ON ${[`${alias}.workspace_id = ${workspace}`, ...on, `${alias}.person_id = p.id`].join(' AND ')}${within(`${alias}.person_id`)}`;

/** Whether a time that is not null is on a day of the window. */
function during(column: string, window: Window | undefined, { plan: { today, zone }, bind }: LeafContext): string {
  const { from, to } = daysOf(window, today);
  const bounds = [
    from && `${column} >= ${bind.of(startOfDay(from, zone).toISOString(), 'timestamptz')}`,
    to && `${column} < ${bind.of(endOfDay(to, zone).toISOString(), 'timestamptz')}`,
  ].filter(Boolean);
  return bounds.length > 0 ? `(${bounds.join(' AND ')})` : 'true';
}

/** The state of a membership `m` on a channel, null without one. */
const consentOf = (m: string, channel: ConsentChannel): string =>
  `consent_status(${m}.status, ${m}.${channel}_consent, ${channel === 'email' ? 'p.email' : 'p.number'})`;

const membershipOf = (list: string, context: LeafContext): string => {
  const id = context.bind.of(list, 'uuid');
  return context.join((alias) => rowOf('memberships', alias, [`${alias}.list_id = ${id}`], context));
};

function printList({ list, status, channel, since }: ListLeaf, context: LeafContext): PrintedLeaf {
  const m = membershipOf(list, context);
  const state = channel ? consentOf(m, channel) : `${m}.status`;
  const statuses = status.filter((each) => each !== 'none');
  const parts = [
    status.includes('none') && `coalesce(${state}, 'none') = 'none'`,
    statuses.length > 0 &&
      `coalesce(${state} = ANY(${context.bind.of(statuses, 'text[]')}) AND ${during(`${m}.changed_at`, since, context)}, false)`,
  ].filter(Boolean);
  return {
    holds: `(${parts.join(' OR ')})`,
    value: `to_jsonb(${state})`,
    at: `${m}.changed_at`,
  };
}

function printImported({ imported }: ImportedLeaf, context: LeafContext): PrintedLeaf {
  const { workspace, within, sums, bind } = context;
  const last = `max(a.imported_at) AS imported_at FROM imported_people a WHERE a.workspace_id = ${workspace}`;
  const i = context.join((alias) => {
    if (imported !== ANY_IMPORT)
      return rowOf('imported_people', alias, [`${alias}.import_id = ${bind.of(imported, 'uuid')}`], context);
    return sums === 'each'
      ? `LEFT JOIN LATERAL (SELECT ${last} AND a.person_id = p.id) ${alias} ON true`
      : `LEFT JOIN (SELECT a.person_id, ${last}${within('a.person_id')} GROUP BY a.person_id) ${alias} ON ${alias}.person_id = p.id`;
  });
  return { holds: `${i}.imported_at IS NOT NULL`, value: NO_VALUE, at: `${i}.imported_at` };
}

/**
 * Finds the normal form of an address that is not plain ASCII, with its domain in punycode, which only JavaScript can compute.
 * For all others the condition on the person ends the lookup before it reads anything.
 */
function emailKeyJoin(alias: string, workspace: string): string {
  const keys = ['person_keys', 'shared_keys'].map(
    (table) => `SELECT k.value FROM ${table} k
      WHERE k.workspace_id = ${workspace} AND k.person_id = p.id AND k.kind = 'email' AND octet_length(p.email) <> length(p.email)`,
  );
  return `LEFT JOIN LATERAL (SELECT keys.value FROM (${keys.join(' UNION ALL ')}) AS keys LIMIT 1) ${alias} ON true`;
}

function printReachable({ reachable, list }: ReachableLeaf, context: LeafContext): PrintedLeaf {
  const { bind, workspace, join } = context;
  const address =
    reachable === 'email'
      ? `coalesce(${join((alias) => emailKeyJoin(alias, workspace))}.value, lower(p.email))`
      : 'p.number';
  const blocked = (table: string, more = '') =>
    join(
      (alias) =>
        `LEFT JOIN ${table} ${alias} ON ${alias}.workspace_id = ${workspace}${more && ` AND ${alias}.${more}`} AND ${alias}.address = ${address}`,
    );
  const s = blocked('suppressions');
  const holds = [`${reachable === 'email' ? 'p.email' : 'p.number'} IS NOT NULL`, `${s}.address IS NULL`];
  if (list !== undefined) {
    const m = membershipOf(list, context);
    const l = blocked('list_suppressions', `list_id = ${bind.of(list, 'uuid')}`);
    holds.push(`coalesce(${consentOf(m, reachable)} = 'subscribed', false)`, `${l}.address IS NULL`);
  }
  return { holds: `(${holds.join(' AND ')})`, value: `to_jsonb(${s}.reason)`, at: `${s}.created_at` };
}

/** Compares a count, which is not null. */
function countTest(count: string, times: Times | undefined, bind: Bind): string {
  const number = (value: number) => bind.of(value, 'bigint');
  if (!times) return `${count} >= 1`;
  if ('at_least' in times) return `${count} >= ${number(times.at_least)}`;
  if ('at_most' in times) return `${count} <= ${number(times.at_most)}`;
  if ('exactly' in times) return `${count} = ${number(times.exactly)}`;
  return `${count} BETWEEN ${number(times.between[0])} AND ${number(times.between[1])}`;
}

/** Reads the totals where they can tell, else the days of the window. */
function printCounted(leaf: CountedLeaf, context: LeafContext): PrintedLeaf {
  const { plan, bind } = context;
  if (plan.readsEvents && !plan.names.has(countedKey(leaf))) return printUncounted(leaf, context);
  // A name that nobody counts has no rows.
  const name = bind.of(plan.names.get(countedKey(leaf)) ?? 0, 'int');
  const t = context.join((alias) => rowOf('event_totals', alias, [`${alias}.name_id = ${name}`], context));
  const printed = (holds: string, count = `${t}.count`): PrintedLeaf => ({
    holds,
    value: `to_jsonb(coalesce(${count}, 0))`,
    at: `${t}.last_at`,
  });
  const { times, window } = leaf;
  const which = 'event' in leaf ? leaf.which : undefined;
  if (which) return printed(`coalesce(${during(`${t}.${which}_at`, window, context)} AND ${t}.count > 0, false)`);
  if (!window) return printed(countTest(`coalesce(${t}.count, 0)`, times, bind));
  if (!times && 'last' in window) return printed(`coalesce(${during(`${t}.last_at`, window, context)}, false)`);
  if (!times && 'before_last' in window) return printed(`coalesce(${during(`${t}.first_at`, window, context)}, false)`);
  const d = context.join((alias) => printDays(alias, name, daysOf(window, plan.today), context));
  return printed(countTest(`coalesce(${d}.count, 0)`, times, bind), `${d}.count`);
}

function printDays(
  d: string,
  name: string,
  { from, to }: Days,
  { bind, workspace, within, sums }: LeafContext,
): string {
  const where = [
    `e.workspace_id = ${workspace} AND e.name_id = ${name}`,
    from && `e.day >= ${bind.of(from, 'date')}`,
    to && `e.day <= ${bind.of(to, 'date')}`,
  ].filter(Boolean);
  if (sums === 'each')
    return `LEFT JOIN LATERAL (SELECT sum(e.count)::bigint AS count FROM event_days e
      WHERE ${where.join(' AND ')} AND e.person_id = p.id) ${d} ON true`;
  return `LEFT JOIN (SELECT e.person_id, sum(e.count)::bigint AS count FROM event_days e
    WHERE ${where.join(' AND ')}${within('e.person_id')} GROUP BY e.person_id) ${d} ON ${d}.person_id = p.id`;
}

/** Reads events or messages themselves, for a name that is not counted. */
function printUncounted(leaf: CountedLeaf, context: LeafContext): PrintedLeaf {
  const { times, window } = leaf;
  const { source, name, tests: where } = countedName(leaf);
  const which = 'event' in leaf ? leaf.which : undefined;
  const { plan, bind, workspace } = context;
  const tests = where.map((test) => ` AND ${printPropertyTest(test, plan.today, bind)}`).join('');
  const isNamed = `e.name = ${bind.of(name, 'text')}${tests}`;
  const recent =
    source === 'event'
      ? `SELECT least(coalesce(e.occurred_at, e.received_at), e.received_at) AS at FROM events e
      WHERE e.workspace_id = ${workspace} AND e.person_id = p.id AND ${isNamed}
      ORDER BY e.received_at DESC, e.id DESC LIMIT ${RECENT_EVENTS}`
      : `SELECT e.at FROM (${messageFacts(workspace, 'p.id')} OFFSET 0) AS e WHERE ${isNamed}`;
  const t = context.join(
    (alias) => `LEFT JOIN LATERAL (
    SELECT count(*) AS count, min(at) AS first_at, max(at) AS last_at, count(*) FILTER (WHERE ${during('at', window, context)}) AS within
    FROM (${recent}) AS recent) ${alias} ON true`,
  );
  const holds = which
    ? `coalesce(${during(`${t}.${which}_at`, window, context)} AND ${t}.count > 0, false)`
    : countTest(`${t}.within`, times, bind);
  return { holds, value: `to_jsonb(${t}.within)`, at: `${t}.last_at` };
}
