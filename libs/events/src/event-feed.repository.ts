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
 * All events of a workspace, in an order that a reader can follow without missing one. Transactions do not commit in
 * the order of `received_at`, so whoever has read up to a time never sees what commits later with an earlier one.
 * Here a position is (transaction, id), and only events of transactions older than every running one are shown:
 * whatever commits from then on stands behind all that was read.
 *
 * The order holds within one PostgreSQL cluster. A dump that is loaded into another brings foreign transaction ids;
 * `UPDATE events SET xid = '3'` puts what was loaded before everything new, in the order of its ids.
 */
@Injectable()
export class EventFeed {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Newest first. `previous` is never null: on the newest page it waits for events that are still to come.
   * A page that looks for a name may hold fewer than its limit, none even, and still have a `next`.
   */
  async page(workspaceId: number, page: PageRequest, filter: FeedFilter = {}): Promise<Page<FeedRow>> {
    const horizon = await this.horizon();
    const scan = feedScan(workspaceId, horizon, page, filter);
    const fetched = await this.database.query<FeedRow>(scan.rows, scan.rowValues);
    const more = fetched.length > page.limit;
    const rows = fetched.slice(0, page.limit);
    if (page.before) rows.reverse();
    const [newest, oldest] = [positionOf(rows[0]), positionOf(rows[rows.length - 1])];
    const looked = filter.name !== undefined && !more ? await this.endOf(scan) : null;
    if (page.before) return { rows, next: oldest, previous: more ? newest : (looked ?? { at: horizon, id: NIL }) };
    return {
      rows,
      next: more ? oldest : looked,
      previous: page.after ? (newest ?? page.after) : { at: horizon, id: NIL },
    };
  }

  /** The oldest transaction that still runs, or the next one to come. */
  private async horizon(): Promise<string> {
    const [row] = await this.database.query<{ xid: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid',
    );
    return (row as { xid: string }).xid;
  }

  /** Where a look for a name stopped; null when it saw everything there is. */
  private async endOf({ end, endValues }: FeedScan): Promise<Position | null> {
    const [row] = await this.database.query<{ at: string; id: string }>(end, endValues);
    return row ?? null;
  }
}

const positionOf = (row: FeedRow | undefined): Position | null => (row ? { at: row.position, id: row.id } : null);
