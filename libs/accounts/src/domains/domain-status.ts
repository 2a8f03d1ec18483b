import type { DnsRecordStatus } from '@dundun/domain';
import type { SendingDomain } from './sending-domain.entity.js';

/** The columns that a domain’s status follows from; checks change them. */
export type StatusFields = Pick<SendingDomain, 'connectedAt' | 'connectedBy' | 'fineSince' | 'failingSince'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** So long a domain may be without its required records before it is disconnected. */
const GRACE_MS = 72 * HOUR;
/** What has been right for so long is looked at daily. */
const SETTLED_MS = 3 * DAY;
/** Whoever has not published the records by then comes back and asks for a check. */
const FORGOTTEN_MS = 14 * DAY;

/**
 * The domain after a check of its required records. Name servers without an answer say nothing, so nothing changes. What
 * the operator connected stays so; it is failing only if its records were right before.
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
 * When to look again: hourly, or daily once nothing is expected to change.
 * @param random 0 to 1; spreads the checks, so that domains added together are not checked together for ever
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
  return new Date(now.getTime() + (isQuiet ? DAY : HOUR) * (0.9 + 0.2 * random));
}
