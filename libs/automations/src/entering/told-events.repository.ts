import { Inject, Injectable } from '@nestjs/common';
import type { Told } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** What an event says, and when it came. */
export interface ToldEvent extends Record<string, unknown>, Told {
  id: string;
  received_at: Date;
  /** Whether it happened long before it came. */
  is_old: boolean;
}

const TOLD = `
  SELECT e.id, e.value, e.properties, e.received_at,
    coalesce(e.occurred_at, e.received_at) < e.received_at - interval '24 hours' AS is_old
  FROM unnest($2::text[], $3::uuid[]) AS named(xid, id)
  JOIN events e ON e.workspace_id = $1 AND e.xid = named.xid::xid8 AND e.id = named.id
    AND e.received_at > now() - interval '31 days'`;

/** Reads what events of the feed say. */
@Injectable()
export class ToldEvents {
  constructor(@Inject(Database) private readonly database: Database) {}

  async of(workspaceId: number, entries: readonly { xid: string; id: string }[]): Promise<Map<string, ToldEvent>> {
    if (entries.length === 0) return new Map();
    const places = [entries.map(({ xid }) => xid), entries.map(({ id }) => id)];
    const rows = await this.database.query<ToldEvent>(TOLD, [workspaceId, ...places]);
    return new Map(rows.map((row) => [row.id, row]));
  }
}
