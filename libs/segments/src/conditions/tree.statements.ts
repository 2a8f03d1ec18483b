import { childrenOf, leafKey, leavesOf, type SegmentLeafNode, type SegmentNode } from '@dundun/domain';
import { Bind } from './bind.js';
import { printLeaf, type LeafContext, type PrintedLeaf } from './leaf.statements.js';
import type { PersonRange, SegmentPlan } from './plan.js';

/** A statement with its parameters. */
export interface PrintedStatement {
  text: string;
  values: unknown[];
}

/** Limits a column to the people of the statement: a SQL fragment that begins with AND, or nothing. */
type Within = LeafContext['within'];

/** Leaves by their key: an equal leaf is joined once. */
function printLeaves(plan: SegmentPlan, bind: Bind, workspace: string, within: Within, sums: LeafContext['sums']) {
  const leaves = new Map<string, PrintedLeaf>();
  let aliases = 0;
  const context: LeafContext = { plan, bind, workspace, within, sums, alias: () => `j${++aliases}` };
  for (const leaf of leavesOf(plan.tree))
    if (!leaves.has(leafKey(leaf))) leaves.set(leafKey(leaf), printLeaf(leaf, context));
  return leaves;
}

const joinsOf = (leaves: Map<string, PrintedLeaf>) => [...leaves.values()].flatMap(({ joins }) => joins).join('\n');

/** Every leaf is true or false, and so is the tree. */
function condition(node: SegmentNode, leaves: Map<string, PrintedLeaf>): string {
  if ('not' in node) return `NOT (${condition(node.not, leaves)})`;
  const nodes = childrenOf(node);
  if (!nodes) return (leaves.get(leafKey(node as SegmentLeafNode)) as PrintedLeaf).holds;
  return `(${nodes.map((each) => condition(each, leaves)).join('all' in node ? ' AND ' : ' OR ')})`;
}

/** Prints the ids of the matching people of a range of ids. Each leaf is at most one join of each table, on a unique key. */
export function printSlice(plan: SegmentPlan, { after, to }: PersonRange): PrintedStatement {
  const bind = new Bind();
  const workspace = bind.of(plan.workspaceId, 'int');
  const [first, last] = [bind.of(after, 'uuid'), to === null ? null : bind.of(to, 'uuid')];
  const within = (column: string) => ` AND ${column} > ${first}${last === null ? '' : ` AND ${column} <= ${last}`}`;
  const leaves = printLeaves(plan, bind, workspace, within, 'range');
  const text = `SELECT p.id FROM people p\n${joinsOf(leaves)}
    WHERE p.workspace_id = ${workspace}${within('p.id')} AND ${condition(plan.tree, leaves)}`;
  return { text, values: bind.values };
}

const REACHED: { email: SegmentLeafNode; sms: SegmentLeafNode } = {
  email: { reachable: 'email' },
  sms: { reachable: 'sms' },
};

/** Prints how many people of a range match, and how many of those can get email and SMS. */
export function printTally(plan: SegmentPlan, { after, to }: PersonRange): PrintedStatement {
  const bind = new Bind();
  const workspace = bind.of(plan.workspaceId, 'int');
  const [first, last] = [bind.of(after, 'uuid'), to === null ? null : bind.of(to, 'uuid')];
  const within = (column: string) => ` AND ${column} > ${first}${last === null ? '' : ` AND ${column} <= ${last}`}`;
  const all = { ...plan, tree: { all: [plan.tree, REACHED.email, REACHED.sms] } };
  const leaves = printLeaves(all, bind, workspace, within, 'range');
  const among = (leaf: SegmentLeafNode) => `count(*) FILTER (WHERE ${condition(leaf, leaves)})::int`;
  const text = `SELECT count(*)::int AS people, ${among(REACHED.email)} AS email, ${among(REACHED.sms)} AS sms
    FROM people p\n${joinsOf(leaves)}
    WHERE p.workspace_id = ${workspace}${within('p.id')} AND ${condition(plan.tree, leaves)}`;
  return { text, values: bind.values };
}

/** Prints the ids of those of at most 1,000 people who match. */
export function printFew(plan: SegmentPlan, people: readonly string[]): PrintedStatement {
  const bind = new Bind();
  const workspace = bind.of(plan.workspaceId, 'int');
  const leaves = printLeaves(plan, bind, workspace, () => '', 'each');
  const text = `SELECT p.id FROM people p\n${joinsOf(leaves)}
    WHERE p.workspace_id = ${workspace} AND p.id = ANY(${bind.of(people, 'uuid[]')}) AND ${condition(plan.tree, leaves)}`;
  return { text, values: bind.values };
}

/** Prints what each leaf says of one person, in the order of `leavesOf`: one row of holds, value and at for each. */
export function printExplained(plan: SegmentPlan, personId: string): PrintedStatement {
  const bind = new Bind();
  const workspace = bind.of(plan.workspaceId, 'int');
  const leaves = printLeaves(plan, bind, workspace, () => '', 'each');
  const facts = leavesOf(plan.tree).map((leaf) => {
    const { holds, value, at } = leaves.get(leafKey(leaf)) as PrintedLeaf;
    return `jsonb_build_object('holds', ${holds}, 'value', ${value}, 'at', feed_time(${at}))`;
  });
  const text = `SELECT ${condition(plan.tree, leaves)} AS holds, jsonb_build_array(${facts.join(', ')}) AS leaves
    FROM people p\n${joinsOf(leaves)}
    WHERE p.workspace_id = ${workspace} AND p.id = ${bind.of(personId, 'uuid')}`;
  return { text, values: bind.values };
}
