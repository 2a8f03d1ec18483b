import { isbot } from 'isbot';

/** Why an open or click does not count as a person's. */
export type MachineReason = 'user_agent' | 'prefetch' | 'head' | 'burst' | 'honeypot' | 'too_soon';

/** What a request for a link or pixel reveals. */
export interface EngagementFacts {
  kind: 'open' | 'click';
  method: string;
  userAgent: string | null;
  /** Whether the browser declares a prefetch. */
  prefetch: boolean;
  honeypot: boolean;
  at: Date;
  /** When a provider accepted the message; null before that. */
  handedOverAt: Date | null;
}

/** An open or click among the others of its message. */
export interface SeenEngagement {
  id: string;
  link: number | null;
  at: Date;
  reason: MachineReason | null;
}

const TOO_SOON_MS = 2_000;
const BURST_MS = 5_000;
/** No person follows this many different links within five seconds. */
const BURST_LINKS = 5;
/** The honeypot is the last link: a scanner has read the rest before it, and finishes soon after. */
const BEFORE_TRAP_MS = 60_000;
const AFTER_TRAP_MS = 10_000;
/** Reasons that machines declare themselves, so they say nothing about a person who clicks at the same time. */
const DECLARED = new Set<MachineReason | null>(['head', 'prefetch', 'user_agent']);

/** Mail programs that load images when a person reads; isbot mistakes some of them for robots. */
const MAIL_PROGRAMS =
  /ms-office|microsoft (office|outlook)|outlook-|thunderbird|airmail|lotus-notes|evolution\/|superhuman/i;
/**
 * Gmail fetches the pixel through its proxy when the person opens the mail, so it counts as the person. What its servers
 * fetch during delivery is recognized by the time.
 */
const ON_BEHALF = /GoogleImageProxy/i;
/** Privacy proxies and mail filters, which fetch links and images whether or not a person reads the mail. */
const PREFETCHERS = new RegExp(
  [
    'YahooMailProxy',
    'SafeLinks|Microsoft Defender|MicrosoftPreview|BingPreview|SkypeUriPreview',
    'Barracuda|Proofpoint|Mimecast|Cloudmark|MessageLabs|Symantec|FireEye|Trellix|Trend ?Micro|Sophos|Forcepoint',
    'Forti(Guard|Mail|Sandbox)|IronPort|Cisco[ -]?(ESA|Talos|Umbrella)|Vade|Avanan|Check ?Point|Zscaler|Bitdefender',
    'Hornetsecurity|Retarus|SpamTitan|Libraesva|Trustwave|ESET|Kaspersky|McAfee|Abnormal ?Security|Ironscales',
  ].join('|'),
  'i',
);
/** The user agent of Apple Mail Privacy Protection, which no other program uses. */
const APPLE_PRIVACY = 'Mozilla/5.0';

/** Classifies one open or click on its own, by the surest sign first. @returns null when it looks like a person's */
export function machineReason(engagement: EngagementFacts): Exclude<MachineReason, 'burst'> | null {
  const { kind, method, userAgent, prefetch, honeypot, at, handedOverAt } = engagement;
  if (method === 'HEAD') return 'head';
  if (honeypot) return 'honeypot';
  if (prefetch || (userAgent !== null && isPrefetcher(kind, userAgent))) return 'prefetch';
  if (!isPersons(kind, userAgent)) return 'user_agent';
  const isSoon = handedOverAt === null || at.getTime() - handedOverAt.getTime() < TOO_SOON_MS;
  return isSoon ? 'too_soon' : null;
}

const isPrefetcher = (kind: EngagementFacts['kind'], userAgent: string) =>
  PREFETCHERS.test(userAgent) || (kind === 'open' && userAgent.trim() === APPLE_PRIVACY);

/** Whether a person may use this program; all such programs send a user agent. */
function isPersons(kind: EngagementFacts['kind'], userAgent: string | null): boolean {
  if (userAgent === null || userAgent.trim() === '') return false;
  if (kind === 'open' && (ON_BEHALF.test(userAgent) || MAIL_PROGRAMS.test(userAgent))) return true;
  return !isbot(userAgent);
}

/**
 * Classifies opens and clicks by what surrounds them: all links of a message (or many) within seconds, or a honeypot
 * click nearby.
 * @param engagements of one message, in chronological order
 * @param links how many links a person can follow in the message
 * @returns reasons, by id, for engagements that had none
 */
export function laterReasons(engagements: SeenEngagement[], links: number): Map<string, MachineReason> {
  const reasons = new Map<string, MachineReason>();
  const mark = (among: SeenEngagement[], reason: MachineReason) => {
    for (const { id, reason: before } of among) if (before === null && !reasons.has(id)) reasons.set(id, reason);
  };
  const traps = engagements.filter(({ reason }) => reason === 'honeypot');
  const isNear = (at: number, trap: number) => at >= trap - BEFORE_TRAP_MS && at <= trap + AFTER_TRAP_MS;
  mark(
    engagements.filter(({ at }) => traps.some((trap) => isNear(at.getTime(), trap.at.getTime()))),
    'honeypot',
  );
  const enough = Math.min(links, BURST_LINKS);
  if (enough < 2) return reasons;
  let first = 0;
  const counts = new Map<number | null, number>();
  const count = ({ link, reason }: SeenEngagement, by: 1 | -1) => {
    if (link === null || DECLARED.has(reason)) return;
    const next = (counts.get(link) ?? 0) + by;
    if (next === 0) counts.delete(link);
    else counts.set(link, next);
  };
  engagements.forEach((engagement, index) => {
    count(engagement, 1);
    for (
      let oldest = engagements[first];
      oldest && engagement.at.getTime() - oldest.at.getTime() > BURST_MS;
      oldest = engagements[++first]
    )
      count(oldest, -1);
    if (counts.size >= enough) mark(engagements.slice(first, index + 1), 'burst');
  });
  return reasons;
}
