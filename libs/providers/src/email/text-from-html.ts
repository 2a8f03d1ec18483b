import { compile } from 'html-to-text';

/**
 * Conversion is synchronous, and parsing time grows with the square of the number of open tags. Mail programs do not
 * show more HTML than this either.
 */
const MAX_INPUT = 100_000;

const convert = compile({
  wordwrap: false,
  limits: { maxInputLength: MAX_INPUT, maxDepth: 100, maxChildNodes: 5_000, ellipsis: '…' },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** Returns the plain text of an HTML email: links keep their address, images are dropped. */
export function textFromHtml(html: string): string {
  return convert(html.slice(0, MAX_INPUT)).trim();
}
