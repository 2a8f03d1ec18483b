import { htmlLinks } from './html-links.js';
import { LinkTargets } from './link-targets.js';
import type { EmailContent, SmsContent } from '../message/message.js';
import { replaceTextLinks } from './text-links.js';

/** What the caller wants to track. */
export interface Asked {
  opens: boolean;
  clicks: boolean;
}

/** The tracking addresses of one message. They consist of URL characters, so they need no escaping in HTML. */
export interface TrackingUrls {
  linkOf: (number: number) => string;
  pixel: string;
  isOurs: (url: string) => boolean;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Returns the content with tracked links, a pixel and the targets; unchanged if there is nothing to track. */
export function trackEmail(content: EmailContent, { opens, clicks }: Asked, urls: TrackingUrls): EmailContent {
  const targets = new LinkTargets(urls.isOurs);
  const edits: Edit[] = [];
  const found = content.html === undefined ? undefined : htmlLinks(content.html);
  for (const { target, start, end } of clicks && found ? found.links : []) {
    const number = targets.numberOf(target);
    if (number !== undefined) edits.push({ start, end, text: urls.linkOf(number) });
  }
  const text = clicks ? trackText(content.text, targets, urls.linkOf) : content.text;
  const hasPixel = opens && found !== undefined;
  const links = [...targets.all];
  if (links.length === 0 && !hasPixel) return content;
  // An invisible link with the target of the first one: only a machine follows it.
  const honeypot = edits.length > 0 ? links.push(links[0] as string) - 1 : null;
  if (found) {
    const trap = honeypot === null ? '' : trapOf(urls.linkOf(honeypot));
    const added = trap + (hasPixel ? pixelOf(urls.pixel) : '');
    edits.push({ start: found.bodyEnd, end: found.bodyEnd, text: added });
  }
  const html = content.html === undefined ? undefined : edited(content.html, edits);
  return { ...content, html, text, links, track: { opens: hasPixel, clicks: links.length > 0, honeypot } };
}

/** Returns the content with tracked links and their targets; unchanged if it has no links. */
export function trackSms(content: SmsContent, urls: Pick<TrackingUrls, 'linkOf' | 'isOurs'>): SmsContent {
  const targets = new LinkTargets(urls.isOurs);
  const body = trackText(content.body, targets, urls.linkOf) as string;
  if (targets.all.length === 0) return content;
  return { ...content, body, links: targets.all, track: { opens: false, clicks: true, honeypot: null } };
}

function trackText(text: string | undefined, targets: LinkTargets, linkOf: (number: number) => string) {
  if (text === undefined) return undefined;
  return replaceTextLinks(text, (url) => {
    const number = targets.numberOf(url);
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

const trapOf = (url: string) =>
  `<a href="${url}" style="display:none" aria-hidden="true" tabindex="-1" rel="nofollow"></a>`;
const pixelOf = (url: string) =>
  `<img src="${url}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`;
