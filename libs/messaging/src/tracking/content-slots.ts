import type { EmailContent } from '../message/message.js';
import { slotsOf, type Asked, type TrackedSlots } from './track-content.js';

/** Characters of all contents together: 4 MB at most. */
const MOST = 2_000_000;
const LONGEST = MOST / 10;

interface Kept {
  text: string | undefined;
  subject: string;
  asked: Asked;
  base: string;
  slots: TrackedSlots;
}

/**
 * Remembers where the links of the latest contents are: an application sends the same mail many times, and finding its links takes
 * longer than anything else about a tracked send. Contents are compared whole.
 */
export class ContentSlots {
  /** By HTML, the longest unused first. */
  private readonly kept = new Map<string, Kept>();
  private length = 0;

  slotsOf(content: EmailContent, asked: Asked, base: string, isOurs: (url: string) => boolean): TrackedSlots {
    const { html = '', text, subject } = content;
    const known = this.kept.get(html);
    const isSame =
      known?.text === text &&
      // The subject stands in for an empty text.
      known?.subject === subject &&
      known.base === base &&
      known.asked.opens === asked.opens &&
      known.asked.clicks === asked.clicks;
    if (known && isSame) {
      this.kept.delete(html);
      this.kept.set(html, known);
      return known.slots;
    }
    const slots = slotsOf(content, asked, isOurs);
    if (lengthOf(html, text) <= LONGEST) this.keep(html, { text, subject, asked, base, slots });
    return slots;
  }

  private keep(html: string, one: Kept): void {
    const former = this.kept.get(html);
    if (former) this.drop(html, former);
    this.kept.set(html, one);
    this.length += lengthOf(html, one.text);
    for (const [oldest, other] of this.kept) {
      if (this.length <= MOST) return;
      this.drop(oldest, other);
    }
  }

  private drop(html: string, { text }: Kept): void {
    this.kept.delete(html);
    this.length -= lengthOf(html, text);
  }
}

/** An absent text is derived from the HTML and kept too. */
const lengthOf = (html: string, text = html) => html.length + text.length;
