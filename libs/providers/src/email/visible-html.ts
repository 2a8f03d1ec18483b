import { Parser } from 'htmlparser2';

const STYLE_SHEET = /<style\b[^<>]*>(?:\s*<!--)?([^<]*)/gi;
const SIMPLE = /^([a-z][a-z0-9]*)?(?:([.#])([\w-]+))?$/i;
/** Without one of these words nothing is hidden; a character reference could stand for a letter of them. */
const HIDES = /hidden|display|visibility|opacity|overflow|&#/i;
const ZERO = /^0(?:px|em|rem|%|pt)?$/;

type Attributes = Record<string, string>;

/** Returns HTML without the elements that a mail program does not show, such as preview texts. */
export function visibleHtml(html: string): string {
  if (!HIDES.test(html)) return html;
  const shown: string[] = [];
  const hides = hidingRules(html);
  let from = 0;
  let depth = 0;
  let openedAt = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (depth > 0) depth += 1;
      else if (isHidden(name, attributes, hides)) {
        openedAt = parser.startIndex;
        shown.push(html.slice(from, openedAt));
        depth = 1;
      }
    },
    onclosetag(_, isImplied) {
      if (depth === 0) return;
      depth -= 1;
      // The tag of another element closed it; an element without content closes itself where it opened.
      const isClosedByOther = isImplied && parser.startIndex > openedAt;
      if (depth === 0) from = isClosedByOther ? parser.startIndex : parser.endIndex + 1;
    },
  });
  parser.end(html);
  return shown.length === 0 ? html : shown.join('') + html.slice(from);
}

function isHidden(name: string, attributes: Attributes, hides: Set<string>): boolean {
  const { style = '', class: classes = '', id = '' } = attributes;
  if ('hidden' in attributes) return true;
  const own = declarationsOf(style);
  if (hidesContent(own)) return true;
  if (hides.size === 0 || own.has('display')) return false;
  const selectors = [...classes.split(/\s+/).map((each) => `.${each}`), `#${id}`];
  return hides.has(name) || selectors.some((each) => hides.has(each) || hides.has(name + each));
}

/** Returns the simple selectors (`.a`, `#a`, `p.a`) of the rules that hide what they select. */
function hidingRules(html: string): Set<string> {
  const hides = new Set<string>();
  for (const [, sheet = ''] of html.matchAll(STYLE_SHEET))
    for (const [selectors, declarations] of rulesIn(sheet)) {
      if (!hidesContent(declarationsOf(declarations))) continue;
      for (const selector of selectors.split(',')) {
        const [, name = '', sign = '', rest = ''] = SIMPLE.exec(selector.trim()) ?? [];
        if (name || sign) hides.add(name.toLowerCase() + sign + rest);
      }
    }
  return hides;
}

/** Yields the rules outside of `@media` and the like, which apply to small screens or dark colors. */
function* rulesIn(sheet: string): Generator<[selectors: string, declarations: string]> {
  const [first = '', ...rest] = sheet.split('/*');
  const css = first + rest.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : '')).join('');
  let depth = 0;
  let done = 0;
  let selectors = '';
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    const part = css.slice(done, index);
    done = index + 1;
    if (brace === '{') {
      if (depth++ === 0) selectors = part.slice(part.lastIndexOf(';') + 1).trim();
    } else if (depth > 0 && --depth === 0 && !selectors.startsWith('@')) yield [selectors, part];
  }
}

function declarationsOf(style: string): Map<string, string> {
  const all = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace(/!\s*important/i, '');
    all.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return all;
}

/** A font size of zero hides nothing: layouts use it around elements with a size of their own. */
function hidesContent(style: Map<string, string>): boolean {
  const isZero = (name: string) => ZERO.test(style.get(name) ?? '');
  if (style.get('display') === 'none' || /^(hidden|collapse)$/.test(style.get('visibility') ?? '')) return true;
  if (Number(style.get('opacity') ?? 1) === 0) return true;
  return style.get('overflow') === 'hidden' && (isZero('max-height') || isZero('height') || isZero('max-width'));
}
