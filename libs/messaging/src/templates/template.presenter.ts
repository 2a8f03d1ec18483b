import type { TemplateDetail, TemplateSummary, TemplateVersionView } from '@dundun/contracts';
import type { StoredTemplate } from './template-library.service.js';
import type { TemplateRow, VersionRow } from './template.repository.js';

export const presentTemplate = (row: TemplateRow): TemplateSummary => ({
  id: row.id,
  name: row.name,
  subject: row.subject,
  version: row.version,
  has_mjml: row.has_mjml,
  profile: row.profile_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const presentTemplateDetail = ({ template, version }: StoredTemplate): TemplateDetail => ({
  id: template.id,
  name: template.name,
  subject: version.subject,
  version: version.version,
  has_mjml: version.mjml !== null,
  profile: template.profileId,
  created_at: template.createdAt.toISOString(),
  updated_at: template.updatedAt.toISOString(),
  html: version.html,
  mjml: version.mjml,
  text: version.text,
  variables: (version.variables ?? []).map((name) => ({
    name,
    required: version.requiredVariables?.includes(name) ?? true,
  })),
  created_by: version.createdBy,
  note: version.note,
});

export const presentTemplateVersion = (row: VersionRow): TemplateVersionView => ({
  version: row.version,
  subject: row.subject,
  created_by: row.created_by,
  note: row.note,
  created_at: row.created_at.toISOString(),
});
