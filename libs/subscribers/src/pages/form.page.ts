import { escapeHtml } from '@dundun/domain';
import type { AskedList } from '../words/asked-list.js';
import { about, faultOf, happened, hostedPage, INVALID, paragraph, shownText } from './hosted-page.js';
import type { Words } from '../words/words.js';

/** The values typed so far. */
export interface Typed {
  email: string;
  firstName: string;
}

/** A hidden field; only a program fills it in. */
export const TRAP = 'website';

/** Returns the text of the page: the evidence of the request. */
export const formText = (words: Words, list: AskedList): string =>
  shownText(words, list, words.form.email, words.form.button);

/** Returns the form. @param since signed time of the page @param notice what the reader still has to do */
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

/** The same text for all readers, so that it does not reveal whether an address was on the list. */
export const joinedText = ({ form }: Words, { doubleOptin }: { doubleOptin: boolean }, address: string): string =>
  doubleOptin ? form.checkInbox(address) : form.joined(address);

export function joinedPage(words: Words, list: AskedList & { doubleOptin: boolean }, address: string): string {
  const said = joinedText(words, list, address);
  const content = about(words, list) + happened(said) + paragraph(words.form.notBack, 'small');
  return hostedPage(words, words.form.title(list.title), content);
}

/** The page of an archived list. */
export function closedPage(words: Words, list: AskedList): string {
  return hostedPage(words, words.form.title(list.title), about(words, list) + paragraph(words.form.closed));
}
