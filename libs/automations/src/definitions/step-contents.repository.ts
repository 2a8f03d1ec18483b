import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** A step that sends, by what it is called. */
export interface SendingStep {
  step: string;
  name: string | null;
}

interface ContentRow extends Record<string, unknown>, SendingStep {
  content: string;
}

/** The latest version names the step; versions never change, and there are few. */
const STEPS = `
  SELECT DISTINCT ON (content) contents.id AS content, sends.key AS step, named.name
  FROM automation_versions v
  CROSS JOIN LATERAL (
    SELECT * FROM jsonb_each(coalesce(v.compiled->'mails', '{}')) UNION ALL
    SELECT * FROM jsonb_each(coalesce(v.compiled->'texts', '{}'))) AS sends
  CROSS JOIN LATERAL (
    SELECT sends.value->>'content_id' AS id UNION
    SELECT value FROM jsonb_each_text(coalesce(sends.value->'languages', '{}'))) AS contents
  LEFT JOIN LATERAL (
    SELECT each->>'name' AS name FROM jsonb_array_elements(v.graph->'steps') AS each WHERE each->>'id' = sends.key LIMIT 1) AS named ON true
  WHERE v.workspace_id = $1 AND v.automation_id = $2
  ORDER BY 1, v.version DESC, 2`;

/** Reads which step sent a content. */
@Injectable()
export class StepContents {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the steps of all versions by what they send. */
  async steps(workspaceId: number, id: string): Promise<Map<string, SendingStep>> {
    const rows = await this.database.query<ContentRow>(STEPS, [workspaceId, id]);
    return new Map(rows.map(({ content, step, name }) => [content, { step, name }]));
  }
}
