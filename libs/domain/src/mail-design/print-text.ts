import { VARIABLE_PATH, type Inline, type ItemList, type Mark, type Paragraph, type RichText } from './rich-text.js';

/** Matches a variable that somebody typed, with or without a fallback. */
const OUTPUT =
  /\{\{\s*([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])*)\s*(?:\|\s*default:\s*(?:"([^"{}]*)"|'([^'{}]*)')\s*)?\}\}/g;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '{': '&#123;',
  '}': '&#125;',
};

/** Escapes text for HTML and MJML; braces too, so that it can hold no Liquid. */
export const escaped = (text: string): string => text.replace(/[&<>"'{}]/g, (one) => ENTITIES[one] as string);

/** Returns a text as a literal of Liquid, which has no escapes. */
export function literal(text: string): string {
  const plain = text.replace(/[{}]/g, '').replace(/\s+/g, ' ');
  return plain.includes('"') ? `'${plain.replaceAll("'", '’')}'` : `"${plain}"`;
}

/** Returns the Liquid output of a variable. */
const output = (name: string, fallback: string): string =>
  fallback === '' ? `{{ ${name} }}` : `{{ ${name} | default: ${literal(fallback)} }}`;

/** Prints a line whose author may have typed variables; everything else is text. */
export function printLine(line: string, print: (text: string) => string = escaped): string {
  let printed = '';
  let end = 0;
  for (const match of line.matchAll(OUTPUT)) {
    const [whole, name = '', double, single] = match;
    printed += print(line.slice(end, match.index)) + output(name, double ?? single ?? '');
    end = match.index + whole.length;
  }
  return printed + print(line.slice(end));
}

const SAFE = /^(?:https?:\/\/|mailto:|tel:|sms:|#)/i;

/** Prints the target of a link or an image; empty if it is none that a mail may have. */
export function printAddress(address: string): string {
  const given = address.trim();
  const isVariable = new RegExp(`^(?:${OUTPUT.source})`).test(given);
  if (!isVariable && !SAFE.test(given)) return '';
  const encode = (text: string) =>
    text.replace(/[\s<>"'{}`\\^|]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
  return printLine(given, (text) => encode(text).replaceAll('&', '&amp;'));
}

/** The colours of text here. */
export interface Ink {
  text: string;
  link: string;
}

const TAGS = { strong: 'strong', em: 'em', underline: 'u' } as const;

function printMarks(inner: string, marks: Mark[], ink: Ink): string {
  return marks.reduceRight((printed, mark) => {
    if (mark.type !== 'link') return `<${TAGS[mark.type]}>${printed}</${TAGS[mark.type]}>`;
    const href = printAddress(mark.attrs.href);
    const style = `color:${ink.link};text-decoration:underline`;
    return href === '' ? printed : `<a class="dd-link" href="${href}" style="${style}">${printed}</a>`;
  }, inner);
}

function printInline(node: Inline, ink: Ink): string {
  if (node.type === 'hard_break') return '<br />';
  const { marks = [] } = node;
  if (node.type === 'text') return printMarks(printLine(node.text).replaceAll('\n', '<br />'), marks, ink);
  const { name, fallback } = node.attrs;
  return VARIABLE_PATH.test(name) ? printMarks(output(name, fallback), marks, ink) : '';
}

const printInlines = (nodes: Inline[] | undefined, ink: Ink): string =>
  (nodes ?? []).map((node) => printInline(node, ink)).join('');

/** Prints formatted text as paragraphs and lists. @param margin pixels between them */
export function printRichText({ content }: RichText, ink: Ink, margin = 12): string {
  return content.map((node, index) => printNode(node, ink, index === content.length - 1 ? 0 : margin)).join('');
}

function printNode(node: Paragraph | ItemList, ink: Ink, margin: number): string {
  if (node.type === 'paragraph')
    return `<p style="margin:0 0 ${margin}px">${printInlines(node.content, ink) || '&nbsp;'}</p>`;
  const tag = node.type === 'bullet_list' ? 'ul' : 'ol';
  const items = node.content.map(
    ({ content }) => `<li>${content.map((each) => printNode(each, ink, 4)).join('')}</li>`,
  );
  return `<${tag} style="margin:0 0 ${margin}px;padding-left:24px">${items.join('')}</${tag}>`;
}

/** Prints formatted text in one line, for a heading. */
export const printHeading = ({ content }: RichText, ink: Ink): string =>
  content
    .map((node) => (node.type === 'paragraph' ? printInlines(node.content, ink) : printNode(node, ink, 0)))
    .join('<br />');
