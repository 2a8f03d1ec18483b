import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** People of a list who are no plain subscribers. */
export interface ListCountsRow extends Record<string, unknown> {
  pending: number;
  /** Subscribed, but their address, or their number if they have no address, is suppressed. */
  suppressed: number;
  /** Whether everybody was counted; otherwise there are at least so many. */
  is_exact: boolean;
}

/** Rows that a count reads of pending people and of suppressions. */
const MOST = 50_000;

/** From the suppressions, because most lists are longer. */
const COUNTS = `
  WITH pending AS MATERIALIZED (
    SELECT FROM memberships WHERE workspace_id = $1 AND list_id = $2 AND status = 'pending'
    ORDER BY workspace_id, list_id, status, joined_at, person_id LIMIT ${MOST}),
  barred AS MATERIALIZED (SELECT address FROM suppressions WHERE workspace_id = $1 ORDER BY workspace_id, address LIMIT ${MOST}),
  suppressed AS MATERIALIZED (
    SELECT DISTINCT k.person_id FROM barred
    CROSS JOIN LATERAL (
      SELECT kind, person_id FROM person_keys
      WHERE workspace_id = $1 AND kind = CASE WHEN barred.address LIKE '%@%' THEN 'email' ELSE 'number' END
        AND value = barred.address OFFSET 0) AS k
    CROSS JOIN LATERAL (
      SELECT FROM memberships m
      WHERE m.workspace_id = $1 AND m.list_id = $2 AND m.person_id = k.person_id AND m.status = 'subscribed' OFFSET 0) AS m
    CROSS JOIN LATERAL (
      SELECT email FROM people p WHERE p.workspace_id = $1 AND p.id = k.person_id OFFSET 0) AS p
    WHERE k.kind = 'email' OR p.email IS NULL)
  SELECT (SELECT count(*)::int FROM pending) AS pending, (SELECT count(*)::int FROM suppressed) AS suppressed,
    (SELECT count(*) FROM pending) < ${MOST} AND (SELECT count(*) FROM barred) < ${MOST} AS is_exact`;

/** Counts the people of a list who cannot be written to now. */
@Injectable()
export class ListCounts {
  constructor(@Inject(Database) private readonly database: Database) {}

  async of(workspaceId: number, listId: string): Promise<ListCountsRow> {
    const [row] = await this.database.query<ListCountsRow>(COUNTS, [workspaceId, listId]);
    return row as ListCountsRow;
  }
}
