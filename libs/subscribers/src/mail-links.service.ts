import { Inject, Injectable } from '@nestjs/common';
import { Lists, type List } from '@dundun/lists';
import { UnsubscribeLinks, type LinkedMail } from '@dundun/messaging';
import { Database } from '@dundun/platform/database';
import { PageLimits } from './page.limits.js';
import { UnknownLinkError } from '@dundun/domain';
import { hashOfToken } from './tokens.js';

/** What the link in a mail is about. */
export interface MailLink {
  workspaceId: number;
  list: List;
  /** Where the mail went: one address, or all who share the link. */
  addresses: string[];
}

const OPTIN = `
  SELECT workspace_id AS "workspaceId", list_id AS "listId", ARRAY[address] AS addresses
  FROM confirmations WHERE token_hash = decode($1, 'hex') AND sent`;

/** The links of list mail and of opt-in mail: both lead to the same pages. */
@Injectable()
export class MailLinks {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(UnsubscribeLinks) private readonly links: UnsubscribeLinks,
    @Inject(Lists) private readonly lists: Lists,
    @Inject(PageLimits) private readonly limits: PageLimits,
  ) {}

  /** Changes nothing. @param ip who asks: guessing is slowed down. @throws UnknownLinkError, RateLimitedError */
  async find(token: string, ip: string): Promise<MailLink> {
    const found = (await this.optinMail(token)) ?? (await this.links.read(token));
    if (!found) {
      this.limits.guess(ip);
      throw new UnknownLinkError();
    }
    const { workspaceId, listId, addresses } = found;
    return { workspaceId, list: await this.lists.find(workspaceId, listId), addresses };
  }

  /** An opt-in mail is refused by the token that confirms it, however old it is, as long as its row is there. */
  private async optinMail(token: string): Promise<LinkedMail | undefined> {
    const hash = hashOfToken(token);
    return hash === null ? undefined : (await this.database.query<LinkedMail>(OPTIN, [hash]))[0];
  }
}
