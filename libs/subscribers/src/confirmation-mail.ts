import { escapeHtml } from './escape-html.js';

interface Subject {
  title: string;
  description: string | null;
}

const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#3e46a7;color:#ffffff;text-decoration:none;font-weight:600';
const BODY =
  'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:16px;line-height:1.5;color:#1b1d29;max-width:480px';

/** The mail that asks somebody to confirm; its link shows a page and changes nothing by itself. */
export function confirmationMail(
  { title, description }: Subject,
  link: string,
): { subject: string; html: string; text: string } {
  const asked = 'Somebody asked to add this address to the list';
  const why = 'If that was you, please confirm. The link works for 7 days.';
  const otherwise = 'If it was not you, there is nothing to do: without your confirmation you will not be added.';
  return {
    subject: `Please confirm your subscription to ${title}`,
    text: [`${asked} “${title}”.`, ...(description ? [description] : []), why, link, otherwise].join('\n\n') + '\n',
    html:
      `<div style="${BODY}"><p>${asked} <strong>${escapeHtml(title)}</strong>.</p>` +
      (description ? `<p style="white-space:pre-line">${escapeHtml(description)}</p>` : '') +
      `<p>${why}</p><p><a href="${escapeHtml(link)}" style="${BUTTON}">Confirm subscription</a></p>` +
      `<p style="font-size:14px;color:#595c68;word-break:break-all">${escapeHtml(link)}</p>` +
      `<p style="font-size:14px;color:#595c68">${otherwise}</p></div>`,
  };
}
