import type { Campaign, CampaignCheck, Halt } from './queries';
import { transactionalWords } from './transactional-words';
import { words } from './words';

interface WayOut {
  href: string;
  label: string;
}

/** What keeps a campaign from starting, what to look at, or why it halted. */
type Code = CampaignCheck['problems'][number]['code'] | Halt['code'];

type Channel = Campaign['channel'];

const AUDIENCE: WayOut = { href: '#audience', label: words.sections.audience };
const CONTENT: WayOut = { href: '#content', label: words.sections.content };
const SEGMENTS: WayOut = { href: '/segments', label: words.toSegments };
const PROVIDERS: WayOut = { href: '/settings/providers', label: words.toProviders };
const WORKSPACE: WayOut = { href: '/settings/workspace', label: words.toWorkspace };
const DOMAINS: WayOut = { href: '/settings/domains', label: words.toDomains };

/** Where a finding is mended. */
const WAYS: Record<Code, WayOut | undefined> = {
  no_audience: AUDIENCE,
  no_list: AUDIENCE,
  nobody: AUDIENCE,
  list_archived: AUDIENCE,
  segment_archived: AUDIENCE,
  excluded_archived: AUDIENCE,
  segment_failed: SEGMENTS,
  segment_building: SEGMENTS,
  segment_changed: SEGMENTS,
  no_subject: CONTENT,
  content_invalid: CONTENT,
  language_incomplete: CONTENT,
  variable_missing: CONTENT,
  no_sender: DOMAINS,
  domain_not_connected: DOMAINS,
  domain_failing: DOMAINS,
  no_provider: PROVIDERS,
  plan_limit: PROVIDERS,
  refusals: PROVIDERS,
  bounces: undefined,
  complaints: undefined,
  changed: undefined,
  late: undefined,
  sent_before: undefined,
  source_unfinished: undefined,
  follows_early: undefined,
  without_consent: { href: '#consent', label: transactionalWords.badge },
  no_identity: WORKSPACE,
  no_way_out: CONTENT,
  time_past: { href: '#when', label: words.sections.when },
  warming_up: DOMAINS,
  no_hour: { href: '#when', label: words.sections.when },
  never_open: { href: '#when', label: words.sections.when },
  test_waits: { href: '#test', label: words.sections.test },
  no_opt_out: CONTENT,
  too_long: CONTENT,
  sms_ceiling: CONTENT,
  test_small: { href: '#test', label: words.sections.test },
};

/** Returns the place where a finding is mended, if there is one. The sender of SMS belongs to a provider, that of mail to a domain. */
export const wayOutOf = (code: Code, channel: Channel): WayOut | undefined =>
  channel === 'sms' && code === 'no_sender' ? PROVIDERS : WAYS[code];

/** Returns where the cause of a halt is mended; the page of a started campaign has no sections of a draft. */
export function wayOutOfHalt(code: Halt['code'], channel: Channel): WayOut | undefined {
  const way = wayOutOf(code, channel);
  return way?.href.startsWith('#') ? undefined : way;
}

/** Findings begin in lower case and have no end, because the service joins them. */
export const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
