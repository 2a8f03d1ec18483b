import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { ClaimedMessage, NewMessage } from './message.js';

const STORE = {
  name: 'attachments-store',
  text: 'INSERT INTO message_attachments (workspace_id, message_id, number, content) VALUES ($1, $2, $3, $4)',
};

const CONTENTS = {
  name: 'attachments-contents',
  text: 'SELECT content FROM message_attachments WHERE workspace_id = $1 AND message_id = $2 ORDER BY number',
};

/** Stores the files of messages inside the open transaction: each as one binary parameter, which nothing has to parse. */
export async function storeAttachments(database: Database, messages: NewMessage[]): Promise<void> {
  for (const { workspace_id, id, attachments = [] } of messages) {
    for (const [number, content] of attachments.entries())
      await database.execute(STORE, [workspace_id, id, number, content]);
  }
}

/** Reads the files of messages right before they are handed over. */
@Injectable()
export class Attachments {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the files in the order of the message; none if it has none or holds them itself. */
  async of({
    workspace_id,
    id,
    attachment_bytes,
  }: Pick<ClaimedMessage, 'workspace_id' | 'id' | 'attachment_bytes'>): Promise<Buffer[]> {
    if (attachment_bytes === null) return [];
    const rows = await this.database.query<{ content: Buffer }>(CONTENTS, [workspace_id, id]);
    return rows.map(({ content }) => content);
  }
}
