import { CONSENT_CHANNELS, escapeHtml, type ConsentChannel } from '@dundun/domain';
import type { PersonalList } from '../memberships/personal-lists.repository.js';
import type { Words } from '../words/words.js';
import { paragraph } from './hosted-page.js';
import { FIELDS } from './preference-fields.js';
import { isOn, type MaskedReader } from './preferences.js';

/** Returns the page's text about one list and channels of it: the evidence of a choice. */
export const preferenceText = (
  words: Words,
  { title, description, is_offered }: PersonalList,
  channels: readonly ConsentChannel[],
  { address, number }: MaskedReader,
): string =>
  [
    words.preferences.question(address),
    ...(is_offered ? [words.preferences.offered] : []),
    title,
    ...(description ? [description] : []),
    ...(number === null ? [] : channels.map((channel) => channelText(words, channel, number))),
    `[${words.preferences.save}]`,
  ].join('\n');

const channelText = ({ preferences }: Words, channel: ConsentChannel, number: string): string =>
  channel === 'email' ? preferences.byEmail : preferences.bySms(number);

/** Returns the choices of the reader's own lists, and then of those that they may join. */
export function listSections(words: Words, lists: PersonalList[], reader: MaskedReader): string {
  const { preferences } = words;
  const own = lists.filter(({ is_offered }) => !is_offered);
  const offered = lists.filter(({ is_offered }) => is_offered);
  const question = preferences.question(reader.address);
  return (
    (own.length === 0 ? paragraph(preferences.none) : group(words, question, own, reader)) +
    (own.length === 0 && offered.length > 0 ? paragraph(question) : '') +
    (offered.length === 0 ? '' : group(words, preferences.offered, offered, reader))
  );
}

/** With a number, each list is a group of its own: it has a box for each channel. */
function group(words: Words, title: string, lists: PersonalList[], reader: MaskedReader): string {
  const choices = lists.map((list) => choice(words, list, reader)).join('');
  return `<fieldset><legend>${escapeHtml(title)}</legend>${choices}</fieldset>`;
}

/** The hidden field marks the list as shown, so that a list joined meanwhile is not left. */
function choice(words: Words, list: PersonalList, { number }: MaskedReader): string {
  const shown = `<input type="hidden" name="${FIELDS.shown(list.id)}" value="1">`;
  if (number === null) return `${shown}${box(list, 'email', aboutList(words, list))}`;
  const boxes = CONSENT_CHANNELS.filter((channel) => list[channel] !== null).map((channel) =>
    box(list, channel, escapeHtml(channelText(words, channel, number))),
  );
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
