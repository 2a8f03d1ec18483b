import { InvalidInputError, type FieldFault } from '@dundun/domain';
import { printDesign, readDesign } from '@dundun/domain/mail-design';
import type { TemplateParts } from './template-engine.js';
import { LANGUAGE_TAG, type ContentParts } from './template-parts.js';
import type { TemplateRenderer } from './template-renderer.service.js';
import type { TemplateVersion } from './template.entity.js';

/** The sources of a template; a null part is absent. */
export interface TemplateContent extends ContentParts {
  language: string | null;
  translations: Record<string, ContentParts> | null;
}

/** Content that passed its check, with its variables. */
export type CheckedContent = TemplateContent & Pick<TemplateVersion, 'variables' | 'requiredVariables'>;

const MOST_LANGUAGES = 30;
const LONGEST = 1_000_000;
const LONGEST_SUBJECT = 10_000;
export const NO_PARTS: ContentParts = { subject: null, html: null, mjml: null, text: null, design: null };
const PARTS = Object.keys(NO_PARTS) as (keyof ContentParts)[];

/** Checks the sources of a template in all its languages. @throws InvalidInputError with part, line and column; TemplateError, UnavailableError */
export async function checkedContent(
  renderer: TemplateRenderer,
  workspaceId: number,
  { language, translations, ...parts }: Partial<TemplateContent>,
): Promise<CheckedContent> {
  if (translations && Object.keys(translations).length > 0 && !language)
    throw new InvalidInputError([{ field: 'language', message: 'must be given with translations' }]);
  const own = await checkedParts(renderer, workspaceId, { ...NO_PARTS, ...parts });
  const all = [own];
  const checked: Record<string, ContentParts> = {};
  for (const [tag, given] of Object.entries(translations ?? {})) {
    if (tag === language)
      throw new InvalidInputError([
        { field: `translations.${tag}`, message: 'is the language of the template itself' },
      ]);
    const one = await checkedParts(renderer, workspaceId, given, `translations.${tag}.`);
    all.push(one);
    checked[tag] = one.parts;
  }
  const union = (of: (one: Checked) => string[]) => [...new Set(all.flatMap(of))].sort();
  return {
    ...own.parts,
    language: language || null,
    translations: Object.keys(checked).length > 0 ? checked : null,
    variables: union((one) => one.variables),
    requiredVariables: union((one) => one.required),
  };
}

interface Checked {
  parts: ContentParts;
  variables: string[];
  required: string[];
}

async function checkedParts(
  renderer: TemplateRenderer,
  workspaceId: number,
  { subject, html, mjml, text, design }: ContentParts,
  path = '',
): Promise<Checked> {
  const refuse = (field: string, message: string) => new InvalidInputError([{ field: `${path}${field}`, message }]);
  if (!html && !mjml && !text && !design) throw refuse('html', 'must be given when there is no text');
  if (html && mjml) throw refuse('html', 'must not be given together with mjml, from which it is made');
  if (design && (html || mjml))
    throw refuse(html ? 'html' : 'mjml', 'must not be given together with design, from which it is made');
  const source = design ? printed(design, `${path}design`) : mjml || undefined;
  const sources = { ...partsOf({ subject, html, text }), mjml: source };
  const inspected = await renderer.inspect(workspaceId, sources).catch((error: unknown) => {
    if (!(error instanceof InvalidInputError)) throw error;
    const named = (field: string) => `${path}${design && field === 'mjml' ? 'design' : field}`;
    throw new InvalidInputError((error.fields ?? []).map(({ field, message }) => ({ field: named(field), message })));
  });
  return {
    parts: {
      subject: subject || null,
      html: inspected.html,
      mjml: source ?? null,
      text: text || null,
      design: design || null,
    },
    variables: inspected.variables,
    required: inspected.required,
  };
}

/** @throws InvalidInputError with the path of each wrong field */
function printed(given: object, path: string): string {
  const read = readDesign(given, path);
  if ('faults' in read) throw new InvalidInputError(read.faults);
  return printDesign(read.design);
}

/** Returns the parts that are rendered. */
export const partsOf = ({ subject, html, text }: Pick<ContentParts, 'subject' | 'html' | 'text'>): TemplateParts => ({
  subject: subject || undefined,
  html: html || undefined,
  text: text || undefined,
});

/** Returns what an author wrote, without what is made from it. */
const sourcesOf = ({ subject, html, mjml, text, design }: ContentParts): ContentParts => ({
  subject,
  html: mjml === null ? html : null,
  mjml: design === null ? mjml : null,
  text,
  design,
});

/** Returns the sources of a version. */
export const contentOf = (version: TemplateContent): TemplateContent => ({
  ...sourcesOf(version),
  language: version.language,
  translations:
    version.translations &&
    Object.fromEntries(Object.entries(version.translations).map(([tag, parts]) => [tag, sourcesOf(parts)])),
});

/** Reads the translations of a body; null removes a language. @throws InvalidInputError */
export function readTranslations(given: object): Record<string, ContentParts | null> {
  const faults: FieldFault[] = [];
  const entries = Object.entries(given);
  if (entries.length > MOST_LANGUAGES)
    faults.push({ field: 'translations', message: `must be at most ${MOST_LANGUAGES} languages` });
  const read = entries.map(([tag, parts]): [string, ContentParts | null] => {
    const path = `translations.${tag.slice(0, 40)}`;
    if (!LANGUAGE_TAG.test(tag)) faults.push({ field: path, message: 'must be a language such as fr or pt-BR' });
    return [tag, parts === null ? null : readParts(parts, path, faults)];
  });
  if (faults.length > 0) throw new InvalidInputError(faults.slice(0, 20));
  return Object.fromEntries(read);
}

function readParts(given: unknown, path: string, faults: FieldFault[]): ContentParts {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    faults.push({ field: path, message: `must be an object with ${PARTS.join(', ')}` });
    return NO_PARTS;
  }
  for (const key of Object.keys(given))
    if (!PARTS.includes(key as keyof ContentParts))
      faults.push({
        field: `${path}.${key.slice(0, 40)}`,
        message: `is not known here: the keys are ${PARTS.join(', ')}`,
      });
  const from = given as Record<string, unknown>;
  const text = (key: 'subject' | 'html' | 'mjml' | 'text') => {
    const value = from[key] ?? null;
    const most = key === 'subject' ? LONGEST_SUBJECT : LONGEST;
    if (value === null || (typeof value === 'string' && value.length <= most)) return value || null;
    faults.push({ field: `${path}.${key}`, message: `must be text of at most ${most} characters` });
    return null;
  };
  return {
    subject: text('subject'),
    html: text('html'),
    mjml: text('mjml'),
    text: text('text'),
    design: (from.design ?? null) as object | null,
  };
}
