import { designFindings, type MailDesign } from '@dundun/domain/mail-design';
import { Parser } from 'htmlparser2';
import type { TemplateParts } from './template-engine.js';
import { missingParts, type ContentParts } from './template-parts.js';

/** What a check of a mail found, and where. */
export interface Finding {
  code: FindingCode;
  /** An error must be mended before marketing mail is sent. */
  severity: 'error' | 'warning';
  message: string;
  /** The language, if it is not the template's own. */
  language: string | null;
  /** Id of the block of the design. */
  block: string | null;
}

type FindingCode =
  | 'no_unsubscribe'
  | 'no_subject'
  | 'unknown_variable'
  | 'empty_link'
  | 'image_without_alt'
  | 'too_large'
  | 'incomplete_language';

/** Bytes of HTML after which Gmail cuts a mail. */
const GMAIL_CLIPS = 102 * 1024;

/** A rendered mail and what is known about its sources. */
export interface Examined {
  rendered: TemplateParts;
  /** Variables without a value. */
  missing: string[];
  /** All variables that the sources use. */
  variables: string[];
  design: object | null;
  language: string | null;
}

const CONSENT = ['unsubscribe_url', 'preferences_url'];

/** Finds what a reader, a filter or the law would object to. */
export function examine({ rendered, missing, variables, design, language }: Examined): Finding[] {
  const found: Finding[] = [];
  const add = (code: FindingCode, severity: Finding['severity'], message: string, block: string | null = null) =>
    found.push({ code, severity, message, language, block });
  const { subject = '', html = '', text = '' } = rendered;
  if (!variables.some((name) => CONSENT.includes(name)))
    add('no_unsubscribe', 'error', 'There is no unsubscribe link. Add a footer, or a link to {{ unsubscribe_url }}.');
  if (subject.trim() === '') add('no_subject', 'error', 'The subject is empty.');
  for (const name of missing)
    add('unknown_variable', 'error', `{{ ${name} }} has no value for this person and no fallback.`);
  const inDesign = design === null ? null : designFindings(design as MailDesign);
  for (const { code, message, block } of inDesign ?? htmlFindings(html))
    add(code, code === 'empty_link' ? 'error' : 'warning', message, block);
  const bytes = Buffer.byteLength(html);
  if (bytes > GMAIL_CLIPS)
    add('too_large', 'warning', `The HTML has ${Math.ceil(bytes / 1024)} KB. Gmail cuts mails after 102 KB.`);
  if (html === '' && text === '') add('no_subject', 'error', 'The mail is empty.');
  return found;
}

const MOST = 50;

function htmlFindings(html: string): ReturnType<typeof designFindings> {
  const found: ReturnType<typeof designFindings> = [];
  const parser = new Parser({
    onopentag(name, { href, src, alt, id }) {
      if (found.length >= MOST) return;
      if (name === 'a' && !isTarget(href) && (href !== undefined || id === undefined))
        found.push({ code: 'empty_link', message: `A link leads nowhere: ${shown(href)}.`, block: null });
      if (name === 'img' && (alt ?? '').trim() === '')
        found.push({ code: 'image_without_alt', message: `An image has no alt text: ${shown(src)}.`, block: null });
    },
  });
  parser.end(html);
  return found;
}

const isTarget = (href = ''): boolean => /^(?:https?:\/\/[^\s/]+|mailto:.|tel:.|sms:.|#.)/i.test(href.trim());
const shown = (address = ''): string =>
  address.trim() === '' ? 'its address is empty' : [...address].slice(0, 80).join('');

/** Names each language whose content lacks a part that the template's own has. */
export const languageFindings = (content: ContentParts, translations: Record<string, ContentParts> | null): Finding[] =>
  Object.entries(translations ?? {}).flatMap(([language, parts]) =>
    missingParts(content, parts).map((part) => ({
      code: 'incomplete_language' as const,
      severity: 'error' as const,
      message: `The ${language} version has no ${part === 'html' ? 'HTML' : part}.`,
      language,
      block: null,
    })),
  );
