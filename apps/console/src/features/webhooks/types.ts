/** The types of entries by group, as `GET /v1/feed` and webhooks name them. */
export const GROUPS: Record<string, string[]> = {
  message: [
    'sent',
    'delivered',
    'bounced',
    'complained',
    'captured',
    'failed',
    'suppressed',
    'unknown',
    'canceled',
    'opened',
    'clicked',
  ],
  subscriber: ['requested', 'subscribed', 'confirmed', 'unsubscribed', 'removed', 'resumed'],
  user: ['created', 'updated', 'deleted', 'merged'],
  list: ['created', 'updated', 'archived'],
  segment: ['entered', 'left'],
  event: ['tracked'],
  campaign: ['scheduled', 'taken_back', 'started', 'paused', 'resumed', 'halted', 'sent', 'canceled'],
  automation: ['published', 'paused', 'resumed', 'draining', 'stopped', 'closed'],
  webhook: ['disabled'],
};

/** Adds or removes a type or a whole group such as `message.*`, which stands for its types. */
export function toggled(types: readonly string[], type: string): string[] {
  const [group = ''] = type.split('.');
  const all = `${group}.*`;
  const each = (GROUPS[group] ?? []).map((name) => `${group}.${name}`);
  const others = types.filter((known) => !known.startsWith(`${group}.`));
  const own = types.includes(all) ? each : types.filter((known) => known.startsWith(`${group}.`));
  if (type === all) return own.length === each.length ? others : [...others, all];
  const next = own.includes(type) ? own.filter((known) => known !== type) : [...own, type];
  return next.length === each.length ? [...others, all] : [...others, ...next];
}

/** Returns whether a type is chosen, by itself or with its group. */
export const isChosen = (types: readonly string[], type: string): boolean =>
  types.includes(type) || types.includes(`${type.split('.')[0]}.*`);
