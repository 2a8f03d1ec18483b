import { escapeHtml, CONSENT_CHANNELS, type ConsentChannel, type MembershipState } from '@dundun/domain';
import { happened, hostedPage, paragraph } from './hosted-page.js';
import type { Words } from '../words/words.js';
import type { PersonalList } from '../memberships/personal-lists.repository.js';

/** The names of the form's fields. */
export const FIELDS = {
  shown: (listId: string) => `s-${listId}`,
  wanted: (channel: ConsentChannel, listId: string) => `${channel === 'email' ? 'l' : 'm'}-${listId}`,
  none: 'none',
  trackingShown: 's-tracking',
  refusesTracking: 'refuses-tracking',
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

/** Returns the page's text about tracking: the evidence of a choice. */
export const trackingText = ({ preferences }: Words): string =>
  [preferences.tracking, preferences.refuseTracking, `[${preferences.save}]`].join('\n');

/** What the reader has chosen so far. */
export interface Preferences {
  lists: PersonalList[];
  /** Null for an address that no person has. */
  refusesTracking: boolean | null;
}

/** Returns the page. @param said a status message */
export function preferencesPage(
  words: Words,
  { lists, refusesTracking }: Preferences,
  reader: MaskedReader,
  said?: string,
): string {
  const { preferences } = words;
  const head = `<h1>${escapeHtml(preferences.title)}</h1>${said === undefined ? '' : happened(said)}`;
  const tracking = refusesTracking === null ? '' : trackingChoice(words, refusesTracking);
  if (lists.length === 0) {
    const rest = tracking && `<form method="post">${tracking}${saveButton(words)}</form>`;
    return hostedPage(words, preferences.title, head + paragraph(preferences.none) + rest);
  }
  const choices = lists.map((list) => choice(words, list, reader)).join('');
  const question = escapeHtml(preferences.question(reader.address));
  const form =
    `<form method="post">` +
    (reader.number === null
      ? `<fieldset><legend>${question}</legend>${choices}</fieldset>`
      : `<p>${question}</p>${choices}`) +
    tracking +
    saveButton(words) +
    `<button type="submit" class="quiet" name="${FIELDS.none}" value="1">${escapeHtml(preferences.leaveAll)}</button></form>`;
  return hostedPage(words, preferences.title, head + form + paragraph(words.nothingYet, 'small'));
}

const saveButton = ({ preferences }: Words) => `<button type="submit">${escapeHtml(preferences.save)}</button>`;

/** The hidden field tells a form that asked from one that is older than the choice. */
const trackingChoice = ({ preferences }: Words, isRefused: boolean) =>
  `<input type="hidden" name="${FIELDS.trackingShown}" value="1">` +
  `<fieldset><legend>${escapeHtml(preferences.tracking)}</legend><label class="choice">` +
  `<input type="checkbox" name="${FIELDS.refusesTracking}" value="1"${isRefused ? ' checked' : ''}>` +
  `<span>${escapeHtml(preferences.refuseTracking)}</span></label></fieldset>`;

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
