import { isJsonObject } from '@dundun/domain';
import { momentOf } from '@/lib/format';
import { words } from './words';

interface HeldBy {
  reason: string;
  until: string;
  cap?: { limit: number; per: string } | null;
}

/** Says what a message waits for, and until when. */
export const holdSentence = ({ until, cap }: HeldBy): string =>
  cap
    ? words.held.capped({ when: momentOf(until), cap: capName(cap) })
    : words.held.quiet_hours({ when: momentOf(until) });

/** Names the cap that kept a message from leaving. */
export function capOf(facts: unknown): string | undefined {
  const held = heldIn(facts);
  return held?.cap ? capName(held.cap) : undefined;
}

/** Returns what the message of a visit was held by, if it was. */
export function heldIn(facts: unknown): HeldBy | undefined {
  const held = isJsonObject(facts) ? facts.held : undefined;
  return isJsonObject(held) && typeof held.until === 'string' ? (held as unknown as HeldBy) : undefined;
}

const capName = ({ limit, per }: { limit: number; per: string }) =>
  (per === 'week' ? words.cap.week : words.cap.day)({ limit });
