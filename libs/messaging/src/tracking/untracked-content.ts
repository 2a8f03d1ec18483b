import { escapeHtml } from '@dundun/domain';
import type { Track } from '../message/message.js';
import { IMAGE, TRAP } from './track-content.js';

/** The parts of a content that messages share, with slots in place of what each of them tracks. */
interface SharedParts {
  html: string | null;
  text: string | null;
  links: string[] | null;
  track: Track | null;
}

/** The slots of a content, as templates spell them. */
interface SlotNames {
  linkOf: (number: number) => string;
  pixel: string;
}

/** Returns a content with the targets in place of its slots, and without what only tracks: the pixel and the link for machines. */
export function untracked<C extends SharedParts>(content: C, { linkOf, pixel }: SlotNames): C {
  const { html, text, links, track } = content;
  const honeypot = track?.honeypot ?? null;
  const trap = honeypot === null ? '' : TRAP.join(linkOf(honeypot));
  const bare = html?.replace(IMAGE.join(pixel), '').replace(trap, '') ?? null;
  const withTargets = (part: string | null, spelt: (target: string) => string) =>
    (links ?? []).reduce(
      (result, target, number) => result?.replaceAll(linkOf(number), () => spelt(target)) ?? null,
      part,
    );
  return { ...content, html: withTargets(bare, escapeHtml), text: withTargets(text, String), links: null, track: null };
}
