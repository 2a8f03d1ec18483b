import { Inject, Injectable } from '@nestjs/common';
import { Lists, type List } from '@dundun/lists';
import { readSignedId, signedId } from '@dundun/messaging';
import { CONFIG, Seal, type Config } from '@dundun/platform/config';
import { PageLimits } from './page-limits.service.js';
import { escapeHtml, UnknownLinkError } from '@dundun/domain';

const PURPOSE = 'form';

/** The hosted subscribe form of each list, under an address that cannot be guessed from the list's id. */
@Injectable()
export class ListForms {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Seal) private readonly seal: Seal,
    @Inject(Lists) private readonly lists: Lists,
    @Inject(PageLimits) private readonly limits: PageLimits,
  ) {}

  urlOf({ workspaceId, id }: List): string {
    return `${this.config.PUBLIC_URL}/p/s/${signedId(this.seal, PURPOSE, { workspaceId, id })}`;
  }

  /** Returns markup for any web page. Without script it leads to the hosted form, where one more click subscribes. */
  snippetOf(list: List): string {
    return [
      `<form method="post" action="${escapeHtml(this.urlOf(list))}" data-dundun="join">`,
      '  <label>Email address <input type="email" name="email" required></label>',
      '  <label>First name <input name="first_name"></label>',
      '  <button>Subscribe</button>',
      '</form>',
      `<script src="${escapeHtml(`${this.config.PUBLIC_URL}/p/form.js`)}" async></script>`,
    ].join('\n');
  }

  /** Finds the list of a form. @throws UnknownLinkError, RateLimitedError */
  async find(token: string, ip: string): Promise<List> {
    const named = readSignedId(this.seal, PURPOSE, token);
    if (!named) {
      this.limits.guess(ip);
      throw new UnknownLinkError();
    }
    return this.lists.find(named.workspaceId, named.id);
  }
}
