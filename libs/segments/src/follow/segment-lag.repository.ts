import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { Gauge, register } from 'prom-client';

const NAME = 'dundun_segments_behind_seconds';
const FRESH_MS = 2_000;

/** Age of the first entry after each position; each lookup is the first row of an index. */
const BEHIND = `
  SELECT coalesce(max(extract(epoch FROM now() - least(entry.at, event.at))), 0)::float8 AS seconds
  FROM segment_positions p
  LEFT JOIN LATERAL (
    SELECT f.created_at AS at FROM feed_entries f
    WHERE f.workspace_id = p.workspace_id AND (f.xid, f.id) > (p.xid, p.id) ORDER BY f.xid, f.id LIMIT 1) AS entry ON true
  LEFT JOIN LATERAL (
    SELECT e.received_at AS at FROM events e
    WHERE e.workspace_id = p.workspace_id AND (e.xid, e.id) > (p.xid, p.id) AND e.received_at > now() - interval '31 days'
    ORDER BY e.xid, e.id LIMIT 1) AS event ON true`;

/** A metric of how far segments are behind what happened, the same in every process. */
@Injectable()
export class SegmentLag implements OnModuleDestroy {
  private last: { at: number; seconds: Promise<number> } | undefined;

  constructor(@Inject(Database) private readonly database: Database) {
    const read = () => this.seconds();
    new Gauge({
      name: NAME,
      help: 'Age of the oldest entry of the feed that the segments of a workspace do not show yet',
      aggregator: 'max',
      async collect() {
        this.set(await read());
      },
    });
  }

  /** Frees the name for other applications in the same process, as in tests. */
  onModuleDestroy(): void {
    register.removeSingleMetric(NAME);
  }

  /** A scrape must not fail while the database is unreachable. */
  private seconds(): Promise<number> {
    if (this.last && performance.now() - this.last.at < FRESH_MS) return this.last.seconds;
    const seconds = this.database
      .query<{ seconds: number }>(BEHIND)
      .then(([row]) => row?.seconds ?? 0)
      .catch(() => 0);
    this.last = { at: performance.now(), seconds };
    return seconds;
  }
}
