import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { LRUCache } from 'lru-cache';
import { OPT_OUT } from './short-links.repository.js';

/** The link targets of a message, by link number. */
export interface TrackedMessage {
  workspaceId: number;
  messageId: string;
  links: string[];
  /** The content that it refers to; null if it has its own. */
  contentId: string | null;
  honeypot: number | null;
}

/** A link of a message, found by its short code; its number may be `OPT_OUT`. */
export interface FoundLink {
  message: TrackedMessage;
  link: number;
}

interface Row extends Record<string, unknown> {
  workspace_id: number;
  message_id: string;
  links: string[] | null;
  content_id: string | null;
  honeypot: number | null;
  link: number;
}

const MOST_BYTES = 32_000_000;
const MOST_CODES = 50_000;
const OVERHEAD = 200;
const CODE = /^[A-Za-z0-9]{8}$/;

/**
 * Finds the targets of tracked links. They never change here (`ChangedLinks` are apart), so each message is read once and then
 * served from memory, even while the database is slow.
 */
@Injectable()
export class TrackedMessages {
  private readonly messages = new LRUCache<string, TrackedMessage>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ links }) => links.reduce((sum, link) => sum + 2 * link.length, OVERHEAD),
  });
  private readonly codes = new LRUCache<string, FoundLink>({ max: MOST_CODES });

  constructor(@Inject(Database) private readonly database: Database) {}

  /** @returns null if the message has no tracked links @throws UnavailableError */
  async find(workspaceId: number, messageId: string): Promise<TrackedMessage | null> {
    const known = this.messages.get(`${workspaceId} ${messageId}`);
    if (known) return known;
    const [row] = await this.database.query<Row>(BY_ID, [workspaceId, messageId]);
    return row ? this.keep(row) : null;
  }

  /** @returns null if the code does not exist @throws UnavailableError */
  async findByCode(code: string): Promise<FoundLink | null> {
    if (!CODE.test(code)) return null;
    const known = this.codes.get(code);
    if (known) return known;
    const [row] = await this.database.query<Row>(BY_CODE, [code]);
    const message = row && (row.link === OPT_OUT ? withoutLinks(row) : this.keep(row));
    if (!message) return null;
    const found = { message, link: row.link };
    this.codes.set(code, found);
    return found;
  }

  private keep({ workspace_id, message_id, links, content_id, honeypot }: Row): TrackedMessage | null {
    if (links === null) return null;
    const message = { workspaceId: workspace_id, messageId: message_id, links, contentId: content_id, honeypot };
    this.messages.set(`${workspace_id} ${message_id}`, message);
    return message;
  }
}

const withoutLinks = ({ workspace_id: workspaceId, message_id: messageId }: Row): TrackedMessage => ({
  workspaceId,
  messageId,
  links: [],
  contentId: null,
  honeypot: null,
});

const COLUMNS = `m.workspace_id, m.id AS message_id, m.content->>'ref' AS content_id, c.content->'links' AS links, (c.content->'track'->>'honeypot')::int AS honeypot`;
const CONTENT = 'CROSS JOIN LATERAL (SELECT content_of(m.workspace_id, m.content) AS content OFFSET 0) AS c';

const BY_ID = {
  name: 'tracked-message',
  text: `SELECT ${COLUMNS} FROM messages m ${CONTENT} WHERE m.workspace_id = $1 AND m.id = $2`,
};

const BY_CODE = {
  name: 'tracked-message-by-code',
  text: `
    SELECT ${COLUMNS}, s.number AS link FROM short_links s
    JOIN messages m ON m.workspace_id = s.workspace_id AND m.id = s.message_id ${CONTENT}
    WHERE s.code = $1`,
};
