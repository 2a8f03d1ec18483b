import type { ConsentChannel } from '@dundun/domain';

/** The names of the fields of the preference page. */
export const FIELDS = {
  shown: (listId: string) => `s-${listId}`,
  wanted: (channel: ConsentChannel, listId: string) => `${channel === 'email' ? 'l' : 'm'}-${listId}`,
  none: 'none',
  pause: 'pause',
  /** The language that the page showed; what the reader left as it was is no choice. */
  languageShown: 's-language',
  language: 'language',
  trackingShown: 's-tracking',
  refusesTracking: 'refuses-tracking',
};

/** What the field of the pause says; what is missing says nothing. */
export const PAUSES = { keep: 'keep', end: 'end', days: [30, 90] } as const;

/** The value of the language for no language: an empty field is one that is missing. */
export const NO_LANGUAGE = '-';
