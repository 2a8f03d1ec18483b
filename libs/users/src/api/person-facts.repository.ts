import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

interface PersonFacts extends Record<string, unknown> {
  person_id: string;
  lists: number;
  last_seen_at: Date | null;
}

/** Events of the past may come in any order, so the last one to come need not be the last that happened. */
const LATEST = 20;

/** $3: the only lists to count, or null. */
const FACTS = `
  SELECT named.id AS person_id, (
      SELECT count(*)::int FROM memberships m
      WHERE m.workspace_id = $1 AND m.person_id = named.id AND m.status = 'subscribed'
        AND ($3::uuid[] IS NULL OR m.list_id = ANY($3::uuid[]))) AS lists, (
      SELECT max(latest.at) FROM (
        SELECT least(coalesce(e.occurred_at, e.received_at), e.received_at) AS at FROM events e WHERE e.workspace_id = $1 AND e.person_id = named.id
        ORDER BY e.received_at DESC, e.id DESC LIMIT ${LATEST}) AS latest) AS last_seen_at
  FROM unnest($2::uuid[]) AS named(id)`;

/** Reads what a listing of people shows from other tables, for a whole page at once. */
@Injectable()
export class PersonFactsReader {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @param lists restricts the count to these @returns the facts of every given person, by id */
  async of(workspaceId: number, ids: string[], lists?: readonly string[]): Promise<Map<string, PersonFacts>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<PersonFacts>(FACTS, [workspaceId, ids, lists ?? null]);
    return new Map(rows.map((row) => [row.person_id, row]));
  }
}
