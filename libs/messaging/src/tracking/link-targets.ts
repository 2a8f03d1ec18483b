import { urlOf } from '@dundun/domain';

/** The maximum number of tracked targets in one message. */
export const MOST_LINKS = 1_000;
/** Some servers refuse longer URLs, and the URL has to fit into a header. */
const LONGEST = 4_000;
const WEB = /^[\0- ]*https?:/i;

/** Collects the targets of a message's links, each once, in order of appearance. */
export class LinkTargets {
  readonly all: string[] = [];
  /** The targets beyond the limit, which are not tracked. */
  readonly beyond = new Set<string>();
  private readonly numbers = new Map<string, number>();

  /** @param isOurs links that are not tracked, for example to unsubscribe */
  constructor(private readonly isOurs: (url: string) => boolean) {}

  /** Returns the number of a link that was numbered before. */
  knownNumberOf(written: string): number | undefined {
    return this.numbers.get(written) ?? this.numbers.get(webTarget(written) ?? '');
  }

  /** Returns the number of a link. @param written its text with entities decoded @returns undefined if it is not tracked */
  numberOf(written: string): number | undefined {
    const known = this.numbers.get(written);
    if (known !== undefined) return known;
    const target = webTarget(written);
    if (target === undefined || this.isOurs(target)) return undefined;
    const same = this.numbers.get(target);
    if (same === undefined && this.all.length >= MOST_LINKS) {
      this.beyond.add(target);
      return undefined;
    }
    const number = same ?? this.all.length;
    if (same === undefined) this.all.push(target);
    this.numbers.set(target, number).set(written, number);
    return number;
  }
}

/** Returns the URL that a browser would open, in ASCII, so that a redirect behaves like the original link. */
function webTarget(written: string): string | undefined {
  if (written.length > LONGEST) return undefined;
  // Browsers drop these characters anywhere in a URL.
  const text = written.replace(/[\t\n\r]/g, '');
  const url = WEB.test(text) ? urlOf(text) : null;
  return url && /^https?:$/.test(url.protocol) && url.href.length <= LONGEST ? url.href : undefined;
}
