import { escapeHtml } from '@dundun/domain';
import { createHash } from 'node:crypto';
import type { AskedList } from '../words/asked-list.js';
import { about, happened, hostedPage, paragraph, shownText } from './hosted-page.js';
import type { Words } from '../words/words.js';

/** Returns the text of the page, line by line: the evidence of the consent. */
export const confirmText = (words: Words, list: AskedList, address: string): string =>
  shownText(words, list, words.confirm.question(address), words.confirm.button);

/** Returns a fingerprint of a text. */
export const fingerprint = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** Opening the page changes nothing; its button confirms. The form holds a fingerprint of the text. */
export function confirmPage(words: Words, list: AskedList, address: string): string {
  const { confirm } = words;
  const seen = fingerprint(confirmText(words, list, address));
  return hostedPage(
    words,
    confirm.title(list.title),
    about(words, list) +
      paragraph(confirm.question(address)) +
      `<form method="post" action="?seen=${seen}"><button type="submit">${escapeHtml(confirm.button)}</button></form>` +
      paragraph(confirm.otherwise, 'small'),
  );
}

/** The page after the confirmation. */
export function confirmedPage(words: Words, list: AskedList): string {
  const content = about(words, list) + happened(words.confirm.done) + paragraph(words.closePage, 'small');
  return hostedPage(words, words.confirm.doneTitle(list.title), content);
}
