import { emailKey, isEmail, parsePhone } from '@dundun/domain';

const MOST_WORDS = 10;
/** Fewer characters in a row have no trigram. */
const SHORTEST = 3;
const RUN = /[\p{L}\p{N}]+/gu;

/** A word of a search: part of a person's text, or the beginning of a word in it. */
export interface SearchWord {
  text: string;
  isPrefix: boolean;
}

/** What somebody typed to find people. */
export interface Needle {
  /** All must be found. Empty when nothing typed can be: no letter or digit. */
  words: SearchWord[];
  /** What the whole text is if it identifies people: they are then the only answer. */
  exact: { email: string | null; number: string | null; uid: string | null };
}

/**
 * Reads what was typed into a search box. Words of three letters or digits in a row match anywhere, shorter ones at the beginning
 * of a word. A phone number is found however it is grouped.
 */
export function needleOf(search: string): Needle {
  const typed = search.trim();
  const number = parsePhone(typed);
  const texts = number === null ? typed.toLowerCase().split(/\s+/) : [number];
  const words = [...new Set(texts)].filter((text) => /[\p{L}\p{N}]/u.test(text)).slice(0, MOST_WORDS);
  return {
    words: words.map((text) => ({ text, isPrefix: !hasTrigram(text) })),
    exact: {
      email: isEmail(typed) ? emailKey(typed) : null,
      number,
      // A single name may be a uid, but is rather the name of many.
      uid: /^\p{L}+$/u.test(typed) ? null : typed,
    },
  };
}

const hasTrigram = (word: string) => [...word.matchAll(RUN)].some(([run]) => [...run].length >= SHORTEST);

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Returns the pattern of a word within the text of a person, in which every word follows a space. */
export const patternOf = ({ text, isPrefix }: SearchWord): string => `%${isPrefix ? ' ' : ''}${escaped(text)}%`;

/** Returns the pattern of a word at the beginning of a column. */
export const prefixOf = ({ text }: SearchWord): string => `${escaped(text)}%`;
