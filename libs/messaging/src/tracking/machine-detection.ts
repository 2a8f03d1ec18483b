import { network } from '@dundun/platform/limits';
import { isbot } from 'isbot';

/** Why an open or click does not count as a person's. */
export type MachineReason = 'user_agent' | 'prefetch' | 'head' | 'burst' | 'honeypot' | 'too_soon' | 'network';
/** What a request says of itself beside its user agent; it is stored, because nothing else shows it later. */
export type Declared = 'head' | 'prefetch';

/** What a request for a link or pixel reveals. */
export interface EngagementFacts {
  kind: 'open' | 'click';
  userAgent: string | null;
  /** A HEAD request, or a prefetch that the browser declares. */
  declared: Declared | null;
  honeypot: boolean;
  /** Whether it came from a network of a security scanner. */
  isScanner: boolean;
  at: Date;
  /** When a provider accepted the message; null before that. */
  handedOverAt: Date | null;
}

/** An open or click among the others of its message. */
export interface SeenEngagement {
  id: string;
  link: number | null;
  at: Date;
  /** Null if it was forgotten, or was no address. */
  ip: string | null;
  reason: MachineReason | null;
}

const TOO_SOON_MS = 2_000;
const BURST_MS = 5_000;
/** No person follows this many different links within five seconds. */
const BURST_LINKS = 5;
/** All links within five seconds are a burst from this many on: a person may well follow both links of a mail. */
const LEAST_BURST_LINKS = 3;
/** The honeypot is the last link: a scanner has read the rest before it, and finishes soon after. */
const BEFORE_TRAP_MS = 60_000;
const AFTER_TRAP_MS = 10_000;
/** Engagements with these reasons do not count towards a burst: they say nothing about a person who clicks at the same time. */
const ALONE = new Set<MachineReason | null>(['head', 'prefetch', 'user_agent', 'network', 'honeypot']);

/** Mail programs that load images when a person reads; isbot mistakes some of them for robots. */
const MAIL_PROGRAMS = new RegExp(
  [
    'ms-office|microsoft (office|outlook|windows mail)|outlook-|thunderbird|airmail|lotus-notes|evolution/|superhuman',
    '^(windows ?mail|em_?client|em client|k-?9 ?mail|bluemail|proton ?mail|naver|spark|mailspring)\\b|navermailapp',
  ].join('|'),
  'i',
);
/** Apps that open links themselves, and phones without a browser of their own name. */
const APPS_AND_PHONES =
  /yahoomobilemail|yahoo(%20| )?mail\/|navermailapp|\bnaver\(inapp|midp-|cldc-|up\.browser|^(nokia|samsung-(gt|sgh)|sonyericsson|lg-|mot-|blackberry|alcatel|zte-)/i;
/** Robots use the names of phones and mail programs, too. */
const ROBOT = /bot\b|bot[/-]|crawl|spider|slurp|yahoomailproxy/i;
/**
 * Gmail fetches the pixel through its proxy when the person opens the mail, so it counts as the person. What its servers
 * fetch during delivery is recognized by the time.
 */
const ON_BEHALF = /GoogleImageProxy/i;
/** Privacy proxies and mail filters, which fetch links and images whether or not a person reads the mail. */
const PREFETCHERS = new RegExp(
  [
    // Gmail, before it shows a mail to a person with an open session (sparkpost.com/blog/gmail-prefetching-images, 2022-01-25).
    'Chrome/42\\.0\\.2311\\.135 Safari/537\\.36 Edge/12\\.246',
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
  const { kind, userAgent, declared, honeypot, isScanner, at, handedOverAt } = engagement;
  if (declared === 'head') return 'head';
  if (honeypot) return 'honeypot';
  if (isScanner) return 'network';
  if (declared === 'prefetch' || (userAgent !== null && isPrefetcher(kind, userAgent))) return 'prefetch';
  if (!isPersons(kind, userAgent)) return 'user_agent';
  const isSoon = handedOverAt === null || at.getTime() - handedOverAt.getTime() < TOO_SOON_MS;
  return isSoon ? 'too_soon' : null;
}

const isPrefetcher = (kind: EngagementFacts['kind'], userAgent: string) =>
  PREFETCHERS.test(userAgent) || (kind === 'open' && userAgent.trim() === APPLE_PRIVACY);

/** Whether a person may use this program; all such programs send a user agent. */
function isPersons(kind: EngagementFacts['kind'], userAgent: string | null): boolean {
  if (userAgent === null || userAgent.trim() === '') return false;
  if (APPS_AND_PHONES.test(userAgent) && !ROBOT.test(userAgent)) return true;
  if (kind === 'open' && (ON_BEHALF.test(userAgent) || MAIL_PROGRAMS.test(userAgent))) return true;
  return !isbot(userAgent);
}

/**
 * Classifies opens and clicks by what surrounds them: all links of a message (or many) within seconds, or a honeypot click
 * nearby. A honeypot click speaks for its own network; for others only if it ended a sweep over the links (ADR 37).
 * @param engagements of one message, in chronological order
 * @param links how many links a person can follow in the message
 * @returns reasons, by id, for engagements that had none
 */
export function laterReasons(engagements: SeenEngagement[], links: number): Map<string, MachineReason> {
  const reasons = new Map<string, MachineReason>();
  const mark = (among: SeenEngagement[], reason: MachineReason) => {
    for (const { id, reason: before } of among) if (before === null && !reasons.has(id)) reasons.set(id, reason);
  };
  const enough = Math.min(links, BURST_LINKS);
  const traps = engagements.filter(({ reason }) => reason === 'honeypot');
  for (const trap of traps) mark(besideTrap(engagements, trap, enough), 'honeypot');
  if (enough < LEAST_BURST_LINKS) return reasons;
  let first = 0;
  const counts = new Map<number | null, number>();
  const count = ({ link, reason }: SeenEngagement, by: 1 | -1) => {
    if (link === null || ALONE.has(reason)) return;
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

/** Returns what belongs to the visit that ended in the honeypot. */
function besideTrap(engagements: SeenEngagement[], trap: SeenEngagement, enough: number): SeenEngagement[] {
  const end = trap.at.getTime();
  const since = ({ at }: SeenEngagement) => at.getTime() - end;
  const near = engagements.filter((one) => since(one) >= -BEFORE_TRAP_MS && since(one) <= AFTER_TRAP_MS);
  const before = near.filter((one) => since(one) <= 0 && one !== trap);
  const swept = new Set(before.flatMap(({ link, reason }) => (link === null || ALONE.has(reason) ? [] : [link])));
  const isSweep = enough > 1 && swept.size >= enough;
  const isSameNetwork = ({ ip }: SeenEngagement) => ip !== null && trap.ip !== null && network(ip) === network(trap.ip);
  return near.filter((one) => isSameNetwork(one) || (isSweep && before.includes(one)));
}
