import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { MESSAGE_CHANNELS, MESSAGE_LANES } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { Counter, Gauge, register, type Metric } from 'prom-client';
import { LATENCY_BUCKETS } from './outcomes.repository.js';

interface CountRow extends Record<string, unknown> {
  channel: string;
  provider: string;
  outcome: string;
  /** Counts by upper bound in milliseconds. */
  buckets: Record<string, number>;
  count: number;
  seconds: number;
}

interface DepthRow extends Record<string, unknown> {
  channel: string;
  lane: string;
  depth: number;
  age: number;
}

const COUNTS = `
  SELECT channel, provider, outcome, jsonb_object_agg(bucket, count) AS buckets, sum(count)::float8 AS count,
    sum(milliseconds)::float8 / 1000 AS seconds
  FROM (SELECT channel, provider, outcome, bucket, sum(count) AS count, sum(milliseconds) AS milliseconds
    FROM delivery_counts GROUP BY 1, 2, 3, 4) each_bucket
  GROUP BY 1, 2, 3`;
/** Every lane, so that an empty one is 0 in a graph and an alert, not absent. */
const DEPTH = `
  SELECT channel, lane, coalesce(depth, 0)::int AS depth, coalesce(age, 0)::float8 AS age
  FROM unnest('{${MESSAGE_CHANNELS.join()}}'::text[]) AS channel
  CROSS JOIN unnest('{${MESSAGE_LANES.join()}}'::text[]) AS lane
  LEFT JOIN (
    SELECT channel, lane, count(*) AS depth, greatest(0, extract(epoch FROM now() - min(due_at))) AS age
    FROM messages WHERE due_at IS NOT NULL GROUP BY 1, 2) AS waiting USING (channel, lane)`;
/** Without the last bound, which covers everything slower. */
const BOUNDS = LATENCY_BUCKETS.slice(0, -1);
const FRESH_MS = 2_000;

/**
 * Serves queue depth, sends and latency to Prometheus. The numbers come from tables that workers update with each outcome,
 * so they are exact, equal on every process (hence the aggregator), and survive restarts.
 */
@Injectable()
export class DeliveryMetrics implements OnModuleDestroy {
  private readonly names: string[] = [];
  private readonly cached = new Map<string, { at: number; rows: Promise<unknown[]> }>();

  constructor(@Inject(Database) private readonly database: Database) {
    this.counter('dundun_sends_total', 'Attempts to hand over a message, by provider and outcome');
    this.histogram('dundun_send_latency_seconds', 'From accepted to handed over');
    this.gauge('dundun_queue_depth', 'Messages that are not yet at their end', (row) => row.depth);
    this.gauge('dundun_queue_oldest_seconds', 'How long the oldest due message has waited', (row) => row.age);
  }

  /** Lets another application in the same process, as in tests, register the same names. */
  onModuleDestroy(): void {
    for (const name of this.names) register.removeSingleMetric(name);
  }

  private counter(name: string, help: string): void {
    this.names.push(name);
    const rows = () => this.rows<CountRow>(COUNTS);
    new Counter({
      name,
      help,
      labelNames: ['channel', 'provider', 'outcome'],
      aggregator: 'first',
      async collect() {
        this.reset();
        for (const row of await rows()) this.inc(labels(row), row.count);
      },
    });
  }

  /** A custom metric, because prom-client's histogram accepts only its own observations. */
  private histogram(name: string, help: string): void {
    this.names.push(name);
    register.registerMetric({
      name,
      get: async () => ({
        name,
        help,
        type: 'histogram',
        values: (await this.rows<CountRow>(COUNTS)).flatMap((row) => histogramOf(name, row)),
        aggregator: 'first',
      }),
    } as unknown as Metric);
  }

  private gauge(name: string, help: string, value: (row: DepthRow) => number): void {
    this.names.push(name);
    const rows = () => this.rows<DepthRow>(DEPTH);
    new Gauge({
      name,
      help,
      labelNames: ['channel', 'lane'],
      aggregator: 'first',
      async collect() {
        this.reset();
        for (const row of await rows()) this.set({ channel: row.channel, lane: row.lane }, value(row));
      },
    });
  }

  /** Runs one query for all metrics of a scrape. */
  private rows<T extends Record<string, unknown>>(text: string): Promise<T[]> {
    const cached = this.cached.get(text);
    if (cached && performance.now() - cached.at < FRESH_MS) return cached.rows as Promise<T[]>;
    // A scrape must succeed without the database, because the metrics of the process matter most then.
    const rows = this.database.query<T>(text).catch(() => []);
    this.cached.set(text, { at: performance.now(), rows });
    return rows;
  }
}

const labels = ({ channel, provider, outcome }: CountRow) => ({ channel, provider, outcome });

/** Returns cumulative counts for every bound, including empty ones. */
function histogramOf(name: string, row: CountRow) {
  const of = (end: string, value: number, more = {}) => ({
    metricName: `${name}_${end}`,
    labels: { ...labels(row), ...more },
    value,
  });
  const upTo = (bound: number) =>
    Object.entries(row.buckets).reduce((sum, [bucket, count]) => (Number(bucket) <= bound ? sum + count : sum), 0);
  const buckets = BOUNDS.map((bound) => of('bucket', upTo(bound), { le: bound / 1000 }));
  return [...buckets, of('bucket', row.count, { le: '+Inf' }), of('sum', row.seconds), of('count', row.count)];
}
