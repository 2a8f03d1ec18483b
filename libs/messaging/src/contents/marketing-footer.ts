import { escapeHtml } from '@dundun/domain';
import type { ContentInput } from './contents.service.js';
import { footerWords } from './footer-words.js';

/** Who sends marketing mail. */
export interface MarketingSender {
  senderName: string | null;
  postalAddress: string | null;
  /** Of contents that say none. */
  defaultLanguage: string;
}

type Bodies = Pick<ContentInput, 'html' | 'mjml' | 'text'>;

const PARTS = ['html', 'mjml', 'text'] as const;
/** Each of the two pages leads to the other. */
const WAY_OUT = /\{\{-?\s*(?:unsubscribe_url|preferences_url)\b/;
const COLOUR = '#68645c';

const lacks = (body: string | undefined): body is string => !!body && !WAY_OUT.test(body);

/** Whether a part of a mail, in one of its languages, shows no link by which readers get no more of it. */
export const lacksWayOut = ({ translations = {}, ...own }: ContentInput): boolean =>
  [own, ...Object.values(translations)].some((bodies: Bodies) => PARTS.some((part) => lacks(bodies[part])));

/** Adds a footer with the sender and the links of the list to each part that shows no way out. */
export function withFooter(content: ContentInput, sender: MarketingSender): ContentInput {
  const { language = sender.defaultLanguage, translations } = content;
  const others = Object.entries(translations ?? {}).map(([tag, parts]) => [tag, footed(parts, sender, tag)]);
  return {
    ...footed(content, sender, language),
    ...(translations && { translations: Object.fromEntries(others) as typeof translations }),
  };
}

function footed<T extends Bodies>(parts: T, sender: MarketingSender, language: string): T {
  const { html, mjml, text } = parts;
  return {
    ...parts,
    ...(lacks(html) && { html: before(html, 'body', htmlFooter(sender, language)) }),
    ...(lacks(mjml) && { mjml: before(mjml, 'mj-body', mjmlFooter(sender, language)) }),
    ...(lacks(text) && { text: `${text}\n\n${textFooter(sender, language)}\n` }),
  };
}

/** Puts something at the end of an element, or of the whole source if it has no such element. */
function before(source: string, element: string, added: string): string {
  const at = [...source.matchAll(new RegExp(`</${element}\\s*>`, 'gi'))].at(-1)?.index ?? source.length;
  return `${source.slice(0, at)}${added}${source.slice(at)}`;
}

/** Names are no Liquid. */
const plain = (line: string): string => line.replace(/\{(?=[{%])/g, '{ ').trim();

const linesOf = ({ senderName, postalAddress }: MarketingSender): string[] =>
  [senderName ?? '', ...(postalAddress ?? '').split('\n')].map(plain).filter((line) => line !== '');

function htmlLines(sender: MarketingSender, language: string): string {
  const { unsubscribe, preferences } = footerWords(language);
  const link = (label: string, name: string) => `<a href="{{ ${name} }}" style="color:${COLOUR}">${label}</a>`;
  const links = `${link(unsubscribe, 'unsubscribe_url')} · ${link(preferences, 'preferences_url')}`;
  return [...linesOf(sender).map(escapeHtml), links].join('<br />');
}

const htmlFooter = (sender: MarketingSender, language: string): string =>
  `<div style="max-width:600px;margin:24px auto 0;padding:16px;text-align:center;` +
  `font:13px/1.5 Arial,Helvetica,sans-serif;color:${COLOUR}">${htmlLines(sender, language)}</div>`;

const mjmlFooter = (sender: MarketingSender, language: string): string =>
  `<mj-section><mj-column><mj-text align="center" font-size="13px" color="${COLOUR}">` +
  `${htmlLines(sender, language)}</mj-text></mj-column></mj-section>`;

function textFooter(sender: MarketingSender, language: string): string {
  const { unsubscribe, preferences } = footerWords(language);
  const links = [`${unsubscribe}: {{ unsubscribe_url }}`, `${preferences}: {{ preferences_url }}`];
  return ['--', ...linesOf(sender), ...links].join('\n');
}
