import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Gauge, register } from 'prom-client';
import { Database } from './database.js';

/** Rows that workers have yet to do something about: those of the table whose `due_at` is not null. An index holds them. */
export interface Backlog {
  /** What is done with them, as the label of the metrics. */
  work: string;
  table: string;
  /** Which of them alone can be worked on now. */
  where?: string;
}

interface Waiting extends Record<string, unknown> {
  work: string;
  depth: number;
  age: number;
}

export const BACKLOGS = Symbol('backlogs');
const FRESH_MS = 2_000;

/** How much work waits, for Prometheus: read from the tables, so the same on every process. */
@Injectable()
export class BacklogMetrics implements OnModuleDestroy {
  private readonly names: string[] = [];
  private last: { at: number; waiting: Promise<Waiting[]> } | undefined;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BACKLOGS) private readonly backlogs: Backlog[],
  ) {
    this.gauge('dundun_backlog_depth', 'Rows that a worker has yet to work on', ({ depth }) => depth);
    this.gauge('dundun_backlog_oldest_seconds', 'How long the row that is due longest has waited', ({ age }) => age);
  }

  /** Other applications of the same process (tests) register their own. */
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
      async collect() {
        this.reset();
        for (const waiting of await read()) this.set({ work: waiting.work }, value(waiting));
      },
    });
  }

  /** One query serves both metrics of a scrape, which must not fail because the database is away. */
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
