import { Inject, Injectable } from '@nestjs/common';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import type { CheckedContent } from './template-content.js';
import { TemplateVersion } from './template.entity.js';

/** A template in a list. */
export interface TemplateRow extends Record<string, unknown> {
  id: string;
  name: string;
  version: number;
  profile_id: string | null;
  subject: string | null;
  has_mjml: boolean;
  kind: TemplateKind;
  labels: string[];
  language: string | null;
  languages: string[];
  has_draft: boolean;
  created_at: Date;
  updated_at: Date;
}

/** How a template is written. */
type TemplateKind = 'visual' | 'mjml' | 'html' | 'text';

/** What a listing of templates shows. */
export interface TemplateFilter {
  /** Part of the name, the subject or a label. */
  search?: string;
  label?: string;
}

/** A version in a list. */
export interface VersionRow extends Record<string, unknown> {
  version: number;
  subject: string | null;
  created_by: string | null;
  note: string | null;
  created_at: Date;
}

/** The author of a version, and the author's note. */
export interface Authorship {
  createdBy: string | null;
  note: string | null;
}

/** Reads and writes templates and their versions. */
@Injectable()
export class TemplateRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Lists templates that are not archived, newest first. */
  async page(workspaceId: number, page: PageRequest, { search, label }: TemplateFilter): Promise<Page<TemplateRow>> {
    const { where, orderAndLimit, values } = keyset(page, 't.created_at', 't.id', 4);
    const rows = await this.database.query<TemplateRow>(
      `SELECT t.id, t.name, t.version, t.profile_id, t.labels, v.subject, v.mjml IS NOT NULL AS has_mjml, ${KIND} AS kind,
         v.language, ARRAY(SELECT jsonb_object_keys(v.translations) ORDER BY 1) AS languages,
         EXISTS (SELECT FROM template_drafts d WHERE d.workspace_id = t.workspace_id AND d.template_id = t.id) AS has_draft,
         t.created_at, t.updated_at
       FROM templates t
       JOIN template_versions v ON v.workspace_id = t.workspace_id AND v.template_id = t.id AND v.version = t.version
       WHERE t.workspace_id = $1 AND t.archived_at IS NULL
         AND ($2::text IS NULL OR ${MATCHES}) AND ($3::text IS NULL OR t.labels @> ARRAY[$3]) AND ${where}
       ${orderAndLimit}`,
      [workspaceId, search?.toLowerCase() ?? null, label ?? null, ...values],
    );
    return toPage(page, rows, ({ created_at, id }) => ({ at: created_at.toISOString(), id }));
  }

  /** Returns the labels of all templates that are not archived, sorted. */
  async labels(workspaceId: number): Promise<string[]> {
    const rows = await this.database.query<{ label: string }>(LABELS, [workspaceId]);
    return rows.map(({ label }) => label);
  }

  /** Lists versions below `before`, newest first. */
  versions(workspaceId: number, templateId: string, before: number, limit: number): Promise<VersionRow[]> {
    return this.database.query<VersionRow>(VERSIONS, [workspaceId, templateId, before, limit]);
  }

  version(workspaceId: number, templateId: string, version: number): Promise<TemplateVersion | null> {
    return this.database.repository(TemplateVersion).findOneBy({ workspaceId, templateId, version });
  }

  /**
   * Creates a template, or revives the archived one of that name. @returns undefined if the name is in use
   */
  async create(
    workspaceId: number,
    id: string,
    name: string,
    profileId: string | null,
    labels: string[],
  ): Promise<{ id: string; version: number } | undefined> {
    const [made] = await this.database.query<{ id: string; version: number }>(CREATE, [
      workspaceId,
      id,
      name,
      profileId,
      labels,
    ]);
    return made;
  }

  /** Creates a template of that name, or moves the existing one to its next version, also out of the archive. */
  async put(workspaceId: number, id: string, name: string): Promise<{ id: string; version: number }> {
    const [row] = await this.database.query<{ id: string; version: number }>(PUT, [workspaceId, id, name]);
    return row as { id: string; version: number };
  }

  /** Moves a template to its next version and locks its row. @returns false if it is no longer at the given version */
  async advance(workspaceId: number, id: string, from: number): Promise<boolean> {
    return (await this.database.execute(ADVANCE, [workspaceId, id, from])) > 0;
  }

  async addVersion(
    workspaceId: number,
    templateId: string,
    version: number,
    content: CheckedContent & Partial<Authorship>,
  ): Promise<void> {
    await this.database.repository(TemplateVersion).insert({ workspaceId, templateId, version, ...content });
  }
}

const KIND = `CASE WHEN v.design IS NOT NULL THEN 'visual' WHEN v.mjml IS NOT NULL THEN 'mjml' WHEN v.html IS NOT NULL THEN 'html' ELSE 'text' END`;

const MATCHES = `(strpos(lower(t.name), $2) > 0 OR strpos(lower(v.subject), $2) > 0
  OR EXISTS (SELECT FROM unnest(t.labels) AS label WHERE strpos(lower(label), $2) > 0))`;

const LABELS = `
  SELECT DISTINCT label FROM templates, unnest(labels) AS label
  WHERE workspace_id = $1 AND archived_at IS NULL ORDER BY label LIMIT 500`;

const VERSIONS = `
  SELECT version, subject, created_by, note, created_at FROM template_versions
  WHERE workspace_id = $1 AND template_id = $2 AND version < $3
  ORDER BY version DESC LIMIT $4`;

const CREATE = `
  INSERT INTO templates (workspace_id, id, name, version, profile_id, labels) VALUES ($1, $2, $3, 1, $4, $5)
  ON CONFLICT (workspace_id, name) DO UPDATE SET
    version = templates.version + 1, archived_at = NULL, updated_at = now(), profile_id = $4, labels = $5
  WHERE templates.archived_at IS NOT NULL
  RETURNING id, version`;

const PUT = `
  INSERT INTO templates (workspace_id, id, name, version) VALUES ($1, $2, $3, 1)
  ON CONFLICT (workspace_id, name)
  DO UPDATE SET version = templates.version + 1, archived_at = NULL, updated_at = now()
  RETURNING id, version`;

const ADVANCE = `
  UPDATE templates SET version = version + 1, updated_at = now()
  WHERE workspace_id = $1 AND id = $2 AND version = $3 AND archived_at IS NULL`;
