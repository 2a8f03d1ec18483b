/** Stands before everything that the mail brings, so nothing of it can come first. A frame inherits the page's policy too. */
const BEFORE = [
  '<!doctype html>',
  '<meta charset="utf-8">',
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
  '<meta name="referrer" content="no-referrer">',
  '<meta name="viewport" content="width=device-width">',
  '<base target="_blank">',
  '<style>:root{color-scheme:light;font-family:system-ui,sans-serif}</style>',
].join('');

/** The document in which a captured mail is shown. */
export const mailDocument = (html: string) => BEFORE + html;

const PICTURE = /<(?:img|source|v:image|image)\b[^<>]*/gi;
const REMOTE = /\b(?:src|srcset|href)\s*=\s*(?:["']\s*)?(?:https?:)?\/\//i;

/**
 * How many pictures the mail would fetch from elsewhere; they would tell the sender that it was read. In two steps, each
 * of which looks at every character once: a mail of megabytes that is made to be slow must not stop the tab.
 */
export function remotePictures(html: string): number {
  let pictures = 0;
  for (const [tag] of html.matchAll(PICTURE)) if (REMOTE.test(tag)) pictures += 1;
  return pictures;
}
