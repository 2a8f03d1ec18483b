/**
 * Precedes the content of the mail, so that nothing in the mail can come first. A frame also inherits the page's
 * policy.
 */
const BEFORE = [
  '<!doctype html>',
  '<meta charset="utf-8">',
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
  '<meta name="referrer" content="no-referrer">',
  '<meta name="viewport" content="width=device-width">',
  '<base target="_blank">',
  '<style>:root{color-scheme:light;font-family:system-ui,sans-serif}</style>',
].join('');

/** Builds the document that shows a captured mail. */
export const mailDocument = (html: string) => BEFORE + html;

const PICTURE = /<(?:img|source|v:image|image)\b[^<>]*/gi;
const REMOTE = /\b(?:src|srcset|href)\s*=\s*(?:["']\s*)?(?:https?:)?\/\//i;

/**
 * Counts the images that the mail would fetch from other servers, which would tell the sender that it was read. Works
 * in two linear passes: a mail of megabytes, crafted to be slow, must not block the tab.
 */
export function remotePictures(html: string): number {
  let pictures = 0;
  for (const [tag] of html.matchAll(PICTURE)) if (REMOTE.test(tag)) pictures += 1;
  return pictures;
}
