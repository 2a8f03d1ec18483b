import type { Campaign } from './queries';

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, each) => total + each, 0);

/** Statuses of messages that were handed over, with no bounce since. */
const ARRIVED = ['sent', 'delivered', 'captured', 'complained'];

type Counted = Pick<Campaign, 'people' | 'messages'>;

/** Returns how many messages failed or are unknown, without those that others replace: their reports may still come in. */
export const notReached = ({ people, messages: { failed = 0, unknown = 0 } }: Counted) =>
  Math.max(0, failed + unknown - people.retried);

/**
 * Returns the numbers of a campaign: recipients = waiting + arrived + failed + skipped. A recipient whose replaced message
 * arrives as well counts once.
 */
export function numbersOf({ people, messages }: Counted) {
  const { waiting: open = 0, ...ended } = messages;
  const reached = ARRIVED.reduce((total, status) => total + (ended[status] ?? 0), 0);
  const over = people.queued - open;
  const arrived = Math.min(reached, over);
  const skipped = sum(people.skipped);
  return {
    recipients: people.planned + people.queued + skipped,
    waiting: people.planned + open,
    arrived,
    failed: over - arrived,
    skipped,
  };
}

/** Returns the counts that are not 0, the largest first. */
export const linesOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one);
