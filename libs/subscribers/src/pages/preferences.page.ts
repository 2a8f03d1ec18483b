import { escapeHtml, CONSENT_CHANNELS, type ConsentChannel, type MembershipState } from '@dundun/domain';
import { happened, hostedPage, paragraph } from './hosted-page.js';
import type { Words } from '../words/words.js';
import type { PersonalList } from '../memberships/personal-lists.repository.js';

/** The names of the form's fields. */
export const FIELDS = {
  shown: (listId: string) => `s-${listId}`,
  wanted: (channel: ConsentChannel, listId: string) => `${channel === 'email' ? 'l' : 'm'}-${listId}`,
  none: 'none',
};

/** The reader, with masked addresses. */
export interface MaskedReader {
  address: string;
  /** Null for a person without a number, whose lists say nothing about channels. */
  number: string | null;
}

/** Whether a channel of a list is on, or waits for its confirmation. */
export const isOn = (state: MembershipState | null): boolean => state === 'subscribed' || state === 'pending';

/** Returns the page's text about one list and channels of it: the evidence of a choice. */
export const preferenceText = (
  words: Words,
  { title, description }: PersonalList,
  channels: readonly ConsentChannel[],
  { address, number }: MaskedReader,
): string =>
  [
    words.preferences.question(address),
    title,
    ...(description ? [description] : []),
    ...(number === null ? [] : channels.map((channel) => channelText(words, channel, number))),
    `[${words.preferences.save}]`,
  ].join('\n');

const channelText = ({ preferences }: Words, channel: ConsentChannel, number: string): string =>
  channel === 'email' ? preferences.byEmail : preferences.bySms(number);

/** Returns the page. @param said a status message */
export function preferencesPage(words: Words, lists: PersonalList[], reader: MaskedReader, said?: string): string {
  const { preferences } = words;
  const head = `<h1>${escapeHtml(preferences.title)}</h1>${said === undefined ? '' : happened(said)}`;
  if (lists.length === 0) return hostedPage(words, preferences.title, head + paragraph(preferences.none));
  const choices = lists.map((list) => choice(words, list, reader)).join('');
  const question = escapeHtml(preferences.question(reader.address));
  const form =
    `<form method="post">` +
    (reader.number === null
      ? `<fieldset><legend>${question}</legend>${choices}</fieldset>`
      : `<p>${question}</p>${choices}`) +
    `<button type="submit">${escapeHtml(preferences.save)}</button>` +
    `<button type="submit" class="quiet" name="${FIELDS.none}" value="1">${escapeHtml(preferences.leaveAll)}</button></form>`;
  return hostedPage(words, preferences.title, head + form + paragraph(words.nothingYet, 'small'));
}

/** The hidden field marks the list as shown, so that a list joined meanwhile is not left. */
function choice(words: Words, list: PersonalList, { number }: MaskedReader): string {
  const shown = `<input type="hidden" name="${FIELDS.shown(list.id)}" value="1">`;
  if (number === null) return `${shown}${box(list, 'email', aboutList(words, list))}`;
  const boxes = CONSENT_CHANNELS.map((channel) => box(list, channel, escapeHtml(channelText(words, channel, number))));
  return `${shown}<fieldset><legend>${aboutList(words, list)}</legend>${boxes.join('')}</fieldset>`;
}

const box = (list: PersonalList, channel: ConsentChannel, label: string) =>
  `<label class="choice"><input type="checkbox" name="${FIELDS.wanted(channel, list.id)}" value="1"` +
  `${isOn(list[channel]) ? ' checked' : ''}><span>${label}</span></label>`;

function aboutList({ preferences }: Words, { title, description, email, sms, is_archived }: PersonalList): string {
  const waits = email === 'pending' || sms === 'pending';
  const note = is_archived ? preferences.archived : waits ? preferences.pending : undefined;
  return (
    `<strong dir="auto">${escapeHtml(title)}</strong>` +
    (description ? `<span class="small about" dir="auto">${escapeHtml(description)}</span>` : '') +
    (note === undefined ? '' : `<span class="small">${escapeHtml(note)}</span>`)
  );
}
