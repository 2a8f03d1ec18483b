import { Inject, Injectable } from '@nestjs/common';
import type { Properties, Scalar } from '@dundun/domain';
import { Database, keyset, toPage, type Keyset, type Page, type PageRequest } from '@dundun/platform/database';

export interface EventRow extends Record<string, unknown> {
  id: string;
  name: string;
  value: Scalar | null;
  properties: Properties | null;
  occurred_at: Date | null;
  received_at: Date;
}

/** Reads the events of one person. */
@Injectable()
export class EventRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns a page, last received first. @param name filters by name */
  async pageOf(workspaceId: number, personId: string, page: PageRequest, name?: string): Promise<Page<EventRow>> {
    const given = name === undefined ? [workspaceId, personId] : [workspaceId, personId, name];
    const { where, orderAndLimit, values } =
      name === undefined ? keyset(page, 'received_at', 'id', 3) : namedKeyset(page);
    // A row comparison alone excludes no partition: PostgreSQL prunes only by the partition key itself.
    const [prunes, at] = page.before ? ['>=', page.before.at] : ['<=', page.after?.at ?? 'infinity'];
    const rows = await this.database.query<EventRow>(
      `SELECT id, name, value, properties, occurred_at, received_at FROM events
       WHERE workspace_id = $1 AND person_id = $2 AND ${where}
         AND received_at ${prunes} $${given.length + values.length + 1}::timestamptz
       ${orderAndLimit}`,
      [...given, ...values, at],
    );
    return toPage(page, rows, ({ received_at, id }) => ({ at: received_at.toISOString(), id }));
  }
}

/**
 * Builds a page of the events named $3. The name is a range and part of the order, so that only the index of names fits: with an
 * equation the index of times would too, and would read all events of the person for a rare name (ADR 36).
 */
function namedKeyset(page: PageRequest): Keyset {
  const position = page.before ?? page.after;
  const [compare, bound, order] = page.before ? ['>', '<=', 'ASC'] : ['<', '>=', 'DESC'];
  const after = position ? `(name, received_at, id) ${compare} ($3, $4::timestamptz, $5::uuid)` : `name ${compare}= $3`;
  const limit = position ? '$6' : '$4';
  return {
    where: `name ${bound} $3 AND ${after}`,
    orderAndLimit: `ORDER BY name ${order}, received_at ${order}, id ${order} LIMIT ${limit}`,
    values: [...(position ? [position.at, position.id] : []), page.limit + 1],
  };
}
