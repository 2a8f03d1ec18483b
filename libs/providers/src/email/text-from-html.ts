import { compile } from 'html-to-text';

/**
 * Conversion is synchronous, and the parser's time grows with the square of how many tags are open. Mail programs show no more of
 * the HTML either.
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

/** The plain text of an HTML email: links keep their address, images are left out. */
export function textFromHtml(html: string): string {
  return convert(html.slice(0, MAX_INPUT)).trim();
}
