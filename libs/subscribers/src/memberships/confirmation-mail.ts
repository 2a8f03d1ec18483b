import { escapeHtml } from '@dundun/domain';
import type { AskedList } from '../words/asked-list.js';
import type { Words } from '../words/words.js';

const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#3e46a7;color:#ffffff;text-decoration:none;font-weight:600';
const BODY =
  'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:16px;line-height:1.5;color:#1b1d29;max-width:480px';
/** Placeholder of the title while the sentence around it is escaped. */
const TITLE = '\0';

/** Returns the mail that asks for a confirmation. Its link opens a page and changes nothing. */
export function confirmationMail(
  words: Words,
  { title, description }: AskedList,
  link: string,
): { subject: string; html: string; text: string } {
  const { subject, asked, why, otherwise } = words.confirmationMail;
  const inBold = escapeHtml(asked(TITLE)).replace(TITLE, () => `<strong>${escapeHtml(title)}</strong>`);
  return {
    subject: subject(title),
    text: [asked(title), ...(description ? [description] : []), why, link, otherwise].join('\n\n') + '\n',
    html:
      `<div lang="${words.language}" style="${BODY}"><p>${inBold}</p>` +
      (description ? `<p style="white-space:pre-line">${escapeHtml(description)}</p>` : '') +
      `<p>${escapeHtml(why)}</p><p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(words.confirm.button)}</a></p>` +
      `<p style="font-size:14px;color:#595c68;word-break:break-all">${escapeHtml(link)}</p>` +
      `<p style="font-size:14px;color:#595c68">${escapeHtml(otherwise)}</p></div>`,
  };
}
