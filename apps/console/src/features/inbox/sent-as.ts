import type { InboxMessageDetail } from '@dundun/client';

const OURS = /^<([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@[^@>]+>$/i;

/** The id of the message that was captured, which an email has in its Message-ID; undefined where nothing tells it. */
export function sentAs({ headers }: Pick<InboxMessageDetail, 'headers'>): string | undefined {
  const messageId = headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value.trim() ?? '';
  return OURS.exec(messageId)?.[1]?.toLowerCase();
}
