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

const REMOTE_PICTURE = /<(?:img|source|v:image|image)\b[^>]*?\b(?:src|srcset|href)\s*=\s*["']?\s*(?:https?:)?\/\//gi;

/** How many pictures the mail would fetch from elsewhere; they would tell the sender that it was read. */
export const remotePictures = (html: string) => html.match(REMOTE_PICTURE)?.length ?? 0;
