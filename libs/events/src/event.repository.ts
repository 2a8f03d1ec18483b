import { Inject, Injectable } from '@nestjs/common';
import type { Properties, Scalar } from '@dundun/domain';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';

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
    const given: unknown[] = [workspaceId, personId];
    const named = name === undefined ? '' : `AND name = $${given.push(name)}`;
    const { where, orderAndLimit, values } = keyset(page, 'received_at', 'id', given.length + 1);
    // A row comparison alone excludes no partition: PostgreSQL prunes only by the partition key itself.
    const [prunes, at] = page.before ? ['>=', page.before.at] : ['<=', page.after?.at ?? 'infinity'];
    const rows = await this.database.query<EventRow>(
      `SELECT id, name, value, properties, occurred_at, received_at FROM events
       WHERE workspace_id = $1 AND person_id = $2 ${named} AND ${where}
         AND received_at ${prunes} $${given.length + values.length + 1}::timestamptz
       ${orderAndLimit}`,
      [...given, ...values, at],
    );
    return toPage(page, rows, ({ received_at, id }) => ({ at: received_at.toISOString(), id }));
  }
}
