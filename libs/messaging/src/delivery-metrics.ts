import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { Counter, Gauge, register } from 'prom-client';

interface CountRow extends Record<string, unknown> {
  channel: string;
  provider: string;
  outcome: string;
  bucket: number;
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
  SELECT channel, provider, outcome, bucket, sum(count)::float8 AS count, sum(milliseconds)::float8 / 1000 AS seconds
  FROM delivery_counts GROUP BY 1, 2, 3, 4`;
const DEPTH = `
  SELECT channel, lane, count(*)::int AS depth, greatest(0, extract(epoch FROM now() - min(due_at)))::float8 AS age
  FROM messages WHERE due_at IS NOT NULL GROUP BY 1, 2`;
const EVERYTHING_SLOWER = 2_147_483_647;
const FRESH_MS = 2_000;

/**
 * Queue depth and deliveries for Prometheus, read from the tables that the workers write with each outcome: the
 * numbers are exact, the same on every process, and survive restarts.
 */
@Injectable()
export class DeliveryMetrics implements OnModuleDestroy {
  private readonly names: string[] = [];
  private readonly cached = new Map<string, { at: number; rows: Promise<unknown[]> }>();

  constructor(@Inject(Database) private readonly database: Database) {
    const outcome = ['channel', 'provider', 'outcome'];
    this.counter(
      'dundun_sends_total',
      'Attempts to hand over a message, by provider and outcome',
      outcome,
      (row, add) => add(labels(row), row.count),
    );
    this.counter(
      'dundun_send_latency_seconds_bucket',
      'From accepted to handed over',
      [...outcome, 'le'],
      (row, add, all) => {
        add({ ...labels(row), le: le(row.bucket) }, cumulative(row, all));
      },
    );
    this.counter('dundun_send_latency_seconds_sum', 'From accepted to handed over', outcome, (row, add) =>
      add(labels(row), row.seconds),
    );
    this.counter('dundun_send_latency_seconds_count', 'From accepted to handed over', outcome, (row, add) =>
      add(labels(row), row.count),
    );
    this.gauge('dundun_queue_depth', 'Messages that are not yet at their end', (row) => row.depth);
    this.gauge('dundun_queue_oldest_seconds', 'How long the oldest due message has waited', (row) => row.age);
  }

  /** Other applications of the same process (tests) register their own. */
  onModuleDestroy(): void {
    for (const name of this.names) register.removeSingleMetric(name);
  }

  private counter(
    name: string,
    help: string,
    labelNames: string[],
    each: (row: CountRow, add: (labels: Record<string, string>, by: number) => void, all: CountRow[]) => void,
  ): void {
    this.names.push(name);
    const rows = () => this.rows<CountRow>(COUNTS);
    new Counter({
      name,
      help,
      labelNames,
      async collect() {
        this.reset();
        const all = await rows();
        for (const row of all) each(row, (given, by) => this.inc(given, by), all);
      },
    });
  }

  private gauge(name: string, help: string, value: (row: DepthRow) => number): void {
    this.names.push(name);
    const rows = () => this.rows<DepthRow>(DEPTH);
    new Gauge({
      name,
      help,
      labelNames: ['channel', 'lane'],
      async collect() {
        this.reset();
        for (const row of await rows()) this.set({ channel: row.channel, lane: row.lane }, value(row));
      },
    });
  }

  /** One query serves all metrics of a scrape. */
  private rows<T extends Record<string, unknown>>(text: string): Promise<T[]> {
    const cached = this.cached.get(text);
    if (cached && performance.now() - cached.at < FRESH_MS) return cached.rows as Promise<T[]>;
    // A scrape must not fail because the database is away: the process's own metrics matter most then.
    const rows = this.database.query<T>(text).catch(() => []);
    this.cached.set(text, { at: performance.now(), rows });
    return rows;
  }
}

const labels = ({ channel, provider, outcome }: CountRow) => ({ channel, provider, outcome });
const le = (bucket: number) => (bucket === EVERYTHING_SLOWER ? '+Inf' : String(bucket / 1000));

const cumulative = (row: CountRow, all: CountRow[]) =>
  all
    .filter(
      (other) =>
        other.channel === row.channel &&
        other.provider === row.provider &&
        other.outcome === row.outcome &&
        other.bucket <= row.bucket,
    )
    .reduce((sum, { count }) => sum + count, 0);
