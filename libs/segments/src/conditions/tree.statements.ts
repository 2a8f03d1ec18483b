import {
  childrenOf,
  leafKey,
  leavesOf,
  meantLeaf,
  type ReachableLeaf,
  type SegmentLeafNode,
  type SegmentNode,
} from '@dundun/domain';
import { Bind } from './bind.js';
import { printLeaf, type LeafContext, type PrintedLeaf } from './leaf.statements.js';
import type { PersonRange, SegmentPlan, TreeReading } from './plan.js';

/** A statement with its parameters. */
export interface PrintedStatement {
  text: string;
  values: unknown[];
}

/** Limits a column to the people of the statement: a SQL fragment that begins with AND, or nothing. */
type Within = LeafContext['within'];

/** The leaves of trees by their key, and their joins: what is equal is joined once. */
interface PrintedLeaves {
  leaves: Map<string, PrintedLeaf>;
  joins: string;
}

function printLeaves(
  trees: readonly SegmentNode[],
  given: Pick<LeafContext, 'plan' | 'bind' | 'workspace' | 'within' | 'sums'>,
): PrintedLeaves {
  const leaves = new Map<string, PrintedLeaf>();
  const joins = new Map<string, { alias: string; text: string }>();
  const join: LeafContext['join'] = (print) => {
    const key = print('');
    const alias = joins.get(key)?.alias ?? `j${joins.size + 1}`;
    joins.set(key, { alias, text: print(alias) });
    return alias;
  };
  for (const leaf of trees.flatMap(leavesOf))
    if (!leaves.has(leafKey(leaf))) leaves.set(leafKey(leaf), printLeaf(leaf, { ...given, join }));
  return { leaves, joins: [...joins.values()].map(({ text }) => text).join('\n') };
}

/** Every leaf is true or false, and so is the tree. */
function condition(node: SegmentNode, printed: PrintedLeaves, isNot = false): string {
  if ('not' in node) return `NOT (${condition(node.not, printed, !isNot)})`;
  const nodes = childrenOf(node);
  if (!nodes) return (printed.leaves.get(leafKey(meantLeaf(node as SegmentLeafNode, isNot))) as PrintedLeaf).holds;
  return `(${nodes.map((each) => condition(each, printed, isNot)).join('all' in node ? ' AND ' : ' OR ')})`;
}

/** Limits a column to the people of a range. */
export const withinRange = ({ after, to }: PersonRange, bind: Bind): Within => {
  const [first, last] = [bind.of(after, 'uuid'), to === null ? null : bind.of(to, 'uuid')];
  return (column) => ` AND ${column} > ${first}${last === null ? '' : ` AND ${column} <= ${last}`}`;
};

/** Prints the ids of the matching people of a range of ids. Each leaf is at most one join of each table, on a unique key. */
export function printSlice(plan: SegmentPlan, range: PersonRange, bind = new Bind()): PrintedStatement {
  const workspace = bind.of(plan.workspaceId, 'int');
  const within = withinRange(range, bind);
  const printed = printLeaves([plan.tree], { plan, bind, workspace, within, sums: 'range' });
  const text = `SELECT p.id FROM people p\n${printed.joins}
    WHERE p.workspace_id = ${workspace}${within('p.id')} AND ${condition(plan.tree, printed)}`;
  return { text, values: bind.values };
}

const EMAIL: ReachableLeaf = { reachable: 'email' };
const SMS: ReachableLeaf = { reachable: 'sms' };

/** Prints how many people of a range match, and how many of those can get email and SMS. */
export function printTally(plan: SegmentPlan, range: PersonRange): PrintedStatement {
  const bind = new Bind();
  const workspace = bind.of(plan.workspaceId, 'int');
  const within = withinRange(range, bind);
  const printed = printLeaves([plan.tree, EMAIL, SMS], { plan, bind, workspace, within, sums: 'range' });
  const among = (leaf: SegmentLeafNode) => `count(*) FILTER (WHERE ${condition(leaf, printed)})::int`;
  const text = `SELECT count(*)::int AS people, ${among(EMAIL)} AS email, ${among(SMS)} AS sms
    FROM people p\n${printed.joins}
    WHERE p.workspace_id = ${workspace}${within('p.id')} AND ${condition(plan.tree, printed)}`;
  return { text, values: bind.values };
}

