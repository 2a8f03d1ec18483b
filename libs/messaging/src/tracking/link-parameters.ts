import { htmlLinks } from './html-links.js';
import { textLinks } from './text-links.js';

/** What is added to the links of a content, unless it is there. */
export interface LinkParameters {
  /** Plain texts by name. */
  values: Record<string, string>;
  /** Targets, as written, that stay as they are. */
  except: readonly string[];
}

/** A link of a content, and where it leads with the parameters. */
export interface LinkWithParameters {
  target: string;
  result: string;
}

interface Parts {
  html?: string | null;
  text?: string | null;
}

const WEB = /^\s*https?:\/\//i;
const LIQUID = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;
/** A fragment, and no entity such as `&#38;`. */
const FRAGMENT = /(?<!&)#/;

/** Returns the parts with the parameters in each http(s) link. Liquid within an address stays as it is. */
export function withParameters<P extends Parts>(parts: P, parameters: LinkParameters): P {
  const { html, text } = parts;
  return {
    ...parts,
    ...(html && { html: inHtml(html, parameters) }),
    ...(text && { text: inText(text, parameters) }),
  };
}

/** Returns the http(s) links of a content in their order, each once. */
export function linksWith({ html, text }: Parts, parameters: LinkParameters): LinkWithParameters[] {
  const targets = html
    ? htmlLinks(html).links.map(({ target }) => target)
    : textLinks(text ?? '').map(({ url }) => url);
  return [...new Set(targets)]
    .filter((target) => WEB.test(target))
    .map((target) => ({ target, result: added(target, target, parameters, '&') }));
}

/** Returns an address with the parameters that it lacks. */
export const linkWith = (url: string, parameters: LinkParameters): string => added(url, url, parameters, '&');

function inHtml(html: string, parameters: LinkParameters): string {
  const places = htmlLinks(html).links.map(({ target, start, end }) => ({
    ...{ start, end },
    text: added(html.slice(start, end), target, parameters, '&amp;'),
  }));
  return replaced(html, places);
}

function inText(text: string, parameters: LinkParameters): string {
  const places = textLinks(text).map(({ url, start }) => ({
    ...{ start, end: start + url.length },
    text: added(url, url, parameters, '&'),
  }));
  return replaced(text, places);
}

/**
 * Returns an address with the parameters that it lacks, before its fragment.
 * @param source the address as it stands in its part
 * @param target the address with entities decoded
 * @param and the separator in the part
 */
function added(source: string, target: string, { values, except }: LinkParameters, and: string): string {
  if (!WEB.test(target) || except.includes(target)) return source;
  const before = masked(target).split('#')[0] as string;
  const missing = Object.entries(values).filter(
    ([name]) => !before.includes(`?${name}=`) && !before.includes(`&${name}=`),
  );
  if (missing.length === 0) return source;
  const pairs = missing.map(([name, value]) => `${name}=${encoded(value)}`).join(and);
  const separator = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : and;
  const fragment = masked(source).search(FRAGMENT);
  const at = fragment === -1 ? source.trimEnd().length : fragment;
  return source.slice(0, at) + separator + pairs + source.slice(at);
}

/** Returns an address of the same length without the insides of its Liquid. */
const masked = (source: string): string => source.replace(LIQUID, (liquid) => '_'.repeat(liquid.length));

/** An apostrophe would end an attribute. */
const encoded = (value: string): string => encodeURIComponent(value).replaceAll("'", '%27');

function replaced(source: string, places: { start: number; end: number; text: string }[]): string {
  let [result, done] = ['', 0];
  for (const { start, end, text } of places.sort((one, other) => one.start - other.start)) {
    result += source.slice(done, start) + text;
    done = end;
  }
  return result + source.slice(done);
}
