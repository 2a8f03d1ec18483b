import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Gauge, register } from 'prom-client';
import { Database } from './database.js';

/** Rows that wait for a worker: those whose `due_at` is not null. An index must cover them. */
export interface Backlog {
  /** Label of the metrics: the kind of work. */
  work: string;
  table: string;
  /** Condition on the rows that can be processed now; all by default. */
  where?: string;
}

interface Waiting extends Record<string, unknown> {
  work: string;
  depth: number;
  age: number;
}

export const BACKLOGS = Symbol('backlogs');
const FRESH_MS = 2_000;

/** Metrics of waiting work for Prometheus, read from the tables, so every process reports the same. */
@Injectable()
export class BacklogMetrics implements OnModuleDestroy {
  private readonly names: string[] = [];
  private last: { at: number; waiting: Promise<Waiting[]> } | undefined;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BACKLOGS) private readonly backlogs: Backlog[],
  ) {
    this.gauge('dundun_backlog_depth', 'Rows that wait for a worker', ({ depth }) => depth);
    this.gauge('dundun_backlog_oldest_seconds', 'Age of the oldest due row', ({ age }) => age);
  }

  /** Frees the names for other applications in the same process, as in tests. */
  onModuleDestroy(): void {
    for (const name of this.names) register.removeSingleMetric(name);
  }

  private gauge(name: string, help: string, value: (waiting: Waiting) => number): void {
    this.names.push(name);
    const read = () => this.waiting();
    new Gauge({
      name,
      help,
      labelNames: ['work'],
      aggregator: 'first',
      async collect() {
        this.reset();
        for (const waiting of await read()) this.set({ work: waiting.work }, value(waiting));
      },
    });
  }

  /** One query serves both metrics. A scrape must not fail while the database is unreachable. */
  private waiting(): Promise<Waiting[]> {
    if (this.last && performance.now() - this.last.at < FRESH_MS) return this.last.waiting;
    const each = this.backlogs.map(
      ({ work, table, where = 'true' }) =>
        `SELECT '${work}' AS work, count(*)::int AS depth,
           greatest(0, coalesce(extract(epoch FROM now() - min(due_at)), 0))::float8 AS age
         FROM ${table} WHERE due_at IS NOT NULL AND ${where}`,
    );
    const waiting = this.database.query<Waiting>(each.join(' UNION ALL ')).catch(() => []);
    this.last = { at: performance.now(), waiting };
    return waiting;
  }
}
