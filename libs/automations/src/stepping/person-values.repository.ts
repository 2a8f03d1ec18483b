import { Inject, Injectable } from '@nestjs/common';
import type { Meta } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

const LOCKED = `
  SELECT id, meta FROM people WHERE workspace_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

/** Reads attributes that are counted up. */
@Injectable()
export class PersonValues {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the attributes of people, who stay as they are until the open transaction ends. */
  async locked(workspaceId: number, people: readonly string[]): Promise<Map<string, Meta>> {
    if (people.length === 0) return new Map();
    const rows = await this.database.query<{ id: string; meta: Meta }>(LOCKED, [workspaceId, [...new Set(people)]]);
    return new Map(rows.map(({ id, meta }) => [id, meta]));
  }
}
