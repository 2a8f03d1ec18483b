import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

const LANGUAGES = `
  SELECT DISTINCT spoken.language
  FROM templates t
  CROSS JOIN LATERAL (
    SELECT v.language, v.translations FROM template_versions v
    WHERE v.workspace_id = t.workspace_id AND v.template_id = t.id AND v.version = t.version AND v.language IS NOT NULL
    OFFSET 0) AS newest
  CROSS JOIN LATERAL (
    SELECT newest.language UNION ALL SELECT jsonb_object_keys(newest.translations)) AS spoken(language)
  WHERE t.workspace_id = $1 AND t.archived_at IS NULL
  ORDER BY 1`;

/** Reads the languages in which a workspace writes. */
@Injectable()
export class TemplateLanguages {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the languages of the newest versions of templates that are not archived, sorted. */
  async of(workspaceId: number): Promise<string[]> {
    const rows = await this.database.query<{ language: string }>(LANGUAGES, [workspaceId]);
    return rows.map(({ language }) => language);
  }
}
