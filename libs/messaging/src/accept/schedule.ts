import { InvalidInputError, type MessageLane } from '@dundun/domain';

const FARTHEST_MS = 90 * 24 * 60 * 60 * 1_000;

/** Nobody plans a message for 1970: seconds were given for milliseconds, and it would leave too early. */
const EARLIEST = Date.UTC(2000);
const TOO_EARLY = 'must not be before the year 2000; an epoch time is given in milliseconds, not in seconds';

/** When a message leaves; null is at once. @throws InvalidInputError when that cannot be meant */
export function scheduledAt(sendAt: Date | undefined, now = Date.now()): Date | null {
  if (sendAt && sendAt.getTime() < EARLIEST) throw new InvalidInputError([{ field: 'send_at', message: TOO_EARLY }]);
  if (!sendAt || sendAt.getTime() <= now) return null;
  if (sendAt.getTime() <= now + FARTHEST_MS) return sendAt;
  throw new InvalidInputError([{ field: 'send_at', message: 'must be at most 90 days ahead' }]);
}

/** What somebody waits for goes fast; mail of a list and what was planned must not stand in its way. */
export const laneOf = (listId: string | null, scheduled: Date | null): MessageLane =>
  listId === null && scheduled === null ? 'fast' : 'bulk';
