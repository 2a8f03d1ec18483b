import type { MessageStatus } from '../message.js';
import type { CampaignHalt } from './halts.js';

/** Messages of a campaign that have ended, by status. Those that another message of the same recipient replaces are counted apart. */
export type EndedMessages = Partial<Record<MessageStatus | 'replaced', number>>;

/** What the guard counts: messages that were handed to a provider, and what came of them. */
interface GuardCounts {
  tried: number;
  /** Refused by the provider. */
  refused: number;
  bounced: number;
  complained: number;
}

interface GuardSample extends GuardCounts {
  /** Milliseconds since 1970. */
  at: number;
}

/** What the guard of a campaign remembers. */
export interface GuardMemory {
  /** The counts at its last resume after a halt: somebody has seen them. */
  base: GuardCounts;
  /** One sample every ten seconds of the last minute, oldest first. */
  samples: GuardSample[];
}

const NONE: GuardCounts = { tried: 0, refused: 0, bounced: 0, complained: 0 };
const EVERY_MS = 10_000;
const WINDOW_MS = 60_000;
/** Messages after which a share says something: of everything, and of the last minute. */
const ENOUGH = 500;
const ENOUGH_IN_WINDOW = 50;
const MOST_BOUNCED = 0.05;
const MOST_COMPLAINED = 0.001;
const A_FIFTH = 5;

const HANDED_OVER = ['sent', 'delivered', 'captured', 'unknown', 'bounced', 'complained', 'failed'] as const;

const countsOf = (ended: EndedMessages): GuardCounts => ({
  tried: HANDED_OVER.reduce((sum, status) => sum + (ended[status] ?? 0), 0),
  refused: ended.failed ?? 0,
  bounced: ended.bounced ?? 0,
  complained: ended.complained ?? 0,
});

const since = (now: GuardCounts, before: GuardCounts): GuardCounts => ({
  tried: now.tried - before.tried,
  refused: now.refused - before.refused,
  bounced: now.bounced - before.bounced,
  complained: now.complained - before.complained,
});

/** Returns a memory that takes the counts of now as seen. */
export const guardFrom = (ended: EndedMessages): GuardMemory => ({ base: countsOf(ended), samples: [] });

/** Returns the memory with a sample of now, or the same memory if its last sample is less than ten seconds old. */
export function remembered(memory: GuardMemory | null, ended: EndedMessages, now: Date): GuardMemory {
  const { base, samples } = memory ?? { base: NONE, samples: [] };
  const at = now.getTime();
  const last = samples.at(-1);
  if (memory && last && at - last.at < EVERY_MS) return memory;
  // The newest sample that is older than the window stays: it is where the window begins.
  const begins = samples.findLastIndex((sample) => at - sample.at >= WINDOW_MS);
  return { base, samples: [...samples.slice(Math.max(0, begins)), { at, ...countsOf(ended) }] };
}

/**
 * Returns why a campaign has to halt, undefined while all is well. Bounces and refusals above 5% or complaints above 0.1% of
 * at least 500 messages halt it, and refusals of a fifth of at least 50 messages of the last minute.
 */
export function guardOf(memory: GuardMemory | null, ended: EndedMessages, now: Date): CampaignHalt | undefined {
  const { base, samples } = memory ?? { base: NONE, samples: [] };
  const counts = countsOf(ended);
  const all = since(counts, base);
  const begin = samples.findLast((sample) => now.getTime() - sample.at >= WINDOW_MS) ?? samples[0] ?? base;
  const recent = since(counts, begin);
  if (recent.tried >= ENOUGH_IN_WINDOW && recent.refused * A_FIFTH >= recent.tried) {
    const message = `the provider refused ${said(recent.refused, recent.tried)} of the last minute`;
    return { code: 'refusals', message };
  }
  if (isAbove(all.bounced + all.refused, all.tried, MOST_BOUNCED))
    return { code: 'bounces', message: `${said(all.bounced + all.refused, all.tried)} bounced or were refused` };
  if (isAbove(all.complained, all.tried, MOST_COMPLAINED))
    return { code: 'complaints', message: `${said(all.complained, all.tried)} were reported as spam` };
  return undefined;
}

const isAbove = (part: number, whole: number, most: number): boolean => whole >= ENOUGH && part > most * whole;

const said = (part: number, whole: number): string => `${part} of ${whole} messages`;
