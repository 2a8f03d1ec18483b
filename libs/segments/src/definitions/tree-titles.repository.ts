import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** What trees name by id, by kind. */
interface NamedIds {
  lists: readonly string[];
  campaigns: readonly string[];
  imports: readonly string[];
}

/** Titles by id; what does not exist is absent. */
export interface TreeTitles {
  lists: ReadonlyMap<string, string>;
  campaigns: ReadonlyMap<string, string>;
  /** Names of files; null for an import that is forgotten. */
  imports: ReadonlyMap<string, string | null>;
}

const LISTS = `SELECT id, title FROM lists WHERE workspace_id = $1 AND id = ANY($2::uuid[])`;

const CAMPAIGNS = `SELECT id, name AS title FROM campaigns WHERE workspace_id = $1 AND id = ANY($2::uuid[])`;

/** An import is forgotten after a month, the people who came by it are not. */
const IMPORTS = `
  SELECT named.id, i.file_name AS title FROM unnest($2::uuid[]) AS named(id)
  LEFT JOIN imports i ON i.workspace_id = $1 AND i.id = named.id
  WHERE i.id IS NOT NULL OR EXISTS (SELECT FROM imported_people p WHERE p.workspace_id = $1 AND p.import_id = named.id OFFSET 0)`;

/** Reads the titles of what trees name. */
@Injectable()
export class TreeTitlesRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  async of(workspaceId: number, { lists, campaigns, imports }: NamedIds): Promise<TreeTitles> {
    return {
      lists: await this.titles<string>(LISTS, workspaceId, lists),
      campaigns: await this.titles<string>(CAMPAIGNS, workspaceId, campaigns),
      imports: await this.titles<string | null>(IMPORTS, workspaceId, imports),
    };
  }

  private async titles<Title>(
    statement: string,
    workspaceId: number,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Title>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<{ id: string; title: Title }>(statement, [workspaceId, [...new Set(ids)]]);
    return new Map(rows.map(({ id, title }) => [id, title]));
  }
}
