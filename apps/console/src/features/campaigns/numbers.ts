import type { Campaign } from './queries';

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, each) => total + each, 0);

/** Statuses of messages that were handed over, with no bounce since. */
const ARRIVED = ['sent', 'delivered', 'captured', 'complained'];

type Counted = Pick<Campaign, 'people' | 'messages'>;

/** Returns how many messages failed or are unknown; those that others replace are counted apart. */
export const notReached = ({ messages: { failed = 0, unknown = 0 } }: Pick<Campaign, 'messages'>) => failed + unknown;

/**
 * Returns the numbers of a campaign: recipients = waiting + arrived + failed + skipped. Each recipient counts once, by the last of
 * their messages.
 */
export function numbersOf({ people, messages }: Counted) {
  const { waiting: open = 0 } = messages;
  const arrived = ARRIVED.reduce((total, status) => total + (messages[status] ?? 0), 0);
  const skipped = sum(people.skipped);
  return {
    recipients: people.planned + people.queued + skipped,
    waiting: people.planned + open,
    arrived,
    failed: people.queued - open - arrived,
    skipped,
  };
}

/** Returns the counts that are not 0, the largest first. */
export const linesOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one);
