import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { NIL } from 'uuid';

/** An amount in one currency, which is null if the events said none. */
interface Revenue {
  currency: string | null;
  amount: number;
}

/** What came of messages. Amounts of several currencies are never added up. */
export interface ConversionSums {
  people: number;
  conversions: number;
  revenue: Revenue[];
}

/** The sums of an owner, of each of its contents, and over time. */
export interface ConversionDetails {
  total: ConversionSums;
  contents: Map<string, ConversionSums>;
  points: { at: Date; conversions: number; revenue: Revenue[] }[];
}

interface Counted extends Record<string, unknown> {
  owner: string;
  content: string;
  what: 'people' | 'conversions' | 'revenue';
  currency: string;
  count: number;
}

const COLUMNS = 'owner_id AS owner, content_id AS content, what, currency, count::float8 AS count';
const TOTALS = `
  SELECT c.* FROM unnest($2::uuid[]) AS named(owner) CROSS JOIN LATERAL (
    SELECT ${COLUMNS} FROM conversion_counts WHERE workspace_id = $1 AND owner_id = named.owner AND content_id = '${NIL}' OFFSET 0) AS c`;
const OF_OWNER = `SELECT ${COLUMNS} FROM conversion_counts WHERE workspace_id = $1 AND owner_id = $2`;
const POINTS = `
  SELECT date_trunc($3, hour, w.time_zone) AS at, what, currency, sum(count)::float8 AS count
  FROM conversion_hours h CROSS JOIN (SELECT time_zone FROM workspaces WHERE id = $1) AS w
  WHERE h.workspace_id = $1 AND h.owner_id = $2 GROUP BY 1, 2, 3 HAVING sum(count) <> 0 ORDER BY 1`;

export const noConversions = (): ConversionSums => ({ people: 0, conversions: 0, revenue: [] });

/** Adds up the sums of contents that reached different people. */
export function sumOfConversions(all: readonly ConversionSums[]): ConversionSums {
  const sum = noConversions();
  for (const { people, conversions, revenue } of all) {
    sum.people += people;
    sum.conversions += conversions;
    for (const { currency, amount } of revenue) {
      const known = sum.revenue.find((each) => each.currency === currency);
      if (known) known.amount += amount;
      else sum.revenue.push({ currency, amount });
    }
  }
  return sum;
}

/** Reads what came of the messages of campaigns and automations. */
@Injectable()
export class ConversionReport {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the sums of owners that have any. */
  async totals(workspaceId: number, owners: readonly string[]): Promise<Map<string, ConversionSums>> {
    if (owners.length === 0) return new Map();
    return summed(await this.database.query<Counted>(TOTALS, [workspaceId, owners]), ({ owner }) => owner);
  }

  /** @param unit of the points */
  async details(workspaceId: number, owner: string, unit: 'hour' | 'day'): Promise<ConversionDetails> {
    const rows = await this.database.query<Counted>(OF_OWNER, [workspaceId, owner]);
    const all = summed(rows, ({ content }) => content);
    const times = await this.database.query<Counted & { at: Date }>(POINTS, [workspaceId, owner, unit]);
    const points = [...summed(times, ({ at }) => at.toISOString())];
    const total = all.get(NIL) ?? noConversions();
    all.delete(NIL);
    return {
      total,
      contents: all,
      points: points.map(([at, { conversions, revenue }]) => ({ at: new Date(at), conversions, revenue })),
    };
  }
}

function summed<Row extends Counted>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, ConversionSums> {
  const sums = new Map<string, ConversionSums>();
  for (const row of rows) {
    const one = sums.get(keyOf(row)) ?? noConversions();
    sums.set(keyOf(row), one);
    const { what, currency, count } = row;
    if (what !== 'revenue') one[what] = count;
    else if (count !== 0) one.revenue.push({ currency: currency === '' ? null : currency, amount: count });
  }
  for (const { revenue } of sums.values()) revenue.sort((one, other) => other.amount - one.amount);
  return sums;
}
