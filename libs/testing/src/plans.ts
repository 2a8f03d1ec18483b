import type { Database, Statement } from '@dundun/platform/database';
import pg from 'pg';
import type { TestDatabase } from './database.js';

/** What a statement read, as EXPLAIN (ANALYZE, BUFFERS) counted it. */
interface ReadPlan {
  /** Its name, or the beginning of its text. */
  statement: string;
  /** Rows that its scans found or filtered out. */
  rows: number;
  /** Pages of tables and indexes. A scan of an index for a column that is not its first shows only here. */
  pages: number;
  plan: string;
}

/** A database that explains each statement before it runs, once `explain(true)` was called. */
interface ExplainedDatabase {
  database: Database;
  plans: ReadPlan[];
  explain(isOn: boolean): void;
}

type Given = Statement | string;

/**
 * Wraps a database and limits it to one connection, so that a named statement is explained with the plan that is cached, as a
 * worker would run it. The effects of explaining are rolled back.
 */
function explained({ database, source }: TestDatabase): ExplainedDatabase {
  (source.driver as unknown as { master: pg.Pool }).master.options.max = 1;
  const plans: ReadPlan[] = [];
  let isOn = false;

  const explainOne = async (given: Given, values: unknown[]) => {
    const { name, text } = typeof given === 'string' ? { name: undefined, text: given } : given;
    const prepared = name ?? 'explained_once';
    if (name === undefined) await database.execute(`PREPARE ${prepared} AS ${text}`);
    try {
      const literals = values.map(literal).join(', ');
      const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE "${prepared}"${values.length > 0 ? `(${literals})` : ''}`,
      );
      const root = (row as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan;
      const pages = root['Shared Hit Blocks'] + root['Shared Read Blocks'];
      plans.push({ statement: name ?? text.trim().slice(0, 60), rows: rowsRead(root), pages, plan: outline(root) });
    } finally {
      if (name === undefined) await database.execute(`DEALLOCATE ${prepared}`);
    }
  };

  const explainFirst = async (given: Given, values: unknown[]) => {
    if (database.inTransaction) {
      await database.execute('SAVEPOINT before_explain');
      await explainOne(given, values);
      await database.execute('ROLLBACK TO SAVEPOINT before_explain');
      return;
    }
    await database.transaction(() => explainFirst(given, values));
  };

  const wrapped =
    (method: 'query' | 'execute') =>
    async (given: Given, values: unknown[] = []) => {
      if (isOn) await explainFirst(given, values);
      return database[method](given, values);
    };
  const instead = { query: wrapped('query'), execute: wrapped('execute') };
  const proxy = new Proxy(database, {
    get(target, key) {
      if (key === 'query' || key === 'execute') return instead[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { database: proxy, plans, explain: (on) => (isOn = on) };
}

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

function rowsRead(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own =
    /Scan/.test(node['Node Type']) && !/CTE|Function|Subquery/.test(node['Node Type'])
      ? node['Actual Rows'] + removed
      : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), own * node['Actual Loops']);
}

/** Renders the nodes of a plan that read something, one per line. */
function outline(node: PlanNode, depth = 0): string {
  const pages = node['Shared Hit Blocks'] + node['Shared Read Blocks'];
  const source = [node['Index Name'], node['Relation Name']].filter(Boolean).join(' on ');
  const line = `${'  '.repeat(depth)}${node['Node Type']} ${source} pages=${pages} rows=${node['Actual Rows']}x${node['Actual Loops']}`;
  return [line, ...(node.Plans ?? []).map((child) => outline(child, depth + 1))].join('\n');
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Tables that grow behind the back of their statistics. */
export interface Growth {
  tables: string[];
  /** How many rows each table grows by. */
  rows: number;
  /** Adds rows to every table: work that has ended, or work that waits. */
  fill: (rows: number, kind: 'ended' | 'waiting') => Promise<void>;
  /** Runs every statement in question once, through the code that owns it. */
  run: (database: Database) => Promise<void>;
  /** What one statement may read for the input that `run` gives it. */
  most: { rows: number; pages: number };
}

/** The timeout of a test that fills tables, in milliseconds: a long run inserts millions of rows. */
export const FILLING_MS = 1_800_000;

/** What the statistics describe when the tables grow: empty tables, and some thousand rows of which none waits. */
const KNOWN = [0, 2_000];

/**
 * Runs statements on tables that have grown since their last ANALYZE.
 * @returns the statements that read more than `most`, with their plans, and how many were explained
 */
export async function greedyStatements(
  db: TestDatabase,
  growth: Growth,
): Promise<{ greedy: string[]; explained: number }> {
  const { tables, rows, fill, run, most } = growth;
  const { database, plans, explain } = explained(db);
  await db.database.execute('SET statement_timeout = 0');
  for (const known of KNOWN) {
    explain(false);
    await db.database.execute(`TRUNCATE ${tables.join(', ')} CASCADE`);
    await inPieces(known, (some) => fill(some, 'ended'));
    await freezeStatistics(db.database, tables);
    // More than five runs, after which PostgreSQL may keep a plan for the lifetime of the connection.
    for (let times = 0; times < 6; times++) await run(database);
    await inPieces(rows, (some) => fill(some, 'waiting'));
    explain(true);
    await run(database);
  }
  const greedy = plans.filter((plan) => plan.rows > most.rows || plan.pages > most.pages);
  const text = (of: ReadPlan) => `${of.statement}: ${of.rows} rows, ${of.pages} pages\n${of.plan}`;
  return { greedy: greedy.map(text), explained: plans.length };
}

const PIECE = 2_500;

/** A statement may take ten seconds, also on a busy machine. */
async function inPieces(rows: number, work: (some: number) => Promise<void>): Promise<void> {
  for (let done = 0; done < rows; done += PIECE) await work(Math.min(PIECE, rows - done));
}

/** The statistics describe the present, and no autovacuum renews them. */
async function freezeStatistics(database: Database, tables: string[]): Promise<void> {
  for (const table of tables) {
    await database.execute(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await database.execute(`VACUUM (ANALYZE) ${table}`);
  }
}
