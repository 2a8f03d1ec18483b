import { Inject, Injectable } from '@nestjs/common';
import { Lists, type List } from '@dundun/lists';
import { UnsubscribeLinks } from '@dundun/messaging';
import { Confirmations } from '../memberships/confirmations.repository.js';
import { PageLimits } from './page-limits.service.js';
import { UnknownLinkError } from '@dundun/domain';

/** The list and readers of a link in a mail. */
export interface MailLink {
  workspaceId: number;
  list: List;
  /** The address of the mail, or all addresses that share the link. */
  addresses: string[];
  /** The id of the mail; absent for opt-in mail. */
  messageId?: string;
}

/** Resolves the links of list mail and of opt-in mail, which lead to the same pages. */
@Injectable()
export class MailLinks {
  constructor(
    @Inject(Confirmations) private readonly confirmations: Confirmations,
    @Inject(UnsubscribeLinks) private readonly links: UnsubscribeLinks,
    @Inject(Lists) private readonly lists: Lists,
    @Inject(PageLimits) private readonly limits: PageLimits,
  ) {}

  /** Finds the list of a link; changes nothing. @param ip of the reader: guesses are rate limited @throws UnknownLinkError, RateLimitedError */
  async find(token: string, ip: string): Promise<MailLink> {
    const found = (await this.confirmations.mailOf(token)) ?? (await this.links.read(token));
    if (!found) {
      this.limits.guess(ip);
      throw new UnknownLinkError();
    }
    const { workspaceId, listId, addresses, messageId } = found;
    return { workspaceId, list: await this.lists.find(workspaceId, listId), addresses, messageId };
  }
}
