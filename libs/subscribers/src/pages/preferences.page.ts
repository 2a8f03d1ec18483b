import { escapeHtml } from '@dundun/domain';
import type { Words } from '../words/words.js';
import { faultOf, happened, hostedPage, paragraph } from './hosted-page.js';
import { ownSections } from './own-choices.page.js';
import { FIELDS } from './preference-fields.js';
import { listSections } from './preference-lists.page.js';
import type { MaskedReader, Preferences } from './preferences.js';

/** Returns the page. @param said a status message @param fault why a form was refused */
export function preferencesPage(
  words: Words,
  { lists, own }: Preferences,
  reader: MaskedReader,
  { said, fault }: { said?: string; fault?: string } = {},
): string {
  const { preferences } = words;
  const head =
    `<h1>${escapeHtml(preferences.title)}</h1>` + (said === undefined ? '' : happened(said)) + faultOf(fault);
  if (own === null) return hostedPage(words, preferences.title, head + paragraph(preferences.none));
  const form =
    `<form method="post">${listSections(words, lists, reader)}${ownSections(words, own)}` +
    `<button type="submit">${escapeHtml(preferences.save)}</button>` +
    (lists.some(({ is_offered }) => !is_offered) ? leaveAll(words) : '') +
    '</form>';
  return hostedPage(words, preferences.title, head + form + paragraph(words.nothingYet, 'small'));
}

const leaveAll = ({ preferences }: Words) =>
  `<button type="submit" class="quiet" name="${FIELDS.none}" value="1">${escapeHtml(preferences.leaveAll)}</button>`;
