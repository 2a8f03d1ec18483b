import { readDesign, type MailDesign } from '@dundun/domain/mail-design';
import type { TemplateDetail } from '@/features/templates/queries';

export type Kind = 'visual' | 'mjml' | 'html' | 'text';

/** The sources of one language as they are edited. */
export interface Parts {
  subject: string | null;
  html: string | null;
  mjml: string | null;
  text: string | null;
  design: MailDesign | null;
}

/** Everything that a draft holds. The content in the main language is under the empty key. */
export interface Content {
  language: string | null;
  contents: Record<string, Parts>;
}

type Stored = Pick<TemplateDetail, 'subject' | 'html' | 'mjml' | 'text' | 'design'>;

const partsOf = ({ subject, html, mjml, text, design }: Stored): Parts => ({
  subject,
  html: mjml === null ? html : null,
  mjml: design ? null : mjml,
  text,
  design: design as MailDesign | null,
});

/** Returns what the editor starts with. */
export const contentOf = (template: TemplateDetail): Content => ({
  language: template.language,
  contents: {
    '': partsOf(template),
    ...Object.fromEntries(template.translations.map((each) => [each.language, partsOf(each as Stored)])),
  },
});

export const kindOf = ({ design, mjml, html }: Parts): Kind =>
  design ? 'visual' : mjml !== null ? 'mjml' : html !== null ? 'html' : 'text';

/** Returns the keys that a change sends: the source that is used, and null for none that is not. */
const given = ({ subject, html, mjml, text, design }: Parts): Partial<Parts> => ({
  subject: subject || null,
  text: text || null,
  ...(design ? { design } : mjml !== null ? { mjml } : { html: html || null }),
});

/** Returns the body that saves the content over the template that was read. */
export function changeOf({ language, contents }: Content, before: TemplateDetail): object {
  const { '': own, ...others } = contents;
  const gone = before.languages.filter((tag) => !(tag in others)).map((tag) => [tag, null] as const);
  const translations = { ...Object.fromEntries(gone), ...mapped(others) };
  return {
    ...given(own as Parts),
    language,
    ...(Object.keys(translations).length > 0 && { translations }),
    base_version: before.version,
  };
}

const mapped = (contents: Record<string, Parts>): Record<string, Partial<Parts>> =>
  Object.fromEntries(Object.entries(contents).map(([tag, parts]) => [tag, given(parts)]));

/** Returns the sources for a preview of one language. */
export const trialOf = (parts: Parts): Partial<Parts> => given(parts);

export const isSame = (one: Content, other: Content): boolean => JSON.stringify(one) === JSON.stringify(other);

const isObject = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null;

/** Reads what a draft holds, which nobody checked. @returns null if it is not what this editor writes */
export function readContent(given: unknown): Content | null {
  if (!isObject(given) || !isObject(given.contents) || !('' in given.contents)) return null;
  const { language, contents } = given;
  if (language !== null && typeof language !== 'string') return null;
  return Object.values(contents as Record<string, unknown>).every(isParts) ? (given as unknown as Content) : null;
}

const isText = (given: unknown) => given === null || typeof given === 'string';

function isParts(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { subject, html, mjml, text, design } = given;
  return [subject, html, mjml, text].every(isText) && (design === null || 'design' in readDesign(design));
}
