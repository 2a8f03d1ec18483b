import { escapeHtml } from '../words/escape-html.js';
import type { AskedList } from '../words/asked-list.js';
import { about, faultOf, happened, hostedPage, INVALID, paragraph, shownText } from './hosted-page.js';
import type { Words } from '../words/words.js';

/** What somebody has typed so far. */
export interface Typed {
  email: string;
  firstName: string;
}

/** A field that people do not see: whoever fills it is a program. */
export const TRAP = 'website';

/** What the page says: the evidence of what somebody asked for. */
export const formText = (words: Words, list: AskedList): string =>
  shownText(words, list, words.form.email, words.form.button);

/** @param since says when the page was made, @param notice what is still to be done */
export function formPage(
  words: Words,
  list: AskedList,
  { email, firstName }: Typed,
  since: string,
  { fault, notice }: { fault?: string; notice?: string } = {},
): string {
  const { form } = words;
  return hostedPage(
    words,
    form.title(list.title),
    about(words, list) +
      (notice === undefined ? '' : happened(notice)) +
      `<form method="post"><label for="email">${escapeHtml(form.email)}</label>${faultOf(fault)}` +
      `<input id="email" name="email" type="email" maxlength="254" autocomplete="email" required value="${escapeHtml(email)}"${fault ? INVALID : ''}>` +
      `<label for="first_name">${escapeHtml(form.firstName)} <span class="small">(${escapeHtml(form.optional)})</span></label>` +
      `<input id="first_name" name="first_name" maxlength="255" autocomplete="given-name" value="${escapeHtml(firstName)}">` +
      `<div class="away" aria-hidden="true"><label for="${TRAP}">${escapeHtml(form.leaveEmpty)}</label>` +
      `<input id="${TRAP}" name="${TRAP}" tabindex="-1" autocomplete="off"></div>` +
      `<input type="hidden" name="since" value="${escapeHtml(since)}">` +
      `<button type="submit">${escapeHtml(form.button)}</button></form>`,
  );
}

/** The same for everybody: what stands on it tells nobody whether an address was on the list. */
export function joinedPage(words: Words, list: AskedList & { doubleOptin: boolean }, address: string): string {
  const said = list.doubleOptin ? words.form.checkInbox(address) : words.form.joined(address);
  const content = about(words, list) + happened(said) + paragraph(words.form.notBack, 'small');
  return hostedPage(words, words.form.title(list.title), content);
}

/** Of an archived list. */
export function closedPage(words: Words, list: AskedList): string {
  return hostedPage(words, words.form.title(list.title), about(words, list) + paragraph(words.form.closed));
}
