import { escapeHtml } from '@dundun/domain';
import type { AskedList } from '../words/asked-list.js';
import { about, faultOf, happened, hostedPage, INVALID, paragraph, shownText } from './hosted-page.js';
import type { Words } from '../words/words.js';

/** Returns the text of the page for one reader: the evidence of the opt-out. */
export const unsubscribeText = (words: Words, list: AskedList, address: string): string =>
  shownText(words, list, words.unsubscribe.question(address), words.unsubscribe.button);

/** Opening the page changes nothing: mail scanners open every link. @param address masked */
export function unsubscribePage(words: Words, list: AskedList, address: string, preferences: string): string {
  const { unsubscribe } = words;
  return hostedPage(
    words,
    unsubscribe.title(list.title),
    about(words, list) +
      paragraph(unsubscribe.question(address)) +
      `<form method="post"><button type="submit">${escapeHtml(unsubscribe.button)}</button></form>` +
      paragraph(words.nothingYet, 'small') +
      linkTo(unsubscribe.allLists, preferences),
  );
}

/** The page of a mail to several readers, who share one link. */
export function askAddressPage(words: Words, list: AskedList, fault?: string): string {
  const { unsubscribe, form } = words;
  return hostedPage(
    words,
    unsubscribe.title(list.title),
    about(words, list) +
      paragraph(unsubscribe.whichAddress) +
      `<form method="post"><label for="email">${escapeHtml(form.email)}</label>${faultOf(fault)}` +
      `<input id="email" name="email" type="email" autocomplete="email" required${fault ? INVALID : ''}>` +
      `<button type="submit">${escapeHtml(unsubscribe.button)}</button></form>` +
      paragraph(words.nothingYet, 'small'),
  );
}

/** @param undo restores the previous state; absent when that must not be revealed */
export function unsubscribedPage(
  words: Words,
  list: AskedList,
  said: string,
  { undo, preferences }: { undo?: string; preferences?: string } = {},
): string {
  const { unsubscribe } = words;
  const back =
    undo === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="undo" value="${escapeHtml(undo)}">` +
        `<button type="submit" class="quiet">${escapeHtml(unsubscribe.undo)}</button></form>`;
  return hostedPage(
    words,
    unsubscribe.doneTitle(list.title),
    about(words, list) +
      happened(said) +
      back +
      (preferences === undefined ? '' : linkTo(unsubscribe.allLists, preferences)) +
      paragraph(words.closePage, 'small'),
  );
}

/** The page after an opt-out was reverted. */
export function undonePage(words: Words, list: AskedList): string {
  const content = about(words, list) + happened(words.unsubscribe.undone) + paragraph(words.closePage, 'small');
  return hostedPage(words, words.unsubscribe.undoneTitle(list.title), content);
}

const linkTo = (text: string, href: string) => `<p class="small"><a href="${href}">${escapeHtml(text)}</a></p>`;
