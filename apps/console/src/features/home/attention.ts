import type { HomeDay } from './queries';

/** Something that a member should look at. */
export type Attention = { key: string; tone: 'bad' | 'wait'; href: string } & (
  | { kind: 'provider'; name: string; since: string }
  | { kind: 'domainFails' | 'domainPending'; domain: string }
  | { kind: 'bounces' | 'complaints' | 'failures'; share: number }
  | { kind: 'held'; count: number }
);

interface Facts {
  days: HomeDay[];
  integrations: { id: string; name: string | null; provider: string; enabled: boolean; failing_since: string | null }[];
  domains: { id: string; domain: string; status: string }[];
  refused: { refused: number }[];
}

const WEEK = 7;
/** Below this many messages, a share says nothing. */
const FEWEST = 50;
/** From here on mailbox providers act: 2% and 5% of bounces, one and three complaints in a thousand. */
const BOUNCES = { wait: 0.02, bad: 0.05 };
const COMPLAINTS = { wait: 0.001, bad: 0.003 };
const FAILURES = { wait: 0.02, bad: 0.05 };
const FEWEST_COMPLAINTS = 2;

/** Returns what needs attention, the worst first. */
export function attentionOf({ days, integrations, domains, refused }: Facts): Attention[] {
  const week = days.slice(-WEEK);
  const sum = (figure: 'sent' | 'arrived' | 'bounced' | 'complained' | 'failed') =>
    week.reduce((total, day) => total + day[figure], 0);
  const rate = (
    kind: 'bounces' | 'complaints' | 'failures',
    [part, whole]: [number, number],
    limits: { wait: number; bad: number },
    status: string,
  ): Attention[] => {
    const share = whole >= FEWEST ? part / whole : 0;
    if (share < limits.wait) return [];
    return [{ key: kind, kind, share, tone: share < limits.bad ? 'wait' : 'bad', href: `/messages?status=${status}` }];
  };
  const held = refused.reduce((total, { refused: count }) => total + count, 0);
  const all: Attention[] = [
    ...integrations.flatMap(({ id, name, provider, enabled, failing_since: since }): Attention[] =>
      enabled && since
        ? [{ key: id, kind: 'provider', name: name ?? provider, since, tone: 'bad', href: '/settings/providers' }]
        : [],
    ),
    ...domains.flatMap(({ id, domain, status }): Attention[] => {
      const href = `/settings/domains/${encodeURIComponent(id)}`;
      if (status === 'failing') return [{ key: id, kind: 'domainFails', domain, tone: 'bad', href }];
      return status === 'pending' ? [{ key: id, kind: 'domainPending', domain, tone: 'wait', href }] : [];
    }),
    ...rate('bounces', [sum('bounced'), sum('sent')], BOUNCES, 'bounced'),
    ...(sum('complained') >= FEWEST_COMPLAINTS
      ? rate('complaints', [sum('complained'), sum('arrived')], COMPLAINTS, 'complained')
      : []),
    ...rate('failures', [sum('failed'), sum('sent') + sum('failed')], FAILURES, 'failed'),
    ...(held > 0
      ? [{ key: 'held', kind: 'held', count: held, tone: 'wait', href: '/settings/workspace' } as const]
      : []),
  ];
  return all.sort((one, other) => Number(one.tone === 'wait') - Number(other.tone === 'wait'));
}
