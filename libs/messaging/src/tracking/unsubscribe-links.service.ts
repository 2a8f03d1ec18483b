import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Seal, type Config } from '@dundun/platform/config';
import type { EmailContent, NewMessage } from '../message/message.js';
import { MessageRepository } from '../message/message.repository.js';
import { readSignedId, signedId, type OwnedId } from '../message/signed-id.js';

/** The links in a list's mail to unsubscribe, to manage all lists, and to the mail in the browser. */
export interface ConsentUrls {
  unsubscribe_url: string;
  preferences_url: string;
  web_url: string;
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
/** Who forwards the address of the mail in the browser forwards no right to unsubscribe. */
const COPY = 'web copy';

/** Creates and reads the unsubscribe links of a list's mail. A link names the message, which has the list and address. */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Seal) private readonly seal: Seal,
    @Inject(MessageRepository) private readonly messages: MessageRepository,
  ) {}

  urls({ workspace_id, id, recipients }: Pick<NewMessage, 'workspace_id' | 'id' | 'recipients'>): ConsentUrls {
    const unsubscribe_url = this.leaveUrl({ workspaceId: workspace_id, id });
    const token = unsubscribe_url.slice(unsubscribe_url.lastIndexOf('/') + 1);
    const base = this.config.PUBLIC_URL;
    const copy = () => signedId(this.seal, COPY, { workspaceId: workspace_id, id });
    // All recipients of one message get the same link, which cannot tell them apart. So its page asks for the address, and
    // there is no one-click header.
    const isOneClick = recipients.length === 1;
    return {
      unsubscribe_url,
      preferences_url: isOneClick ? `${base}/p/preferences/${token}` : unsubscribe_url,
      get web_url() {
        return `${base}/t/v/${copy()}`;
      },
      isOneClick,
    };
  }

  /** Returns where readers of a message leave its list. */
  leaveUrl(message: OwnedId): string {
    return `${this.config.PUBLIC_URL}/p/u/${signedId(this.seal, PURPOSE, message)}`;
  }

  /** Reads the token of a mail in the browser. @returns null for a link that we did not sign */
  readCopy(token: string): OwnedId | null {
    return readSignedId(this.seal, COPY, token);
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

const PLACEHOLDER = /\{\{\s*(unsubscribe_url|preferences_url|web_url)\s*\}\}/g;

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
    text?.replace(PLACEHOLDER, (_, name: 'unsubscribe_url' | 'preferences_url' | 'web_url') => urls[name]);
  const headers = { ...content.headers, ...unsubscribeHeaders(urls.unsubscribe_url, urls.isOneClick) };
  return { ...content, html: filled(content.html), text: filled(content.text), headers };
}
