import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { entryOf, HORIZON, matches, NIL, PROMISED, stretch, type FeedPosition } from './feed.statements.js';

/** One entry of the feed. */
export interface FeedEntry extends FeedPosition {
  type: string;
  at: Date;
  data: JsonObject;
}

/** A page of the feed and the position of the next one. */
export interface FeedPiece {
  entries: FeedEntry[];
  /** `at` is the time up to which everything was read. */
  next: FeedPosition & { at: Date };
  hasMore: boolean;
}

interface Row extends Record<string, unknown> {
  horizon: string;
  scanned: number;
  wanted: number;
  end_xid: string | null;
  end_id: string | null;
  end_at: Date | null;
  xid: string | null;
  id: string;
  type: string;
  at: Date;
  data: JsonObject;
}

/** Entries scanned for a filter by type, which no index supports. */
const WINDOW = 10_000;
/** A page ends after the entry that exceeds this size. */
const PAGE_BYTES = 4_000_000;

/**
 * The position before the first guaranteed entry. A new reader does not start earlier, since older entries are about to be
 * deleted. Searches all workspaces by age; times and transaction ids are in nearly the same order, and no transaction of this
 * service takes a minute.
 */
const START = `
  SELECT xid::text AS xid, id FROM feed_entries WHERE created_at < now() - ${PROMISED} - interval '1 minute'
  ORDER BY created_at DESC LIMIT 1`;

/** $1 workspace, $2 and $3 position, $4 entries to scan, $5 patterns, $6 entries to return. */
const page = (within?: string) => `
  WITH stretch AS MATERIALIZED (${stretch({ workspace: '$1', xid: '$2::xid8', id: '$3::uuid', limit: '$4', within })}),
  wanted AS MATERIALIZED (SELECT xid, id, type FROM stretch s WHERE ${matches('s.type', '$5::text[]')} ORDER BY xid, id LIMIT $6),
  shown AS (
    SELECT w.*, e.at, e.data, sum(octet_length(e.data::text)) OVER (ORDER BY w.xid, w.id) - octet_length(e.data::text) AS before
    FROM wanted w CROSS JOIN LATERAL (${entryOf({ workspace: '$1', xid: 'w.xid', id: 'w.id', type: 'w.type' })}) AS e
  )
  SELECT ${HORIZON}::text AS horizon, seen.scanned, seen.wanted, last.xid::text AS end_xid, last.id AS end_id, last.at AS end_at,
    shown.xid::text AS xid, shown.id, shown.type, shown.at, shown.data
  FROM (SELECT (SELECT count(*) FROM stretch)::int AS scanned, (SELECT count(*) FROM wanted)::int AS wanted) AS seen
  LEFT JOIN (SELECT xid, id, at FROM stretch ORDER BY xid DESC, id DESC LIMIT 1) AS last ON true
  LEFT JOIN shown ON shown.before < ${PAGE_BYTES}
  ORDER BY shown.xid, shown.id`;
const FIRST_PAGE = page(PROMISED);
const PAGE = page();

/**
 * All entries of a workspace in one order for all readers, without gaps. A position is (transaction id, entry id). Only entries of
 * transactions older than every running transaction are returned, so an entry that commits later comes after all that were read.
 */
@Injectable()
export class Feed {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @param after null starts at the oldest guaranteed entry */
  async read(
    workspaceId: number,
    after: FeedPosition | null,
    { limit, types }: { limit: number; types: string[] },
  ): Promise<FeedPiece> {
    const { xid, id } = after ?? (await this.start());
    const look = types.includes('*') ? limit : Math.max(WINDOW, limit);
    const rows = await this.database.query<Row>(after ? PAGE : FIRST_PAGE, [workspaceId, xid, id, look, types, limit]);
    const [first] = rows as [Row, ...Row[]];
    const entries = rows.filter((row): row is Row & FeedEntry => row.xid !== null);
    const last = entries[entries.length - 1];
    if (last && (entries.length < first.wanted || first.wanted === limit))
      return { entries, next: last, hasMore: true };
    const { end_xid, end_id, end_at } = first;
    if (first.scanned === look && end_xid !== null && end_id !== null && end_at !== null)
      return { entries, next: { xid: end_xid, id: end_id, at: end_at }, hasMore: true };
    return { entries, next: { xid: first.horizon, id: NIL, at: new Date() }, hasMore: false };
  }

  private async start(): Promise<FeedPosition> {
    const [before] = await this.database.query<FeedPosition & Record<string, unknown>>(START);
    return before ?? { xid: '0', id: NIL };
  }
}
