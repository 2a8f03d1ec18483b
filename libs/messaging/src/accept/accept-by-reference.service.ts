import { Inject, Injectable } from '@nestjs/common';
import { takesChannel, type JsonObject, type MailAddress, type SmsSource, type UnknownListError } from '@dundun/domain';
import { TrackingRefusals } from '@dundun/people';
import { MessageContents, type MessageContent } from '../contents/message-contents.repository.js';
import type { NewMessage } from '../message/message.js';
import { AcceptedMessages, type AcceptedMessage } from './accepted-messages.repository.js';

/** A message whose content is stored already. */
interface Referring {
  workspaceId: number;
  /** Made from what caused it, so that a repeated call meets the same message. */
  id: string;
  contentId: string;
  listId: string | null;
  /** The group that can keep it back. */
  groupId?: string;
  /** All that is known of the reader; only what the content names is stored. */
  variables: JsonObject;
  tags?: string[];
  requestId?: string;
}

/** An email whose content is stored already. */
export interface ReferringMail extends Referring {
  from: MailAddress;
  /** The integration of its sending profile. */
  firstIntegrationId?: string | null;
  replyTo?: MailAddress;
  to: MailAddress;
}

/** An SMS whose text is stored already. */
export interface ReferringSms extends Referring {
  source: SmsSource;
  from: string;
  to: string;
}

/** Stores bulk mail and SMS that refer to a content, many in one statement. */
@Injectable()
export class AcceptByReference {
  constructor(
    @Inject(MessageContents) private readonly contents: MessageContents,
    @Inject(AcceptedMessages) private readonly accepted: AcceptedMessages,
    @Inject(TrackingRefusals) private readonly refusals: TrackingRefusals,
  ) {}

  /**
   * Stores mails inside the open transaction. A mail that is stored already stays as it is.
   * @returns for each the message, or the refusal if its list is unknown
   */
  async accept(mails: ReferringMail[]): Promise<(AcceptedMessage | UnknownListError)[]> {
    const contents = await this.contentsOf(mails);
    return this.store(
      mails.map((mail, at) => messageOf(mail, contents[at] as MessageContent)),
      contents,
    );
  }

  /** Stores SMS as `accept` stores mails; the hand-over refuses one that has become too long. */
  async acceptSms(texts: ReferringSms[]): Promise<(AcceptedMessage | UnknownListError)[]> {
    const contents = await this.contentsOf(texts);
    return this.store(
      texts.map((text, at) => smsOf(text, contents[at] as MessageContent)),
      contents,
    );
  }

  private async store(
    messages: NewMessage[],
    contents: readonly MessageContent[],
  ): Promise<(AcceptedMessage | UnknownListError)[]> {
    if (messages.length === 0) return [];
    return this.accepted.store(await this.withRefusals(messages, contents));
  }

  /** Marks the messages of tracked contents whose recipients refuse that: they are rendered without. */
  private async withRefusals(messages: NewMessage[], contents: readonly MessageContent[]): Promise<NewMessage[]> {
    const tracked = messages.filter((_, at) => contents[at]?.track);
    const asked = tracked.map(({ workspace_id, recipients }) => ({
      workspaceId: workspace_id,
      address: recipients[0]?.address ?? '',
    }));
    const refusing = await this.refusals.refusing(asked);
    const untracked = new Set(tracked.filter((_, at) => refusing[at]));
    return messages.map((message) =>
      untracked.has(message) ? { ...message, content: { ...message.content, isUntracked: true } } : message,
    );
  }

  private async contentsOf(all: readonly Referring[]): Promise<MessageContent[]> {
    const contents: MessageContent[] = [];
    for (const { workspaceId, contentId } of all) {
      const content = await this.contents.find(workspaceId, contentId);
      if (!content) throw new Error(`there is no content ${contentId}`);
      contents.push(content);
    }
    return contents;
  }
}

const messageOf = (mail: ReferringMail, { subject, variables }: MessageContent): NewMessage => ({
  ...commonOf(mail),
  channel: 'email',
  source: null,
  first_integration_id: mail.firstIntegrationId ?? null,
  sender: { name: mail.from.name, address: mail.from.email },
  recipients: [{ address: mail.to.email, name: mail.to.name, kind: 'to', status: 'queued', detail: null }],
  content: {
    subject,
    ref: mail.contentId,
    variables: named(mail.variables, variables),
    ...(mail.replyTo && { replyTo: mail.replyTo.email, replyToName: mail.replyTo.name ?? undefined }),
  },
});

/** By the promotional channel of a provider that has two, as all bulk SMS. */
const smsOf = (sms: ReferringSms, { variables }: MessageContent): NewMessage => ({
  ...commonOf(sms),
  channel: 'sms',
  source: sms.source,
  sender: { name: null, address: sms.from },
  recipients: [{ address: sms.to, name: null, kind: 'to', status: 'queued', detail: null }],
  content: {
    body: '',
    ref: sms.contentId,
    variables: named(sms.variables, variables),
    ...(takesChannel(sms.source) && { channel: 'generic' as const }),
  },
});

const commonOf = ({ workspaceId, id, listId, groupId, tags, requestId }: Referring) => ({
  workspace_id: workspaceId,
  id,
  lane: 'bulk' as const,
  list_id: listId,
  group_id: groupId ?? null,
  tags: tags ?? null,
  segments: null,
  request_id: requestId ?? null,
});

/** Returns the variables that a content names. A name such as `order.items[0]` needs the whole of `order`. */
function named(variables: JsonObject, names: string[]): JsonObject {
  const roots = new Set(names.map((name) => /^[^.[]+/.exec(name)?.[0]));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => roots.has(name)));
}
