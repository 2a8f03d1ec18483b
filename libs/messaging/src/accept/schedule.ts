import { InvalidInputError, type MessageLane } from '@dundun/domain';

const FARTHEST_MS = 90 * 24 * 60 * 60 * 1_000;

/** Earlier times are seconds that were taken for milliseconds; the message would be sent too early. */
const EARLIEST = Date.UTC(2000);
const TOO_EARLY = 'must not be before the year 2000; an epoch time is given in milliseconds, not in seconds';

/** Returns when to send a message; null means at once. @throws InvalidInputError for an implausible time */
export function scheduledAt(sendAt: Date | undefined, now = Date.now()): Date | null {
  if (sendAt && sendAt.getTime() < EARLIEST) throw new InvalidInputError([{ field: 'send_at', message: TOO_EARLY }]);
  if (!sendAt || sendAt.getTime() <= now) return null;
  if (sendAt.getTime() <= now + FARTHEST_MS) return sendAt;
  throw new InvalidInputError([{ field: 'send_at', message: 'must be at most 90 days ahead' }]);
}

/** Returns the lane of a message. List mail and scheduled messages use the bulk lane, out of the way of urgent ones. */
export const laneOf = (listId: string | null, scheduled: Date | null): MessageLane =>
  listId === null && scheduled === null ? 'fast' : 'bulk';
