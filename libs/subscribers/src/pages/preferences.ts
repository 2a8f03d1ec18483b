import type { MembershipState } from '@dundun/domain';
import type { PersonalList } from '../memberships/personal-lists.repository.js';
import type { SpokenLanguage } from '../words/spoken-languages.js';

/** The reader, with masked addresses. */
export interface MaskedReader {
  address: string;
  /** Null for a person without a number, whose lists say nothing about channels. */
  number: string | null;
}

/** Until when a person wants no marketing. */
export interface PauseShown {
  /** Null without a pause. */
  until: Date | null;
  /** In which the reader reads the day. */
  timeZone: string;
}

/** What a person has chosen for all messages. */
export interface OwnChoices {
  /** Null if the person has none. */
  language: string | null;
  /** The languages to choose from. */
  languages: SpokenLanguage[];
  refusesTracking: boolean;
  pause: PauseShown;
}

/** What the reader has chosen so far. */
export interface Preferences {
  /** Those of the reader, and public ones to join. */
  lists: PersonalList[];
  /** Null for an address that no person has. */
  own: OwnChoices | null;
}

/** Whether a channel of a list is on, or waits for its confirmation. */
export const isOn = (state: MembershipState | null): boolean => state === 'subscribed' || state === 'pending';
