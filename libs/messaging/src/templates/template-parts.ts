/** The sources of a content in one language; a null part is absent. */
export interface ContentParts {
  subject: string | null;
  html: string | null;
  mjml: string | null;
  text: string | null;
  /** The blocks from which the MJML is printed. */
  design: object | null;
}

/** Matches a language tag such as `fr` or `pt-BR`. */
export const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

/** Returns the key of the reader's language: the tag itself, else its first part, else another region of it. */
export function closestLanguage(wanted: string, available: string[]): string | undefined {
  const key = wanted.toLowerCase().replaceAll('_', '-');
  const [first] = key.split('-') as [string];
  const low = available.map((tag) => tag.toLowerCase());
  const at = [low.indexOf(key), low.indexOf(first), low.findIndex((tag) => tag.startsWith(`${first}-`))];
  const found = at.find((index) => index >= 0);
  return found === undefined ? undefined : available[found];
}

/** Returns the reader's language among the variables, if it is one. */
export function languageOf(variables: object): string | undefined {
  const { language } = variables as { language?: unknown };
  return typeof language === 'string' && language.length <= 35 ? language : undefined;
}

type Localized<T> = T & { language: string | null; translations: Record<string, ContentParts> | null };

/** Returns the content in the reader's language, else the content itself. */
export function inLanguage<T extends Omit<ContentParts, 'design' | 'mjml'>>(
  version: Localized<T>,
  wanted: string | undefined,
): Pick<ContentParts, 'subject' | 'html' | 'text'> {
  const { translations, language } = version;
  if (wanted === undefined || translations === null) return version;
  const own = language === null ? [] : [language];
  const closest = closestLanguage(wanted, [...own, ...Object.keys(translations)]);
  return (closest !== undefined && closest !== language && translations[closest]) || version;
}

/** Returns the parts that the content has and the translation lacks. */
export function missingParts(content: ContentParts, translation: ContentParts): ('subject' | 'html' | 'text')[] {
  const lacks = (part: 'subject' | 'text') => !!content[part] && !translation[part];
  return [
    ...(lacks('subject') ? (['subject'] as const) : []),
    ...(content.html && !translation.html ? (['html'] as const) : []),
    ...(lacks('text') ? (['text'] as const) : []),
  ];
}
