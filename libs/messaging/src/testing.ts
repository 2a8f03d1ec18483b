import type { Database } from '@dundun/platform/database';
import { v7 } from 'uuid';
import type { Lane } from './deliver/lane.js';
import type { ClaimedMessage, NewMessage, Recipient } from './message/message.js';
import { MessageRepository } from './message/message.repository.js';

export const aRecipient = (address: string, over: Partial<Recipient> = {}): Recipient => ({
  address,
  name: null,
  kind: 'to',
  status: 'queued',
  detail: null,
  ...over,
});

/** Builds a message that is ready to send; state only what matters. */
export function aMessage(workspaceId: number, over: Partial<NewMessage> = {}): NewMessage {
  return {
    workspace_id: workspaceId,
    id: v7(),
    channel: 'email',
    lane: 'fast',
    list_id: null,
    source: null,
    sender: { name: 'Ada', address: 'ada@example.com' },
    recipients: [aRecipient('grace@example.com')],
    content: { subject: 'Hello', text: 'Hello' },
    segments: null,
    request_id: null,
    ...over,
  };
}

/** Stores messages, due one second ago, because the clock of a virtual machine may step back. */
export async function queued(database: Database, ...messages: NewMessage[]): Promise<NewMessage[]> {
  await database.transaction(async () => {
    await new MessageRepository(database).insert(messages);
    await database.execute(
      `UPDATE messages SET due_at = due_at - interval '1 second'
       WHERE workspace_id = ANY ($1) AND id = ANY ($2) AND scheduled_at IS NULL`,
      [[...new Set(messages.map(({ workspace_id }) => workspace_id))], messages.map(({ id }) => id)],
    );
  });
  return messages;
}

/** Extends the leases of these lanes regularly, as a worker does. @returns a function that stops it */
export function heartbeat(lanes: () => Lane[]): () => void {
  const timer = setInterval(() => {
    for (const lane of lanes()) lane.extend().catch(() => undefined);
  }, 1_000);
  return () => clearInterval(timer);
}

/** Returns the current row of a message. */
export async function rowOf(
  database: Database,
  { id }: { id: string },
): Promise<ClaimedMessage & { reason: string | null; due_at: Date | null }> {
  const [row] = await database.query<ClaimedMessage & { reason: string | null; due_at: Date | null }>(
    'SELECT * FROM messages WHERE id = $1',
    [id],
  );
  if (!row) throw new Error(`no message ${id}`);
  return row;
}
