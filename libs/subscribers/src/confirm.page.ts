import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.js';
import { hostedPage } from './hosted-page.js';

/** The list that somebody is asked about. */
export interface AskedList {
  title: string;
  description: string | null;
}

const KIND = 'Mailing list';
const BUTTON = 'Confirm subscription';
const question = (address: string) => `Do you want to receive this list at ${address}?`;

/** What the page says, line by line: the evidence of what somebody agreed to. */
export function confirmText({ title, description }: AskedList, address: string): string {
  return [KIND, title, ...(description ? [description] : []), question(address), `[${BUTTON}]`].join('\n');
}

/** Tells one text from another. */
export const fingerprint = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** Opening the page changes nothing, the button does; the form says which text was read. */
export function confirmPage(list: AskedList, address: string): string {
  const seen = fingerprint(confirmText(list, address));
  return hostedPage(
    `Confirm: ${list.title}`,
    `${about(list)}<p>${escapeHtml(question(address))}</p>` +
      `<form method="post" action="?seen=${seen}"><button type="submit">${BUTTON}</button></form>` +
      '<p class="small">If this was not you, close the page: without the button nothing happens.</p>',
  );
}

export function confirmedPage(list: AskedList): string {
  return hostedPage(
    `Subscribed: ${list.title}`,
    `${about(list)}<p role="status"><strong>Thank you, your subscription is confirmed.</strong></p>` +
      '<p class="small">You can close this page.</p>',
  );
}

function about({ title, description }: AskedList): string {
  const said = description ? `<p class="about" dir="auto">${escapeHtml(description)}</p>` : '';
  return `<p class="kind">${KIND}</p><h1 dir="auto">${escapeHtml(title)}</h1>${said}`;
}

/** @param heading, @param text in plain text */
export function messagePage(heading: string, text: string): string {
  return hostedPage(heading, `<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>`);
}
