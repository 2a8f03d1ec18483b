import { icu } from '@/lib/icu';

/** The words of contents in several languages. */
export const languageWords = {
  language: 'Language',
  ofReader: 'In the language of the person',
  read: icu<{ n: number; language: string }>('{n, plural, one {# reads} other {# read}} {language}'),
  readDefault: icu<{ n: number; language: string }>(
    '{n, plural, one {# reads} other {# read}} {language}, the language of everybody else',
  ),
};
