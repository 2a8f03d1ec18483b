import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Seal, type Config } from '@dundun/platform/config';
import type { EmailContent, NewMessage } from '../message/message.js';
import { MessageRepository } from '../message/message.repository.js';
import { readSignedId, signedId } from '../message/signed-id.js';

/** Where the reader of a list's mail leaves it, and where all lists of the reader are. */
export interface ConsentUrls {
  unsubscribe_url: string;
  preferences_url: string;
  /** Whether the first address alone says who leaves, so that a mail program may do it without a page. */
  isOneClick: boolean;
}

/** A mail of a list, as its link names it. */
export interface LinkedMail {
  workspaceId: number;
  listId: string;
  /** Every recipient, as it was spelt. */
  addresses: string[];
}

const PURPOSE = 'unsubscribe';

/** The links by which the reader of a list's mail leaves the list. They name the message, which knows list and address. */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Seal) private readonly seal: Seal,
    @Inject(MessageRepository) private readonly messages: MessageRepository,
  ) {}

  urls({ workspace_id, id, recipients }: Pick<NewMessage, 'workspace_id' | 'id' | 'recipients'>): ConsentUrls {
    const token = signedId(this.seal, PURPOSE, { workspaceId: workspace_id, id });
    const unsubscribe_url = `${this.config.PUBLIC_URL}/p/u/${token}`;
    // All recipients of one message get the same bytes. Its link cannot say who pressed it, so the page asks for the
    // address, and there is no one-click header: a mail program would take everybody off the list, or nobody.
    if (recipients.length !== 1) return { unsubscribe_url, preferences_url: unsubscribe_url, isOneClick: false };
    return { unsubscribe_url, preferences_url: `${this.config.PUBLIC_URL}/p/preferences/${token}`, isOneClick: true };
  }

  /** @returns null for a link that we did not make, or whose mail is gone */
  async read(token: string): Promise<LinkedMail | null> {
    const named = readSignedId(this.seal, PURPOSE, token);
    if (!named) return null;
    const mail = await this.messages.mailOfList(named.workspaceId, named.id);
    return mail ? { workspaceId: named.workspaceId, listId: mail.list_id, addresses: mail.addresses } : null;
  }
}

/** The headers of RFC 2369 and, where one press may do it, RFC 8058. */
export const unsubscribeHeaders = (url: string, isOneClick = true): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

const PLACEHOLDER = /\{\{\s*(unsubscribe_url|preferences_url)\s*\}\}/g;

/** Gives the mail of a list its headers, and its addresses to what a caller wrote without a template. */
export function withConsentLinks(content: EmailContent, urls: ConsentUrls | undefined): EmailContent {
  if (!urls) return content;
  const filled = (text: string | undefined) =>
    text?.replace(PLACEHOLDER, (_, name: 'unsubscribe_url' | 'preferences_url') => urls[name]);
  const headers = { ...content.headers, ...unsubscribeHeaders(urls.unsubscribe_url, urls.isOneClick) };
  return { ...content, html: filled(content.html), text: filled(content.text), headers };
}
