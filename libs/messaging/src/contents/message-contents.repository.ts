import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { LRUCache } from 'lru-cache';
import type { Track } from '../message/message.js';

/** A content that many messages share. It never changes. */
export interface MessageContent {
  workspace_id: number;
  id: string;
  subject: string;
  html: string | null;
  text: string | null;
  /** The names of all variables. */
  variables: string[];
  /** The targets of its tracked links, by number. */
  links: string[] | null;
  track: Track | null;
}

const MOST_BYTES = 32_000_000;
const OVERHEAD = 1_000;
const bytesOf = ({ html, text, links }: MessageContent): number =>
  OVERHEAD + 2 * [html ?? '', text ?? '', ...(links ?? [])].reduce((sum, part) => sum + part.length, 0);

const INSERT = `
  INSERT INTO message_contents (workspace_id, id, subject, html, text, variables, links, track)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (workspace_id, id) DO NOTHING`;

const FIND = {
  name: 'message-contents-find',
  text: `
    SELECT workspace_id, id, subject, html, text, variables, links, track FROM message_contents
    WHERE workspace_id = $1 AND id = $2`,
};

/** Stores contents, and keeps those in use in memory. */
@Injectable()
export class MessageContents {
  private readonly cache = new LRUCache<string, MessageContent>({ maxSize: MOST_BYTES, sizeCalculation: bytesOf });

  constructor(@Inject(Database) private readonly database: Database) {}

  /** Stores a content. One that exists under this id stays as it is. */
  async insert(content: MessageContent): Promise<void> {
    const { workspace_id, id, subject, html, text, variables, links, track } = content;
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
    const values = [workspace_id, id, subject, html, text, variables, json(links), json(track)];
    await this.database.execute(INSERT, values);
  }

  async find(workspaceId: number, id: string): Promise<MessageContent | undefined> {
    const key = `${workspaceId} ${id}`;
    const known = this.cache.get(key);
    if (known) return known;
    const [found] = await this.database.query<MessageContent & Record<string, unknown>>(FIND, [workspaceId, id]);
    if (found) this.cache.set(key, found);
    return found;
  }
}
