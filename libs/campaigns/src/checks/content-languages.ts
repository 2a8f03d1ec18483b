import { VARIANT_NAMES, type CampaignFinding, type JsonObject, type MessageChannel } from '@dundun/domain';
import { closestLanguage, languageOf, type ContentInput, type LocalizedParts } from '@dundun/messaging';
import type { CampaignRow } from '../definitions/campaign.js';
import { variantContent } from '../definitions/variant-content.js';

/** Recipients who get a content in one of its languages. */
export interface LanguageCount {
  language: string;
  people: number;
  /** Whether it is for everybody whose language the content lacks. */
  isDefault: boolean;
}

/** Returns the languages of a template; a subject of the campaign itself is the same in all of them. */
export function localized(
  { language, translations }: LocalizedParts,
  subject: string | undefined,
  channel: MessageChannel,
): Pick<LocalizedParts, 'language' | 'translations'> {
  if (!translations) return {};
  const all = Object.entries(translations).map(([tag, parts]) => {
    const { html, text } = parts;
    return [tag, channel === 'sms' ? { text } : { subject: subject ?? parts.subject, html, text }] as const;
  });
  return { language, translations: Object.fromEntries(all) };
}

/** Says which languages would be sent in part, or not for every variant. What a language of a template lacks is a finding of its own. */
export function languageFindings(campaign: CampaignRow, contents: readonly ContentInput[]): CampaignFinding[] {
  const languages = contents.map(namedLanguages);
  const all = [...new Set(languages.flat())].sort();
  const found: CampaignFinding[] = [];
  languages.forEach((own, index) => {
    const variant = languages.length > 1 ? ` of the variant ${(VARIANT_NAMES[index] as string).toUpperCase()}` : '';
    const lacking = all.filter((tag) => !own.includes(tag));
    const content = variantContent(campaign.content, campaign.variants[index - 1]);
    if (own.length === 0 && all.length > 0)
      found.push(finding(`the content${variant} is in one language, and that of other variants in ${all.join(', ')}`));
    else if (lacking.length > 0)
      found.push(finding(`the content${variant} is not in ${lacking.join(', ')}, as that of other variants is`));
    else if (own.length > 0 && campaign.channel === 'email' && content.subject)
      found.push(
        finding(
          `the subject${variant} is written in one language, and its template is also in ${own.slice(1).sort().join(', ')}: leave the subject to the template, or choose one in a single language`,
        ),
      );
  });
  return found;
}

/** Returns the languages of a content, its default first; none of a content in one language, which need not say which. */
function namedLanguages({ language, translations = {} }: ContentInput): string[] {
  const others = Object.keys(translations);
  return language === undefined || others.length === 0 ? [] : [language, ...others];
}

const finding = (message: string): CampaignFinding => ({ code: 'language_incomplete', message });

/** Counts recipients by the language in which they would get a content. */
export class LanguageCounts {
  private readonly people = new Map<string, number>();
  private readonly language: string | undefined;

  constructor(
    content: ContentInput | undefined,
    private readonly data: JsonObject,
  ) {
    const languages = content ? namedLanguages(content) : [];
    this.language = languages[0];
    for (const tag of languages) this.people.set(tag, 0);
  }

  get areSeveral(): boolean {
    return this.language !== undefined;
  }

  /** @param readers people by their language, null if it is unknown */
  add(readers: readonly { language: string | null; people: number }[]): void {
    for (const { language, people } of readers) {
      const wanted = languageOf({ ...(language !== null && { language }), ...this.data });
      const closest = wanted === undefined ? undefined : closestLanguage(wanted, [...this.people.keys()]);
      const tag = closest ?? (this.language as string);
      this.people.set(tag, (this.people.get(tag) ?? 0) + people);
    }
  }

  /** Returns the languages, the one of most people first; empty if there is one alone. */
  all(): LanguageCount[] {
    return [...this.people]
      .map(([language, people]) => ({ language, people, isDefault: language === this.language }))
      .sort((one, other) => other.people - one.people || Number(other.isDefault) - Number(one.isDefault));
  }
}