/** Prints the start of a statement that looks up each person by key. */
function printEach(plan: TreeReading, trees: readonly SegmentNode[]) {
  const bind = new Bind();
  const workspace = bind.of(plan.workspaceId, 'int');
  const printed = printLeaves(trees, { plan, bind, workspace, within: () => '', sums: 'each' });
  return { bind, workspace, printed };
}

/** Prints the ids of those of at most 1,000 people who match. */
export function printFew(plan: SegmentPlan, people: readonly string[]): PrintedStatement {
  const { bind, workspace, printed } = printEach(plan, [plan.tree]);
  const text = `SELECT p.id FROM people p\n${printed.joins}
    WHERE p.workspace_id = ${workspace} AND p.id = ANY(${bind.of(people, 'uuid[]')}) AND ${condition(plan.tree, printed)}`;
  return { text, values: bind.values };
}

/** Prints the ids of those of at most 1,000 people who match, and whether they can get email and SMS. */
export function printReached(plan: SegmentPlan, people: readonly string[]): PrintedStatement {
  const { bind, workspace, printed } = printEach(plan, [plan.tree, EMAIL, SMS]);
  const text = `SELECT p.id, ${condition(EMAIL, printed)} AS email, ${condition(SMS, printed)} AS sms FROM people p\n${printed.joins}
    WHERE p.workspace_id = ${workspace} AND p.id = ANY(${bind.of(people, 'uuid[]')}) AND ${condition(plan.tree, printed)}`;
  return { text, values: bind.values };
}

/** Prints how many of at most 1,000 people can get email and SMS; with a list, as people who agreed there. */
export function printReach(plan: TreeReading, people: readonly string[], list?: string): PrintedStatement {
  const [email, sms] =
    list === undefined
      ? [EMAIL, SMS]
      : [
          { ...EMAIL, list },
          { ...SMS, list },
        ];
  const { bind, workspace, printed } = printEach(plan, [email, sms]);
  const among = (leaf: SegmentLeafNode) => `count(*) FILTER (WHERE ${condition(leaf, printed)})::int`;
  const text = `SELECT ${among(email)} AS email, ${among(sms)} AS sms FROM people p\n${printed.joins}
    WHERE p.workspace_id = ${workspace} AND p.id = ANY(${bind.of(people, 'uuid[]')})`;
  return { text, values: bind.values };
}

/**
 * Prints which of the trees each of at most 1,000 people matches, as `{t,f}` in their order, and the ids of the segments that the
 * person is in, separated by spaces. Who is no person any more matches nothing.
 */
export function printDecisions(
  plan: TreeReading,
  trees: readonly SegmentNode[],
  people: readonly string[],
): PrintedStatement {
  const { bind, workspace, printed } = printEach(plan, trees);
  const holds = trees.map((tree) => `coalesce(p.id IS NOT NULL AND ${condition(tree, printed)}, false)`);
  const text = `SELECT given.id AS person_id, ARRAY[${holds.join(', ')}]::text AS holds, coalesce(mine.segments, '') AS segments
    FROM unnest(${bind.of(people, 'uuid[]')}) AS given(id)
    LEFT JOIN people p ON p.workspace_id = ${workspace} AND p.id = given.id\n${printed.joins}
    LEFT JOIN LATERAL (SELECT string_agg(m.segment_id::text, ' ') AS segments FROM segment_members m
      WHERE m.workspace_id = ${workspace} AND m.person_id = given.id) AS mine ON true`;
  return { text, values: bind.values };
}

/** Prints what each leaf says of one person, in the order of `leavesOf`: one row of holds, value and at for each. */
export function printExplained(plan: SegmentPlan, personId: string): PrintedStatement {
  const { bind, workspace, printed } = printEach(plan, [plan.tree]);
  const facts = leavesOf(plan.tree).map((leaf) => {
    const { holds, value, at } = printed.leaves.get(leafKey(leaf)) as PrintedLeaf;
    return `jsonb_build_object('holds', ${holds}, 'value', ${value}, 'at', feed_time(${at}))`;
  });
  const text = `SELECT ${condition(plan.tree, printed)} AS holds, jsonb_build_array(${facts.join(', ')}) AS leaves
    FROM people p\n${printed.joins}
    WHERE p.workspace_id = ${workspace} AND p.id = ${bind.of(personId, 'uuid')}`;
  return { text, values: bind.values };
}
