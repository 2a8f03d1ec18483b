import type { EmailContent, SmsContent } from '../message/message.js';

/** The mail is somebody's HTML under our name: it runs nothing, and is no part of our origin. */
export const WEB_COPY_POLICY =
  `default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; font-src http: https: data:; base-uri 'none'; ` +
  `form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** Returns the page of a mail: its html as it was sent, else its text; undefined if neither is stored any more. */
export function webCopyPage(content: EmailContent | SmsContent): string | undefined {
  if (!('subject' in content)) return undefined;
  const { subject, html, text } = content;
  const head =
    '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escaped(subject)}</title>`;
  if (html) return /^\s*<!doctype/i.test(html) ? html : head + html;
  return text
    ? `${head}<pre style="white-space:pre-wrap;font:16px/1.5 system-ui,sans-serif">${escaped(text)}</pre>`
    : undefined;
}
