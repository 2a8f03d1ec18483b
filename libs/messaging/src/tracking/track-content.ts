import { derivedText } from '@dundun/providers';
import { htmlLinks } from './html-links.js';
import { LinkTargets } from './link-targets.js';
import type { EmailContent, SmsContent } from '../message/message.js';
import { replaceTextLinks } from './text-links.js';

/** What the caller wants to track. */
export interface Asked {
  opens: boolean;
  clicks: boolean;
}

type LinkOf = (number: number) => string;

/** The tracking addresses of one message. They consist of URL characters, so they need no escaping in HTML. */
export interface TrackingUrls {
  linkOf: LinkOf;
  pixel: string;
  isOurs: (url: string) => boolean;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** An email with what is tracked of it. */
export interface TrackedEmail {
  content: EmailContent;
  /** The number of targets beyond the limit, whose links stay as they are. */
  untracked: number;
}

/** Returns the content with tracked links, a pixel and the targets; unchanged if there is nothing to track. */
export function trackEmail(content: EmailContent, { opens, clicks }: Asked, urls: TrackingUrls): TrackedEmail {
  const targets = new LinkTargets(urls.isOurs);
  const edits: Edit[] = [];
  const found = content.html === undefined ? undefined : htmlLinks(content.html);
  for (const { target, start, end } of clicks && found ? found.links : []) {
    const number = targets.numberOf(target);
    if (number !== undefined) edits.push({ start, end, text: urls.linkOf(number) });
  }
  const text = textOf(content, clicks ? targets : undefined, urls.linkOf);
  const hasPixel = opens && found !== undefined;
  const links = [...targets.all];
  const untracked = targets.beyond.size;
  if (links.length === 0 && !hasPixel) return { content, untracked };
  // An invisible link with the target of the first one: only a machine follows it.
  const honeypot = edits.length > 0 ? links.push(links[0] as string) - 1 : null;
  if (found) {
    const trap = honeypot === null ? '' : trapOf(urls.linkOf(honeypot));
    const added = trap + (hasPixel ? pixelOf(urls.pixel) : '');
    edits.push({ start: found.bodyEnd, end: found.bodyEnd, text: added });
  }
  const html = content.html === undefined ? undefined : edited(content.html, edits);
  const track = { opens: hasPixel, clicks: links.length > 0, honeypot };
  return { content: { ...content, html, text, links, track }, untracked };
}

/** Returns the content with tracked links and their targets; unchanged if it has no links. */
export function trackSms(content: SmsContent, urls: Pick<TrackingUrls, 'linkOf' | 'isOurs'>): SmsContent {
  const targets = new LinkTargets(urls.isOurs);
  const body = trackText(content.body, (url) => targets.numberOf(url), urls.linkOf);
  if (targets.all.length === 0) return content;
  return { ...content, body, links: targets.all, track: { opens: false, clicks: true, honeypot: null } };
}

/**
 * Returns the text part. If it is absent, it is derived before anything is added, because neither the pixel nor the invisible
 * link belongs in a text; then only links that are tracked in the HTML are tracked in it.
 */
function textOf(content: EmailContent, targets: LinkTargets | undefined, linkOf: LinkOf): string | undefined {
  const { html, text } = content;
  if (text !== undefined) return targets ? trackText(text, (url) => targets.numberOf(url), linkOf) : text;
  if (!html) return undefined;
  const derived = derivedText({ ...content, html });
  return targets ? trackText(derived, (url) => targets.knownNumberOf(url), linkOf) : derived;
}

function trackText(text: string, numberOf: (url: string) => number | undefined, linkOf: LinkOf): string {
  return replaceTextLinks(text, (url) => {
    const number = numberOf(url);
    return number === undefined ? undefined : linkOf(number);
  });
}

function edited(source: string, edits: Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    parts.push(source.slice(done, start), text);
    done = end;
  }
  return parts.join('') + source.slice(done);
}

/** Without content it takes no room, so that nothing has to be hidden, which filters count against a mail (ADR 37). */
const trapOf = (url: string) => `<a href="${url}" aria-hidden="true" tabindex="-1" rel="nofollow"></a>`;
const pixelOf = (url: string) =>
  `<img src="${url}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`;
