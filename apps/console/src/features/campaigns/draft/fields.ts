import type { Campaign, CampaignChange } from '../queries';
import { saidGoal } from './said-goal';

const FIELDS = [
  ...(['name', 'lists', 'segments', 'without_lists', 'without_segments', 'list', 'profile'] as const),
  ...(['template', 'subject', 'html', 'mjml', 'text', 'track_opens', 'track_clicks', 'per_minute'] as const),
  ...(['variants', 'test', 'holdout_percent', 'local_start', 'window', 'utm', 'conversion'] as const),
  ...(['sms_source', 'sms_from', 'most_sms_segments', 'transactional_reason'] as const),
];

/** What the page of a draft changes. */
export type Fields = Pick<Campaign, (typeof FIELDS)[number]>;

/** Where the body of a draft comes from. */
export type Mode = 'template' | 'html' | 'mjml' | 'text';

export const fieldsOf = (campaign: Campaign): Fields =>
  Object.fromEntries(FIELDS.map((field) => [field, campaign[field]])) as Fields;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields that differ, as a change; undefined if none does. A draft keeps its name while the field is empty. */
export function changeOf(before: Fields, after: Fields): CampaignChange | undefined {
  const changed = FIELDS.filter((field) => !isSame(before[field], after[field])).filter(
    (field) => field !== 'name' || after.name.trim() !== '',
  );
  if (changed.length === 0) return undefined;
  const value = (field: (typeof FIELDS)[number]) =>
    field === 'variants'
      ? saidVariants(after.variants)
      : field === 'conversion'
        ? saidGoal(after.conversion)
        : after[field];
  return Object.fromEntries(changed.map((field) => [field, value(field)])) as CampaignChange;
}

/** Returns where the body comes from: own parts win over the template. */
export function modeOf({ template, html, mjml, text }: Pick<Fields, Mode>): Mode {
  if (mjml !== null) return 'mjml';
  if (html !== null) return 'html';
  if (text !== null) return 'text';
  return template === null ? 'html' : 'template';
}

/** Returns the parts of a body in another mode; what the others held is kept for the way back. */
export const inMode = (mode: Mode, kept: Partial<Pick<Fields, Mode>>): Pick<Fields, Mode> => ({
  template: mode === 'template' ? (kept.template ?? null) : null,
  html: mode === 'html' ? (kept.html ?? '') || null : null,
  mjml: mode === 'mjml' ? (kept.mjml ?? '') || null : null,
  text: mode === 'template' ? null : (kept.text ?? null),
});

/** Returns the variants as they are saved: without those that say nothing yet; null for none. */
function saidVariants(variants: Fields['variants']): Fields['variants'] | null {
  const said = variants
    .map((variant) => Object.fromEntries(Object.entries(variant).filter(([, part]) => part !== '')))
    .filter((variant) => Object.keys(variant).length > 0);
  return said.length > 0 ? said : null;
}
