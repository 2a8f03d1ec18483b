import type { Campaign } from './queries';

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, each) => total + each, 0);

/** Statuses of messages that were handed over, with no bounce since. */
const ARRIVED = ['sent', 'delivered', 'captured', 'complained'];

/** Returns the numbers of a campaign: recipients = waiting + arrived + failed + skipped. */
export function numbersOf({ people, messages }: Pick<Campaign, 'people' | 'messages'>) {
  const { waiting: open = 0, ...ended } = messages;
  const arrived = ARRIVED.reduce((total, status) => total + (ended[status] ?? 0), 0);
  const skipped = sum(people.skipped);
  return {
    recipients: people.planned + people.queued + skipped,
    waiting: people.planned + open,
    arrived,
    failed: sum(ended) - arrived - people.retried,
    skipped,
  };
}

/** Returns the counts that are not 0, the largest first. */
export const linesOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one);
