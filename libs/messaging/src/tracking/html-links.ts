import { QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** A link in HTML: its target with entities decoded, and the position of the attribute value in the source. */
interface HtmlLink {
  target: string;
  start: number;
  end: number;
}

/** The links of HTML, and the position of the end of its body. */
export interface HtmlLinks {
  links: HtmlLink[];
  bodyEnd: number;
}

const HREF = 'href';
const OFF = 'data-dundun-notrack';
const BEFORE_VALUE = /[ \t\n\f\r]*=[ \t\n\f\r]*["']?/y;

/**
 * Finds the links of `<a href>` and `<area href>` as a browser does: none in comments, scripts and text, and the first of
 * duplicate attributes. Uses only the tokenizer, because the rest of the source must not change by a byte.
 */
export function htmlLinks(html: string): HtmlLinks {
  const links: HtmlLink[] = [];
  let bodyEnd = html.length;
  let isLink = false;
  let isOff = false;
  let name = '';
  let nameEnd = 0;
  let value = '';
  let found: HtmlLink | undefined;
  const endTag = () => {
    if (found && !isOff) links.push(found);
    isLink = false;
  };
  const callbacks: TokenizerCallbacks = {
    ...NOTHING,
    onopentagname(start, end) {
      const length = end - start;
      isLink = (length === 1 || length === 4) && LINKS.has(html.slice(start, end).toLowerCase());
      isOff = false;
      found = undefined;
    },
    onattribname(start, end) {
      if (!isLink) return;
      const length = end - start;
      name = length === HREF.length || length === OFF.length ? html.slice(start, end).toLowerCase() : '';
      nameEnd = end;
      value = '';
      if (name === OFF) isOff = true;
    },
    onattribdata(start, end) {
      if (isLink && name === HREF) value += html.slice(start, end);
    },
    onattribentity(codepoint) {
      if (isLink && name === HREF) value += fromCodePoint(codepoint);
    },
    onattribend(quote, end) {
      if (!isLink || name !== HREF || found) return;
      BEFORE_VALUE.lastIndex = nameEnd;
      const start = BEFORE_VALUE.test(html) ? BEFORE_VALUE.lastIndex : end;
      found = { target: value, start, end: quote === QuoteType.Unquoted ? end : end - 1 };
      if (quote === QuoteType.NoValue) found = { target: '', start: end, end };
    },
    onopentagend: endTag,
    onselfclosingtag: endTag,
    onclosetag(start, end) {
      if (end - start === 4 && html.slice(start, end).toLowerCase() === 'body') bodyEnd = html.lastIndexOf('</', start);
    },
  };
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return { links, bodyEnd };
}

const LINKS = new Set(['a', 'area']);
const { fromCodePoint } = String;
const ignore = () => undefined;
const NOTHING = {
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onprocessinginstruction: ignore,
  ontext: ignore,
  ontextentity: ignore,
};
