import type { DnsRecordStatus } from '@dundun/domain';
import type { SendingDomain } from './sending-domain.entity.js';

/** The columns that determine the status of a domain. */
export type StatusFields = Pick<SendingDomain, 'connectedAt' | 'connectedBy' | 'fineSince' | 'failingSince'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A domain is checked often while its owner is at the DNS provider. */
const NEW_MS = HOUR;
const OFTEN_MS = 5 * MINUTE;
/** A domain is disconnected after this long without its required records. */
const GRACE_MS = 72 * HOUR;
/** A domain that has been right for this long is checked daily. */
const SETTLED_MS = 3 * DAY;
/** A domain that is not connected by then is checked daily; a check can be requested in the console. */
const FORGOTTEN_MS = 14 * DAY;

/**
 * Returns the status after a check of the required records. Without an answer from the name servers nothing changes. A domain
 * connected by the operator stays connected; it counts as failing only if its records were right before.
 */
export function statusAfterCheck(before: StatusFields, required: DnsRecordStatus, now: Date): StatusFields {
  const { connectedAt, connectedBy, fineSince, failingSince } = before;
  if (required === 'error') return { connectedAt, connectedBy, fineSince, failingSince };
  if (required === 'ok') {
    const joined =
      connectedAt === null ? { connectedAt: now, connectedBy: 'check' as const } : { connectedAt, connectedBy };
    return { ...joined, fineSince: fineSince ?? now, failingSince: null };
  }
  const wasRight = connectedBy === 'check' || fineSince !== null;
  const since = failingSince ?? (connectedAt !== null && wasRight ? now : null);
  const isOver = connectedBy === 'check' && since !== null && now.getTime() - since.getTime() >= GRACE_MS;
  if (isOver) return { connectedAt: null, connectedBy: null, fineSince: null, failingSince: null };
  return { connectedAt, connectedBy, fineSince: null, failingSince: since };
}

/**
 * Returns the time of the next check: in five minutes for a new domain, else in an hour, or in a day once no change is expected.
 * @param random 0 to 1; spreads the checks of domains that were added together
 */
export function nextCheck(
  { fineSince, connectedAt }: StatusFields,
  { createdAt, rotationAskedAt }: Pick<SendingDomain, 'createdAt' | 'rotationAskedAt'>,
  now: Date,
  random: number = Math.random(),
): Date {
  const age = (since: Date) => now.getTime() - since.getTime();
  const isSettled = fineSince !== null && age(fineSince) > SETTLED_MS;
  const isForgotten = connectedAt === null && age(createdAt) > FORGOTTEN_MS;
  const isQuiet = rotationAskedAt === null && (isSettled || isForgotten);
  const isNew = connectedAt === null && age(createdAt) < NEW_MS;
  const usual = isNew ? OFTEN_MS : HOUR;
  return new Date(now.getTime() + (isQuiet ? DAY : usual) * (0.9 + 0.2 * random));
}
