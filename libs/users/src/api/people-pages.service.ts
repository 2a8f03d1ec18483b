import { Inject, Injectable } from '@nestjs/common';
import { PeopleSearch, positionOf, type FoundPerson, type PeopleFilter } from '@dundun/people';
import type { Page, PageRequest, Position } from '@dundun/platform/database';
import { TreeMatching, type SegmentPlan } from '@dundun/segments';

/** Selects people by search and lists, and by a tree of conditions as JSON text. */
interface MatchFilter extends PeopleFilter {
  match?: string;
}

/** Common conditions fill a page from the first people; rare ones take bigger steps. */
const FIRST_STEP = 200;
const STEP = 1_000;
const LONGEST_MS = 1_000;

/** Reads pages of people who match a filter. */
@Injectable()
export class PeoplePages {
  constructor(
    @Inject(PeopleSearch) private readonly people: PeopleSearch,
    @Inject(TreeMatching) private readonly matching: TreeMatching,
  ) {}

  /** @throws InvalidInputError */
  async page(workspaceId: number, page: PageRequest, filter: MatchFilter): Promise<Page<FoundPerson>> {
    const { match, ...rest } = filter;
    if (match === undefined) return this.people.page(workspaceId, page, rest);
    const plan = await this.matching.plan(workspaceId, match, filter.lists);
    return this.walk(plan, page, rest);
  }

  /** Tests people step by step, away from the cursor, until the page is full or the time is over. */
  private async walk(plan: SegmentPlan, page: PageRequest, filter: PeopleFilter): Promise<Page<FoundPerson>> {
    const end = performance.now() + LONGEST_MS;
    const found: FoundPerson[] = [];
    let { after, before } = page;
    let onward: Position | null;
    for (let limit = Math.max(FIRST_STEP, page.limit); ; limit = STEP) {
      const step = await this.people.page(plan.workspaceId, { limit, after, before }, filter);
      const rows = page.before ? step.rows.toReversed() : step.rows;
      const ids = await this.matching.among(
        plan,
        rows.map(({ person_id }) => person_id),
      );
      found.push(...rows.filter(({ person_id }) => ids.has(person_id)));
      onward = page.before ? step.previous : step.next;
      if (!onward || found.length > page.limit || performance.now() > end) break;
      if (page.before) before = onward;
      else after = onward;
    }
    return pageOf(page, found, onward);
  }
}

/** @param found in the order of the walk @param onward where the walk goes on; null if it saw everybody */
function pageOf(page: PageRequest, found: FoundPerson[], onward: Position | null): Page<FoundPerson> {
  const walked = found.slice(0, page.limit);
  const rows = page.before ? walked.toReversed() : walked;
  const [first, last] = [rows[0], rows.at(-1)];
  const isCut = found.length > page.limit;
  if (page.before)
    return { rows, next: last ? positionOf(last) : null, previous: isCut && first ? positionOf(first) : onward };
  return {
    rows,
    next: isCut && last ? positionOf(last) : onward,
    previous: first && page.after ? positionOf(first) : null,
  };
}
