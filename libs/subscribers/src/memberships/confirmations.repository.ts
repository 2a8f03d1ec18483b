import { Inject, Injectable } from '@nestjs/common';
import { UnknownConfirmationError } from '@dundun/domain';
import type { LinkedMail } from '@dundun/messaging';
import { Database } from '@dundun/platform/database';
import { keyValue } from '@dundun/people';
import { hashOfToken } from './tokens.js';

/** What the page of a live confirmation link shows. */
export interface AskedConfirmation {
  title: string;
  description: string | null;
  /** In the person's spelling. */
  address: string;
}

interface Row extends Record<string, unknown> {
  title: string;
  description: string | null;
  address: string;
  email: string | null;
}

interface MailRow extends Record<string, unknown> {
  workspace_id: number;
  list_id: string;
  address: string;
}

const FIND = `
  SELECT l.title, l.description, c.address, p.email
  FROM confirmations c
  JOIN lists l ON l.workspace_id = c.workspace_id AND l.id = c.list_id
  JOIN people p ON p.workspace_id = c.workspace_id AND p.id = c.person_id
  JOIN memberships m ON m.workspace_id = c.workspace_id AND m.list_id = c.list_id AND m.person_id = c.person_id
  WHERE c.token_hash = decode($1, 'hex') AND c.used_at IS NULL AND c.expires_at > now()
    AND m.status IN ('pending', 'subscribed')`;

const FIND_MAIL = `
  SELECT workspace_id, list_id, address FROM confirmations WHERE token_hash = decode($1, 'hex') AND sent`;

/** The links of confirmation mails. A token is looked up without its workspace, which the link does not hold. */
@Injectable()
export class Confirmations {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Reads a live link; changes nothing. @throws UnknownConfirmationError when it is used, expired or unknown */
  async find(token: string): Promise<AskedConfirmation> {
    const hash = hashOfToken(token);
    const [row] = hash === null ? [] : await this.database.query<Row>(FIND, [hash]);
    if (!row?.email || keyValue({ email: row.email }, 'email') !== row.address) throw new UnknownConfirmationError();
    return { title: row.title, description: row.description, address: row.email };
  }

  /** Returns the list and address of an opt-in mail. The token that confirms it also unsubscribes, even when it has expired. */
  async mailOf(token: string): Promise<LinkedMail | undefined> {
    const hash = hashOfToken(token);
    const [row] = hash === null ? [] : await this.database.query<MailRow>(FIND_MAIL, [hash]);
    return row && { workspaceId: row.workspace_id, listId: row.list_id, addresses: [row.address] };
  }
}
