import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database, GroupCommit, type Expiry } from '@dundun/platform/database';

/** A link of a message that needs a short address. */
interface ShortLink {
  workspace_id: number;
  message_id: string;
  number: number;
}

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 8;
const TRIES = 5;

/** In place of the number of a link: the way out of the list that the SMS belongs to. */
export const OPT_OUT = -1;

/** Links of an SMS lead somewhere for two years. Links of messages that were refused in the end expire with them. */
export const shortLinksExpiry: Expiry = { table: 'short_links', column: 'created_at', after: '2 years' };

/** Creates addresses short enough for an SMS. They are stored before the message, so that every sent link works. */
@Injectable()
export class ShortLinks {
  private readonly commit: GroupCommit<ShortLink, string>;

  constructor(@Inject(Database) private readonly database: Database) {
    this.commit = new GroupCommit(database, {
      name: 'short links',
      flush: (group) => this.store(group),
      answer: (code) => ({ body: { code } }),
      singleStatement: true,
    });
  }

  /** Creates codes for links 0 to count - 1 of a message. @throws UnavailableError */
  codes(workspaceId: number, messageId: string, count: number): Promise<string[]> {
    return this.codesOf(workspaceId, messageId, [...Array(count).keys()]);
  }

  /** Creates a code for each number of a link. @throws UnavailableError */
  async codesOf(workspaceId: number, messageId: string, numbers: readonly number[]): Promise<string[]> {
    const links = numbers.map((number) => ({ workspace_id: workspaceId, message_id: messageId, number }));
    if (this.database.inTransaction) return this.store(links);
    return (await Promise.all(links.map((link) => this.commit.submit(link)))) as string[];
  }

  /** Stores the links under random codes, and tries another code for a link whose code is taken. */
  private async store(links: ShortLink[]): Promise<string[]> {
    const codes: (string | undefined)[] = links.map(() => undefined);
    for (let tries = 0; tries < TRIES; tries++) {
      const rows = links.flatMap((link, index) => (codes[index] ? [] : [{ ...link, index, code: newCode() }]));
      if (rows.length === 0) break;
      const stored = await this.database.query<{ code: string }>(STORE, [JSON.stringify(rows)]);
      const known = new Set(stored.map(({ code }) => code));
      for (const { index, code } of rows) if (known.delete(code)) codes[index] = code;
    }
    if (codes.includes(undefined)) throw new Error('no free short links were found');
    return codes as string[];
  }
}

const newCode = () => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

const STORE = {
  name: 'short-links-store',
  text: `
    INSERT INTO short_links (code, workspace_id, message_id, number)
    SELECT code, workspace_id, message_id, number
    FROM jsonb_to_recordset($1::jsonb) AS link(code text, workspace_id int, message_id uuid, number smallint)
    ORDER BY code
    ON CONFLICT (code) DO NOTHING
    RETURNING code`,
};
