import type { CampaignContent } from './campaign.js';

const BODY = ['html', 'mjml', 'text', 'template'] as const;

/** Returns a content with the parts of a variant; a body replaces the whole body. */
export function variantContent(content: CampaignContent, variant: CampaignContent = {}): CampaignContent {
  const base = { ...content };
  if (BODY.some((part) => variant[part] !== undefined)) for (const part of BODY) delete base[part];
  return { ...base, ...variant };
}
