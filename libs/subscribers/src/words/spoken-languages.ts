import { LANGUAGES } from './language.js';

/** A language that a reader may choose, by its own name. */
export interface SpokenLanguage {
  tag: string;
  name: string;
}

/** Returns the spelling that BCP 47 recommends; undefined for what is no tag. */
function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

function nameOf(tag: string): string {
  const known = canonical(tag);
  const name = known === undefined ? undefined : new Intl.DisplayNames([known], { type: 'language' }).of(known);
  return name === undefined ? tag : name.replace(/^\p{Ll}/u, (first) => first.toLocaleUpperCase(known));
}

/**
 * Returns the languages of hosted pages, which confirmation mails have too, and of templates, by their names.
 * @param own the language that the reader has; it stays to choose, whatever it is
 */
export function spokenLanguages(ofTemplates: readonly string[], own: string | null): SpokenLanguage[] {
  const ofPages = LANGUAGES.map(({ language }) => language);
  const tags = [...ofPages, ...ofTemplates].flatMap((tag) => canonical(tag) ?? []);
  const all = [...new Set([...tags, ...(own === null ? [] : [own])])];
  return all.map((tag) => ({ tag, name: nameOf(tag) })).sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
