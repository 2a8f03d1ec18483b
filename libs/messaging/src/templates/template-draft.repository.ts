import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** What somebody wrote and has not saved as a version. */
export interface DraftRow extends Record<string, unknown> {
  revision: number;
  base_version: number;
  content: object;
  saved_by: string;
  saved_at: Date;
}

/** Reads and writes the draft of a template; there is at most one. */
@Injectable()
export class TemplateDrafts {
  constructor(@Inject(Database) private readonly database: Database) {}

  async find(workspaceId: number, templateId: string): Promise<DraftRow | null> {
    const [row] = await this.database.query<DraftRow>(FIND, [workspaceId, templateId]);
    return row ?? null;
  }

  /**
   * Writes a draft over the revision that its author read; 0 if there was none.
   * @returns its revision; undefined if somebody else wrote meanwhile
   */
  async save(
    workspaceId: number,
    templateId: string,
    { revision, base_version, content, saved_by }: Omit<DraftRow, 'saved_at'>,
  ): Promise<{ revision: number; saved_at: Date } | undefined> {
    const [row] = await this.database.query<{ revision: number; saved_at: Date }>(revision === 0 ? FIRST : NEXT, [
      workspaceId,
      templateId,
      base_version,
      JSON.stringify(content),
      saved_by,
      ...(revision === 0 ? [] : [revision]),
    ]);
    return row;
  }

  async delete(workspaceId: number, templateId: string): Promise<void> {
    await this.database.execute(DELETE, [workspaceId, templateId]);
  }
}

const FIND = `
  SELECT revision, base_version, content, saved_by, saved_at FROM template_drafts
  WHERE workspace_id = $1 AND template_id = $2`;

const FIRST = `
  INSERT INTO template_drafts (workspace_id, template_id, revision, base_version, content, saved_by)
  VALUES ($1, $2, 1, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING revision, saved_at`;

const NEXT = `
  UPDATE template_drafts SET revision = revision + 1, base_version = $3, content = $4, saved_by = $5, saved_at = now()
  WHERE workspace_id = $1 AND template_id = $2 AND revision = $6 RETURNING revision, saved_at`;

const DELETE = 'DELETE FROM template_drafts WHERE workspace_id = $1 AND template_id = $2';
