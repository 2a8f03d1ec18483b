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

/** A comment that Outlook reads as HTML, such as `<!--[if mso]>…<![endif]-->`. */
const CONDITION = /^\[if\b[^\]]*\]>/i;

/**
 * Finds the links of `<a href>`, `<area href>` and VML shapes as a browser or Outlook does: none in scripts, texts and other
 * comments than Outlook's conditions, and the first of duplicate attributes. Uses only the tokenizer, because the rest of the
 * source must not change by a byte.
 */
export function htmlLinks(html: string): HtmlLinks {
  return linksIn(html, (start, end) => {
    const content = html.slice(start, end);
    if (!CONDITION.test(content)) return [];
    // Comments do not nest, and a limited depth keeps the time linear.
    return linksIn(content, () => []).links.map((link) => ({
      ...link,
      start: link.start + start,
      end: link.end + start,
    }));
  });
}

function linksIn(html: string, inComment: (start: number, end: number) => HtmlLink[]): HtmlLinks {
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
      isLink = length <= LONGEST_NAME && LINK.test(html.slice(start, end));
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
    oncomment(start, end, offset) {
      for (const link of inComment(start, end - offset)) links.push(link);
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

const LINK = /^(?:a|area|v:[a-z]+)$/i;
const LONGEST_NAME = 20;
const { fromCodePoint } = String;
const ignore = () => undefined;
const NOTHING = {
  oncdata: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onprocessinginstruction: ignore,
  ontext: ignore,
  ontextentity: ignore,
};
