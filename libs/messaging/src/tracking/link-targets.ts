import { urlOf } from '@dundun/domain';
const MOST_LINKS = 1_000;
/** Some servers take no more, and it has to fit into a header. */
const LONGEST = 4_000;
const WEB = /^[\0- ]*https?:/i;

/** The targets of a message's links, each once, in the order in which they were found. */
export class LinkTargets {
  readonly all: string[] = [];
  private readonly numbers = new Map<string, number>();

  /** @param isOurs links that are left alone: unsubscribing, say, is no interest in anything */
  constructor(private readonly isOurs: (url: string) => boolean) {}

  /** @param written as it stands in the content, entities decoded. @returns undefined when it is not to be tracked */
  numberOf(written: string): number | undefined {
    const known = this.numbers.get(written);
    if (known !== undefined || this.all.length >= MOST_LINKS) return known;
    const target = webTarget(written);
    if (target === undefined || this.isOurs(target)) return undefined;
    const same = this.numbers.get(target);
    const number = same ?? this.all.length;
    if (same === undefined) this.all.push(target);
    this.numbers.set(target, number).set(written, number);
    return number;
  }
}

/** The address that a browser would go to, in ASCII, so that a redirect to it is the same as the link was. */
function webTarget(written: string): string | undefined {
  if (written.length > LONGEST) return undefined;
  // Browsers drop these wherever they stand.
  const text = written.replace(/[\t\n\r]/g, '');
  const url = WEB.test(text) ? urlOf(text) : null;
  return url && /^https?:$/.test(url.protocol) && url.href.length <= LONGEST ? url.href : undefined;
}
