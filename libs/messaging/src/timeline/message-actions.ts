import type { MessageAction } from '@dundun/contracts';
import type { MessageStatus } from '@dundun/domain';
import { ERASED } from '../message/message.js';
import { SENT_AGAIN, type MessageRow } from '../message/message.repository.js';

const IN_FLIGHT: ReadonlySet<MessageStatus> = new Set(['scheduled', 'queued', 'sending', 'held']);

type Facts = Pick<MessageRow, 'channel' | 'status' | 'attempts' | 'content' | 'recipients' | 'reason' | 'replaced_by'>;

/** Whether the content still exists. */
export const isKept = ({ content }: Pick<MessageRow, 'content'>): boolean =>
  ['html', 'text', 'body', 'template', 'variables'].some((part) => part in (content ?? {}));

/** Whether nobody knows if the message arrived, and no person has settled it. */
export const isOpen = ({ status, reason }: Facts): boolean =>
  status === 'held' || (status === 'unknown' && !reason?.startsWith(SENT_AGAIN));

/** Returns why a message cannot be sent again, as the middle of a sentence; null if it can. */
export function notRepeatable(row: Facts): string | null {
  const { status, channel, recipients } = row;
  if (IN_FLIGHT.has(status)) return `it is ${status}`;
  if (row.replaced_by === 'group') return 'its campaign sends it again';
  if (channel === 'sms' && isOpen(row)) return 'it may have arrived, so settle it first';
  if (!isKept(row)) return 'its content is no longer stored';
  if (recipients.every(({ address }) => address === ERASED)) return 'its recipients were erased';
  return null;
}

/** Returns what can be done with a message now. */
export function actionsOf(row: Facts): MessageAction[] {
  const { status, attempts } = row;
  const isWaiting = (status === 'scheduled' || status === 'queued') && attempts === 0;
  return [
    ...(isWaiting ? (['cancel'] as const) : []),
    ...(isOpen(row) ? (['settle'] as const) : []),
    ...(notRepeatable(row) === null ? (['send_again'] as const) : []),
  ];
}
