import { derivedText } from '@dundun/providers';
import { htmlLinks } from './html-links.js';
import { LinkTargets } from './link-targets.js';
import type { EmailContent, SmsContent } from '../message/message.js';
import { textLinks } from './text-links.js';

/** What the caller wants to track. */
export interface Asked {
  opens: boolean;
  clicks: boolean;
}

/** The tracking addresses of one message. They consist of URL characters, so they need no escaping in HTML. */
export interface TrackingUrls {
  linkOf: (number: number) => string;
  pixel: string;
}

/** Texts between the places where an address of the message belongs: the number of a link, or PIXEL. */
type Pieces = (string | number)[];
const PIXEL = -1;

/** An email with places for its tracking addresses, the same for all messages with this content. */
export interface TrackedSlots {
  html: Pieces | undefined;
  text: Pieces | undefined;
  /** The targets by number. */
  links: string[];
  track: { opens: boolean; clicks: boolean; honeypot: number | null };
  /** The number of targets beyond the limit, whose links stay as they are. */
  untracked: number;
}

/** Finds what is tracked in a content. @param isOurs links that are not tracked */
export function slotsOf(
  content: EmailContent,
  { opens, clicks }: Asked,
  isOurs: (url: string) => boolean,
): TrackedSlots {
  const targets = new LinkTargets(isOurs);
  const places: Place[] = [];
  const found = content.html === undefined ? undefined : htmlLinks(content.html);
  for (const { target, start, end } of clicks && found ? found.links : []) {
    const number = targets.numberOf(target);
    if (number !== undefined) places.push({ start, end, pieces: [number] });
  }
  const text = textOf(content, clicks ? targets : undefined);
  const hasPixel = opens && found !== undefined;
  const links = [...targets.all];
  // An invisible link with the target of the first one: only a machine follows it.
  const honeypot = places.length > 0 ? links.push(links[0] as string) - 1 : null;
  if (found) {
    const trap = honeypot === null ? [] : [TRAP[0], honeypot, TRAP[1]];
    const added = [...trap, ...(hasPixel ? [IMAGE[0], PIXEL, IMAGE[1]] : [])];
    places.push({ start: found.bodyEnd, end: found.bodyEnd, pieces: added });
  }
  const html = content.html === undefined ? undefined : piecesOf(content.html, places);
  return {
    html,
    text,
    links,
    track: { opens: hasPixel, clicks: links.length > 0, honeypot },
    untracked: targets.beyond.size,
  };
}

/** Whether there is anything to track. */
export const isTracked = ({ links, track }: TrackedSlots): boolean => links.length > 0 || track.opens;

/** Returns the content with tracked links, a pixel and the targets. */
export function fillSlots(
  content: EmailContent,
  { html, text, links, track }: TrackedSlots,
  urls: TrackingUrls,
): EmailContent {
  return { ...content, html: filled(html, urls), text: filled(text, urls), links, track };
}

function filled(pieces: Pieces | undefined, { linkOf, pixel }: TrackingUrls): string | undefined {
  if (!pieces) return undefined;
  let result = '';
  for (const piece of pieces) result += typeof piece === 'string' ? piece : piece === PIXEL ? pixel : linkOf(piece);
  return result;
}

/** Returns the content with tracked links and their targets; unchanged if it has no links. */
export function trackSms(
  content: SmsContent,
  { linkOf, isOurs }: Pick<TrackingUrls, 'linkOf'> & { isOurs: (url: string) => boolean },
): SmsContent {
  const targets = new LinkTargets(isOurs);
  const pieces = textPieces(content.body, (url) => targets.numberOf(url));
  if (targets.all.length === 0) return content;
  const body = pieces.map((piece) => (typeof piece === 'string' ? piece : linkOf(piece))).join('');
  return { ...content, body, links: targets.all, track: { opens: false, clicks: true, honeypot: null } };
}

/**
 * Returns the text part. If it is absent, it is derived before anything is added, because neither the pixel nor the invisible
 * link belongs in a text; then only links that are tracked in the HTML are tracked in it.
 */
function textOf(content: EmailContent, targets: LinkTargets | undefined): Pieces | undefined {
  const { html, text } = content;
  if (text !== undefined) return targets ? textPieces(text, (url) => targets.numberOf(url)) : [text];
  if (!html) return undefined;
  const derived = derivedText({ ...content, html });
  return targets ? textPieces(derived, (url) => targets.knownNumberOf(url)) : [derived];
}

function textPieces(text: string, numberOf: (url: string) => number | undefined): Pieces {
  const places: Place[] = [];
  for (const { url, start } of textLinks(text)) {
    const number = numberOf(url);
    if (number !== undefined) places.push({ start, end: start + url.length, pieces: [number] });
  }
  return piecesOf(text, places);
}

interface Place {
  start: number;
  end: number;
  pieces: Pieces;
}

function piecesOf(source: string, places: Place[]): Pieces {
  const result: Pieces = [];
  let done = 0;
  for (const { start, end, pieces } of places.sort((a, b) => a.start - b.start)) {
    result.push(source.slice(done, start), ...pieces);
    done = end;
  }
  return [...result, source.slice(done)];
}

/** Without content it takes no room, so that nothing has to be hidden, which filters count against a mail (ADR 37). */
export const TRAP = ['<a href="', '" aria-hidden="true" tabindex="-1" rel="nofollow"></a>'] as const;
export const IMAGE = [
  '<img src="',
  '" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">',
] as const;
