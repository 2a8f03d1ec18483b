import { IncompleteLanguagesError, type LackingPart } from '@dundun/domain';
import type { TemplateParts } from './template-engine.js';
import { closestLanguage, languageOf } from './template-parts.js';

/** The parts of a content, and the same in other languages. */
export interface LocalizedParts extends TemplateParts {
  /** Of the parts themselves; given if there are translations. */
  language?: string;
  /** By language. */
  translations?: Record<string, TemplateParts>;
}

/** Returns the parts by language, the default first; by no language if there is one alone. */
export function partsByLanguage({ language, translations = {}, ...own }: LocalizedParts): Map<string, TemplateParts> {
  if (language === undefined || Object.keys(translations).length === 0) return new Map([['', own]]);
  return new Map([[language, own], ...Object.entries(translations)]);
}

/** Returns the parts that a reader gets: those in the given language, else in the one that the variables name, else the default ones. */
export function partsFor(content: LocalizedParts, variables: object, language = languageOf(variables)): TemplateParts {
  const { subject, html, text } = content;
  const all = partsByLanguage(content);
  const closest = language === undefined ? undefined : closestLanguage(language, [...all.keys()]);
  return (closest !== undefined && all.get(closest)) || { subject, html, text };
}

/** Returns the id of the content that a reader with these variables gets. @param languages ids by language; null if there is one alone */
export function contentFor(
  id: string,
  languages: Record<string, string> | null | undefined,
  variables: object,
): string {
  const language = languages ? languageOf(variables) : undefined;
  const closest = language === undefined ? undefined : closestLanguage(language, Object.keys(languages ?? {}));
  return (closest !== undefined && languages?.[closest]) || id;
}

/** Refuses a content of which a language lacks what another has. Text is made from HTML. @throws IncompleteLanguagesError */
export function mustBeComplete(content: LocalizedParts): void {
  const all = [...partsByLanguage(content)];
  const some = (part: keyof TemplateParts) => all.some(([, parts]) => parts[part]);
  const needed = (['subject', some('html') ? 'html' : 'text'] as const).filter(some);
  const lacking = all.flatMap(([language, parts]) =>
    needed.filter((part) => !parts[part]).map((part): LackingPart => ({ language, part })),
  );
  if (all.length > 1 && lacking.length > 0) throw new IncompleteLanguagesError(lacking);
}
