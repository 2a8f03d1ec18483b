import { hash } from 'node:crypto';
import { compile } from 'html-to-text';
import { LRUCache } from 'lru-cache';
import { visibleHtml } from './visible-html.js';

/**
 * Conversion is synchronous, and parsing time grows with the square of the number of open tags. Mail programs do not
 * show more HTML than this either.
 */
const MAX_INPUT = 100_000;
const WORD = /[\p{L}\p{N}]/u;
const URLS = /\bhttps?:\/\/[^\s\]]+/g;

const converter = (image: 'skip' | 'altText') =>
  compile({
    wordwrap: false,
    limits: { maxInputLength: MAX_INPUT, maxDepth: 100, maxChildNodes: 5_000, ellipsis: '…' },
    formatters: {
      altText: ({ attribs }, _walk, builder) => builder.addInline((attribs as { alt?: string }).alt ?? ''),
    },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
      { selector: 'img', format: image },
      { selector: 'title', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });

const withoutImages = converter('skip');
const withAltTexts = converter('altText');

/** Texts by the hash of their HTML: the same content goes to many. Converting it takes longer than all else about a mail. */
const texts = new LRUCache<string, string>({ maxSize: 4_000_000, sizeCalculation: (text) => 2 * text.length + 200 });

/**
 * Returns the plain text of an HTML email without its hidden elements: links keep their address, images are dropped.
 * HTML that consists of images becomes their alternative texts. Texts are kept for the next mail with the same HTML.
 */
export function textFromHtml(html: string): string {
  const read = html.slice(0, MAX_INPUT);
  const key = hash('sha256', read, 'base64');
  let text = texts.get(key);
  if (text === undefined) {
    text = converted(read);
    texts.set(key, text);
  }
  return text;
}

function converted(html: string): string {
  const visible = visibleHtml(html);
  const text = withoutImages(visible).trim();
  return WORD.test(text.replace(URLS, '')) ? text : withAltTexts(visible).trim();
}

/** Returns the text part of a mail with HTML alone; it is never empty, since some filters distrust mail without one. */
export function derivedText({ html, subject }: { html: string; subject: string }): string {
  return textFromHtml(html) || subject;
}
