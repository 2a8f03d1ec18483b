import { Inject, Injectable } from '@nestjs/common';
import { Database, type Page, type PageRequest, type Position } from '@dundun/platform/database';
import type { EventRow } from './event.repository.js';
import { feedScan, type FeedFilter, type FeedScan } from './feed-scan.statements.js';

export interface FeedRow extends EventRow {
  uid: string;
  /** The transaction that stored it. */
  position: string;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * All events of a workspace, in an order that a reader can follow without missing one. Transactions do not commit in the
 * order of `received_at`, so a reader who has read up to a time would miss events that commit later with an earlier time.
 * Here a position is (transaction, id), and only events of transactions older than every running one are shown: later
 * commits always have later positions.
 *
 * The order holds within one PostgreSQL cluster. A dump loaded into another brings foreign transaction
 * ids; `UPDATE events SET xid = '3'` puts the loaded events before all new ones, in the order of their ids.
 */
@Injectable()
export class EventFeed {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Returns a page, newest first. `previous` is never null: on the newest page it leads to future events. A page filtered by
   * name may hold fewer events than its limit, even none, and still have a `next`.
   */
  async page(workspaceId: number, page: PageRequest, filter: FeedFilter = {}): Promise<Page<FeedRow>> {
    const horizon = await this.horizon();
    const scan = feedScan(workspaceId, horizon, page, filter);
    const fetched = await this.database.query<FeedRow>(scan.rows, scan.rowValues);
    const more = fetched.length > page.limit;
    const rows = fetched.slice(0, page.limit);
    if (page.before) rows.reverse();
    const [newest, oldest] = [positionOf(rows[0]), positionOf(rows[rows.length - 1])];
    const looked = scan.isWindow && !more ? await this.endOf(scan) : null;
    if (page.before) return { rows, next: oldest, previous: more ? newest : (looked ?? { at: horizon, id: NIL }) };
    return {
      rows,
      next: more ? oldest : looked,
      previous: page.after ? (newest ?? page.after) : { at: horizon, id: NIL },
    };
  }

  /** Returns the oldest running transaction, or the next one. */
  private async horizon(): Promise<string> {
    const [row] = await this.database.query<{ xid: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid',
    );
    return (row as { xid: string }).xid;
  }

  /** Returns where a search by name stopped; null at the end of the feed. */
  private async endOf({ end, endValues }: FeedScan): Promise<Position | null> {
    const [row] = await this.database.query<{ at: string; id: string }>(end, endValues);
    return row ?? null;
  }
}

const positionOf = (row: FeedRow | undefined): Position | null => (row ? { at: row.position, id: row.id } : null);
