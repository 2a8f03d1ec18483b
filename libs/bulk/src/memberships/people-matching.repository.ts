import { Inject, Injectable } from '@nestjs/common';
import { PeopleSearch } from '@dundun/people';
import { Database } from '@dundun/platform/database';
import { MatchingPeople, type MatchFilter } from './matching-people.service.js';

/** A search is not counted further. */
const MOST_COUNTED = 10_000;

const COUNT_ALL = 'SELECT count(*)::int AS count FROM people WHERE workspace_id = $1';
const COUNT_LIST = `
  SELECT count(*)::int AS count FROM memberships
  WHERE workspace_id = $1 AND list_id = $2 AND ($3::text IS NULL OR status = $3)`;

/** Counts the people whom a filter matches. */
@Injectable()
export class PeopleMatching {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(MatchingPeople) private readonly matching: MatchingPeople,
    @Inject(PeopleSearch) private readonly search: PeopleSearch,
  ) {}

  /** @returns null for a search that matches over 10,000, and for conditions that take over a second @throws InvalidInputError */
  async count(workspaceId: number, filter: MatchFilter): Promise<number | null> {
    if (filter.match !== undefined) {
      await this.matching.check(workspaceId, filter.match, filter.lists);
      return this.matching.count(workspaceId, filter);
    }
    if (filter.search) {
      const { rows } = await this.search.page(workspaceId, { limit: MOST_COUNTED + 1 }, filter);
      return rows.length > MOST_COUNTED ? null : rows.length;
    }
    const { list } = filter;
    const [row] = await this.database.query<{ count: number }>(
      list ? COUNT_LIST : COUNT_ALL,
      list ? [workspaceId, list.id, list.status ?? null] : [workspaceId],
    );
    return row?.count ?? 0;
  }
}
