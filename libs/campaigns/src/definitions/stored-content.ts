import { contentFor } from '@dundun/messaging';
import type { JsonObject } from '@dundun/domain';
import type { CampaignRow } from './campaign.js';

/** The content of a variant, as fixed by the start. */
export interface StoredContent {
  id: string;
  /** By language; null if there is one alone. */
  languages: Record<string, string> | null;
}

/** Returns the content that a reader of a variant gets. @param variables of the reader */
export function storedContentOf(
  { content_id, content_ids, content_languages }: CampaignRow,
  variant: number | null,
  variables: JsonObject,
): string {
  const id = (content_ids?.[variant ?? 0] ?? content_id) as string;
  return contentFor(id, content_languages?.[variant ?? 0], variables);
}

/** Returns the contents of a variant, in all its languages. */
export const contentsOfVariant = (
  { content_ids, content_languages }: CampaignRow,
  variant: number,
): readonly string[] => [
  ...new Set([
    ...(content_ids ?? []).slice(variant, variant + 1),
    ...Object.values(content_languages?.[variant] ?? {}),
  ]),
];

/** Returns the contents of all variants and languages. */
export const allContentsOf = (campaign: CampaignRow): readonly string[] => [
  ...new Set([
    ...(campaign.content_id === null ? [] : [campaign.content_id]),
    ...(campaign.content_ids ?? []).flatMap((_, variant) => contentsOfVariant(campaign, variant)),
  ]),
];

/** Returns the languages of contents that have several. */
export const languagesOf = ({ content_languages }: CampaignRow): ReadonlyMap<string, string> =>
  new Map(
    (content_languages ?? []).flatMap((each) => Object.entries(each ?? {}).map(([tag, id]) => [id, tag] as const)),
  );
