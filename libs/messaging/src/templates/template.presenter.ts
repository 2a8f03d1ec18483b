import type { TemplateDetail, TemplateSummary, TemplateVersionView } from '@dundun/contracts';
import type { StoredTemplate } from './template-library.service.js';
import { missingParts, type ContentParts } from './template-parts.js';
import type { TemplateVersion } from './template.entity.js';
import type { TemplateRow, VersionRow } from './template.repository.js';

export const presentTemplate = (row: TemplateRow): TemplateSummary => ({
  id: row.id,
  name: row.name,
  subject: row.subject,
  version: row.version,
  has_mjml: row.has_mjml,
  kind: row.kind,
  labels: row.labels,
  language: row.language,
  languages: row.languages,
  has_draft: row.has_draft,
  profile: row.profile_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** @param hasDraft whether there is a draft of it */
export const presentTemplateDetail = ({ template, version }: StoredTemplate, hasDraft = false): TemplateDetail => ({
  id: template.id,
  name: template.name,
  subject: version.subject,
  version: version.version,
  has_mjml: version.mjml !== null,
  kind: kindOf(version),
  labels: template.labels,
  language: version.language,
  languages: Object.keys(version.translations ?? {}).sort(),
  has_draft: hasDraft,
  profile: template.profileId,
  created_at: template.createdAt.toISOString(),
  updated_at: template.updatedAt.toISOString(),
  design: version.design,
  translations: Object.entries(version.translations ?? {})
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([language, parts]) => ({ language, ...partsOf(parts), missing: missingParts(version, parts) })),
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

const partsOf = ({ subject, html, mjml, text, design }: ContentParts) => ({ subject, html, mjml, text, design });

const kindOf = ({ design, mjml, html }: TemplateVersion) =>
  design !== null ? 'visual' : mjml !== null ? 'mjml' : html !== null ? 'html' : 'text';
