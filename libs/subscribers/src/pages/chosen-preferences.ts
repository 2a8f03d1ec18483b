import { CONSENT_CHANNELS, type ConsentChannel } from '@dundun/domain';
import type { PersonalList } from '../memberships/personal-lists.repository.js';
import { fieldOf } from './page-fields.js';
import { FIELDS, NO_LANGUAGE, PAUSES } from './preference-fields.js';
import { isOn, type OwnChoices, type Preferences } from './preferences.js';

/** A list to join or come back to, or to leave, by some channels. */
export interface ListChoice {
  list: PersonalList;
  kind: 'resubscribe' | 'unsubscribe';
  channels: readonly ConsentChannel[];
}

/** What a submitted form changes; undefined leaves as it is. */
export interface Chosen {
  lists: ListChoice[];
  /** Null for none. */
  language?: string | null;
  refusesTracking?: boolean;
  /** For how many days from now; null ends it. */
  pause?: number | null;
}

/** Returns the changes of a form; undefined if it asks for something that the page does not offer. */
export function chosenIn(body: unknown, { lists, own }: Preferences): Chosen | undefined {
  const chosen: Chosen = { lists: listChoices(lists, body) };
  if (own === null) return chosen;
  if (fieldOf(body, FIELDS.trackingShown) !== '') chosen.refusesTracking = fieldOf(body, FIELDS.refusesTracking) !== '';
  const language = languageIn(body, own);
  const pause = pauseIn(body);
  if (language === 'unknown' || pause === 'unknown') return undefined;
  if (language) chosen.language = language.tag;
  if (pause) chosen.pause = pause.days;
  return chosen;
}

function pauseIn(body: unknown): { days: number | null } | 'unknown' | undefined {
  const value = fieldOf(body, FIELDS.pause);
  if (value === '' || value === PAUSES.keep) return undefined;
  if (value === PAUSES.end) return { days: null };
  const days = PAUSES.days.find((each) => value === `${each}`);
  return days === undefined ? 'unknown' : { days };
}

/** What was shown and stays is no choice: the language may have changed since. */
function languageIn(body: unknown, own: OwnChoices): { tag: string | null } | 'unknown' | undefined {
  const tag = fieldOf(body, FIELDS.language);
  if (tag === '' || tag === fieldOf(body, FIELDS.languageShown)) return undefined;
  if (tag === NO_LANGUAGE) return { tag: null };
  return own.languages.some((each) => each.tag === tag) ? { tag } : 'unknown';
}

/** Returns the changes of lists. A list that was not on the page stays unchanged. */
function listChoices(lists: PersonalList[], body: unknown): ListChoice[] {
  const leavesAll = fieldOf(body, FIELDS.none) !== '';
  return lists.flatMap((list) => {
    const isShown = fieldOf(body, FIELDS.shown(list.id)) !== '';
    const isWanted = (channel: ConsentChannel) => !leavesAll && fieldOf(body, FIELDS.wanted(channel, list.id)) !== '';
    const left = CONSENT_CHANNELS.filter((each) => isOn(list[each]) && !isWanted(each) && (isShown || leavesAll));
    const back = CONSENT_CHANNELS.filter(
      (each) => list[each] !== null && !isOn(list[each]) && isShown && isWanted(each),
    );
    // Without a number, the page says nothing about channels: the list is left for good.
    const ended = list.sms === null ? CONSENT_CHANNELS : left;
    return [
      ...(left.length > 0 ? [{ list, kind: 'unsubscribe' as const, channels: ended }] : []),
      ...(back.length > 0 ? [{ list, kind: 'resubscribe' as const, channels: back }] : []),
    ];
  });
}
