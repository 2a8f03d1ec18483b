'use client';

import { Select } from '@/components/ui/input';
import type { CampaignCheck } from '../queries';
import { languageWords as words } from '../language-words';

export type Languages = CampaignCheck['languages'];

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** Returns the English name of a language, or its tag. */
export const languageName = (tag: string): string => NAMES.of(tag) ?? tag;

/** Returns a choice among the languages of a content; empty for that of the reader. */
export const languageOptions = (languages: Languages) => [
  { value: '', label: words.ofReader },
  ...languages.map(({ language }) => ({ value: language, label: languageName(language) })),
];

interface LanguageChoiceProps {
  languages: Languages;
  value: string;
  onChange: (language: string) => void;
}

/** Chooses a language to look at, if there are several. */
export function LanguageChoice({ languages, value, onChange }: LanguageChoiceProps) {
  if (languages.length === 0) return null;
  return (
    <Select
      aria-label={words.language}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="sm:max-w-52"
    >
      {languageOptions(languages).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

/** Says how many people read each language. */
export function LanguageCounts({ languages }: { languages: Languages }) {
  if (languages.length === 0) return null;
  return (
    <p className="mt-1 text-[13px] text-muted">
      {languages
        .map(({ language, people, is_default }) =>
          (is_default ? words.readDefault : words.read)({ n: people, language: languageName(language) }),
        )
        .join(' · ')}
    </p>
  );
}
