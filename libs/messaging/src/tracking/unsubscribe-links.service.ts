import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Seal, type Config } from '@dundun/platform/config';
import type { EmailContent, NewMessage } from '../message/message.js';
import { MessageRepository } from '../message/message.repository.js';
import { readSignedId, signedId } from '../message/signed-id.js';

/** The links in a list's mail to unsubscribe and to manage all lists. */
export interface ConsentUrls {
  unsubscribe_url: string;
  preferences_url: string;
  /** Whether the unsubscribe link identifies the person, so that a mail program may call it without a page. */
  isOneClick: boolean;
}

/** A list's mail that a link names. */
export interface LinkedMail {
  workspaceId: number;
  listId: string;
  /** Every recipient as the caller spelled it. */
  addresses: string[];
  /** The id of the mail; absent for opt-in mail. */
  messageId?: string;
}

const PURPOSE = 'unsubscribe';

/** Creates and reads the unsubscribe links of a list's mail. A link names the message, which has the list and address. */
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
    // All recipients of one message get the same link, which cannot tell them apart. So its page asks for the address, and
    // there is no one-click header.
    if (recipients.length !== 1) return { unsubscribe_url, preferences_url: unsubscribe_url, isOneClick: false };
    return { unsubscribe_url, preferences_url: `${this.config.PUBLIC_URL}/p/preferences/${token}`, isOneClick: true };
  }

  /** @returns null for a link that we did not sign, or whose mail is deleted */
  async read(token: string): Promise<LinkedMail | null> {
    const named = readSignedId(this.seal, PURPOSE, token);
    if (!named) return null;
    const mail = await this.messages.mailOfList(named.workspaceId, named.id);
    if (!mail) return null;
    return { workspaceId: named.workspaceId, listId: mail.list_id, addresses: mail.addresses, messageId: named.id };
  }
}

/** Returns the header of RFC 2369 and, for one-click links, the one of RFC 8058. */
export const unsubscribeHeaders = (url: string, isOneClick = true): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

const PLACEHOLDER = /\{\{\s*(unsubscribe_url|preferences_url)\s*\}\}/g;

/** Returns a notice for each placeholder of a consent link in a mail without a list, whose readers would see it as written. */
export function unfilledLinks({ html = '', text = '' }: EmailContent): string[] {
  const found = [html, text].flatMap((part) => [...part.matchAll(PLACEHOLDER)].map(([, name]) => name as string));
  return [...new Set(found)].map(
    (name) =>
      `{{${name}}} is sent as written: it becomes a link in mail of a list only, so name the list in the field list`,
  );
}

/** Adds the unsubscribe headers to a list's mail, and fills in its links where the content has their placeholders. */
export function withConsentLinks(content: EmailContent, urls: ConsentUrls | undefined): EmailContent {
  if (!urls) return content;
  const filled = (text: string | undefined) =>
    text?.replace(PLACEHOLDER, (_, name: 'unsubscribe_url' | 'preferences_url') => urls[name]);
  const headers = { ...content.headers, ...unsubscribeHeaders(urls.unsubscribe_url, urls.isOneClick) };
  return { ...content, html: filled(content.html), text: filled(content.text), headers };
}
