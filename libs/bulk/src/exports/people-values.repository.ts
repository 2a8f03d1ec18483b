import { Inject, Injectable } from '@nestjs/common';
import type { Scalar } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

interface Row extends Record<string, unknown> {
  id: string;
  meta: Record<string, Scalar>;
}

/** Each person by key, whatever the statistics say of the table (ADR 36). */
const OF = `
  SELECT p.id, p.meta FROM unnest($2::uuid[]) AS asked(id)
  CROSS JOIN LATERAL (SELECT id, meta FROM people q WHERE q.workspace_id = $1 AND q.id = asked.id OFFSET 0) AS p`;

/** The attributes of many people. */
@Injectable()
export class PeopleValues {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the attributes by person id. */
  async of(workspaceId: number, personIds: string[]): Promise<Map<string, Record<string, Scalar>>> {
    if (personIds.length === 0) return new Map();
    const rows = await this.database.query<Row>(OF, [workspaceId, personIds]);
    return new Map(rows.map(({ id, meta }) => [id, meta]));
  }
}
