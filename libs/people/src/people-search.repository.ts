import { Inject, Injectable } from '@nestjs/common';
import { Database, toPage, type Page, type PageRequest, type Position } from '@dundun/platform/database';
import {
  MOST_SORTED,
  PeopleSearchStatements,
  type PeopleFilter,
  type SearchIndex,
} from './people-search.statements.js';
import { needleOf } from './search-needle.js';

/** A person of a page, with the membership if the filter names one list. */
export interface FoundPerson extends Record<string, unknown> {
  person_id: string;
  uid: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  number: string | null;
  is_account: boolean;
  archived_at: Date | null;
  created_at: Date;
  status: string | null;
  joined_at: Date | null;
}

type Found = Omit<FoundPerson, 'person_id'> & { person_id: string | null; found: number };

const HAS_TRIGRAMS = `
  SELECT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('people_search') AND indisvalid) AS is_there`;
const LOOK_AGAIN_MS = 60_000;

/** Returns the place of a person in the order of a page. */
export const positionOf = (row: FoundPerson): Position => ({
  at: (row.joined_at ?? row.created_at).toISOString(),
  id: row.person_id,
});

/** Finds people by what is typed into a search box, and by their lists. */
@Injectable()
export class PeopleSearch {
  private index: { kind: SearchIndex; until: number } | undefined;

  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns a page: members of one list in the order of joining, other people in the order in which they became known, newest first. */
  async page(workspaceId: number, page: PageRequest, filter: PeopleFilter): Promise<Page<FoundPerson>> {
    const rows = await this.rows(workspaceId, page, filter);
    return toPage(page, rows, positionOf);
  }

  /**
   * Someone who is identified by the whole needle is the only answer. Else the newest people are compared, which fills the page
   * of a common needle; then the index finds the matches of a rare one. A needle that is common, but not among the newest, is
   * found by walking on.
   */
  private async rows(workspaceId: number, page: PageRequest, filter: PeopleFilter): Promise<FoundPerson[]> {
    const kind = filter.search === undefined ? 'trigrams' : await this.kind();
    const build = () => new PeopleSearchStatements(workspaceId, page, filter, kind);
    if (filter.search === undefined) return this.read(build().walk([]));
    const typed = filter.search.trim();
    const { words, exact } = needleOf(typed);
    if (words.length === 0) return [];
    if (exact.email !== null || exact.number !== null || exact.uid !== null) {
      const identified = await this.look(build().exact(exact, typed));
      if (identified.found > 0) return identified.rows;
    }
    const near = await this.read(build().walk(words, true));
    if (near.length > page.limit || (await this.isWhole(build()))) return near;
    const { found, rows } = await this.look(build().lookUp(words));
    return found > MOST_SORTED ? this.read(build().walk(words)) : rows;
  }

  private read({ text, values }: { text: string; values: unknown[] }): Promise<FoundPerson[]> {
    return this.database.query<FoundPerson>(text, values);
  }

  private async look({ text, values }: { text: string; values: unknown[] }) {
    const rows = await this.database.query<Found>(text, values);
    const people = rows.filter((row): row is Found & FoundPerson => row.person_id !== null);
    return { found: rows[0]?.found ?? 0, rows: people };
  }

  private async isWhole(statements: PeopleSearchStatements): Promise<boolean> {
    const { text, values } = statements.isWhole();
    const [row] = await this.database.query<{ is_whole: boolean }>(text, values);
    return row?.is_whole === true;
  }

  /** An operator may add the extensions and the index at any time. */
  private async kind(): Promise<SearchIndex> {
    if (this.index && this.index.until > Date.now()) return this.index.kind;
    const [row] = await this.database.query<{ is_there: boolean }>(HAS_TRIGRAMS);
    this.index = row?.is_there
      ? { kind: 'trigrams', until: Infinity }
      : { kind: 'prefixes', until: Date.now() + LOOK_AGAIN_MS };
    return this.index.kind;
  }
}
