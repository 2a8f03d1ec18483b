import { Inject, Injectable } from '@nestjs/common';
import { PeopleSearch, type FoundPerson, type PeopleFilter } from '@dundun/people';
import type { Page, PageRequest } from '@dundun/platform/database';
import { TreeMatching } from '@dundun/segments';

/** Selects people by search and lists, and by a tree of conditions as JSON text. */
export interface MatchFilter extends PeopleFilter {
  match?: string;
}

/** People who are looked at together while they are counted. */
const STEP = 1_000;
const LONGEST_MS = 1_000;

/** Reads the people whom a filter matches, for jobs. */
@Injectable()
export class MatchingPeople {
  constructor(
    @Inject(PeopleSearch) private readonly search: PeopleSearch,
    @Inject(TreeMatching) private readonly trees: TreeMatching,
  ) {}

  /** Checks conditions. @param lists what the caller sees, if not everything @throws InvalidInputError */
  async check(workspaceId: number, match: string | undefined, lists?: readonly string[]): Promise<void> {
    if (match !== undefined) await this.trees.plan(workspaceId, match, lists);
  }

  /** Returns those of a page who match the conditions: fewer than the limit, or nobody, and yet more may follow. */
  async page(workspaceId: number, page: PageRequest, { match, ...filter }: MatchFilter): Promise<Page<FoundPerson>> {
    const found = await this.search.page(workspaceId, page, filter);
    if (match === undefined || found.rows.length === 0) return found;
    const plan = await this.trees.plan(workspaceId, match, filter.lists);
    const people = found.rows.map(({ person_id }) => person_id);
    const ids = await this.trees.among(plan, people);
    return { ...found, rows: found.rows.filter(({ person_id }) => ids.has(person_id)) };
  }

  /** Counts people for a second. @returns null if that is too short */
  async count(workspaceId: number, filter: MatchFilter): Promise<number | null> {
    const end = performance.now() + LONGEST_MS;
    let count = 0;
    for (let after: PageRequest['after']; ;) {
      const { rows, next } = await this.page(workspaceId, { limit: STEP, after }, filter);
      count += rows.length;
      if (!next) return count;
      if (performance.now() > end) return null;
      after = next;
    }
  }
}
