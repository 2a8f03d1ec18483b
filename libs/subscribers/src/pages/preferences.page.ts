import { escapeHtml } from '../words/escape-html.js';
import { happened, hostedPage, paragraph } from './hosted-page.js';
import type { Words } from '../words/words.js';
import type { PersonalList } from '../memberships/personal-lists.repository.js';

/** The names of the form's fields. */
export const FIELDS = {
  shown: (listId: string) => `s-${listId}`,
  wanted: (listId: string) => `l-${listId}`,
  none: 'none',
};

/** Returns the page's text about one list: the evidence of a choice. */
export const preferenceText = (words: Words, { title, description }: PersonalList, address: string): string =>
  [
    words.preferences.question(address),
    title,
    ...(description ? [description] : []),
    `[${words.preferences.save}]`,
  ].join('\n');

/** Returns the page. @param address masked @param said a status message */
export function preferencesPage(words: Words, lists: PersonalList[], address: string, said?: string): string {
  const { preferences } = words;
  const head = `<h1>${escapeHtml(preferences.title)}</h1>${said === undefined ? '' : happened(said)}`;
  if (lists.length === 0) return hostedPage(words, preferences.title, head + paragraph(preferences.none));
  const form =
    `<form method="post"><fieldset><legend>${escapeHtml(preferences.question(address))}</legend>` +
    `${lists.map((list) => choice(words, list)).join('')}</fieldset>` +
    `<button type="submit">${escapeHtml(preferences.save)}</button>` +
    `<button type="submit" class="quiet" name="${FIELDS.none}" value="1">${escapeHtml(preferences.leaveAll)}</button></form>`;
  return hostedPage(words, preferences.title, head + form + paragraph(words.nothingYet, 'small'));
}

/** The hidden field marks the list as shown, so that a list joined meanwhile is not left. */
function choice({ preferences }: Words, { id, title, description, status, is_archived }: PersonalList): string {
  const note = is_archived ? preferences.archived : status === 'pending' ? preferences.pending : undefined;
  return (
    `<input type="hidden" name="${FIELDS.shown(id)}" value="1">` +
    `<label class="choice"><input type="checkbox" name="${FIELDS.wanted(id)}" value="1"${status === 'subscribed' || status === 'pending' ? ' checked' : ''}>` +
    `<span><strong dir="auto">${escapeHtml(title)}</strong>` +
    (description ? `<span class="small about" dir="auto">${escapeHtml(description)}</span>` : '') +
    (note === undefined ? '' : `<span class="small">${escapeHtml(note)}</span>`) +
    '</span></label>'
  );
}
