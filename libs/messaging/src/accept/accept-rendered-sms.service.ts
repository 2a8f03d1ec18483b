import { Inject, Injectable } from '@nestjs/common';
import { takesChannel, type SmsSource, type UnknownListError } from '@dundun/domain';
import type { NewMessage } from '../message/message.js';
import { AcceptedMessages, type AcceptedMessage } from './accepted-messages.repository.js';

/** An SMS that was rendered from a stored content. */
export interface FinishedSms {
  workspaceId: number;
  /** Made from what caused it, so that a repeated call meets the same message. */
  id: string;
  contentId: string;
  source: SmsSource;
  from: string;
  to: string;
  listId: string;
  /** The group that can keep it back. */
  groupId: string;
  body: string;
  segments: number;
  /** Whether its links are as written, because its reader refuses tracking. */
  isUntracked: boolean;
}

/** Stores bulk SMS, many in one statement. */
@Injectable()
export class AcceptRenderedSms {
  constructor(@Inject(AcceptedMessages) private readonly accepted: AcceptedMessages) {}

  /**
   * Stores SMS inside the open transaction. One that is stored already stays as it is.
   * @returns for each the message, or the refusal if its list is unknown
   */
  async accept(all: readonly FinishedSms[]): Promise<(AcceptedMessage | UnknownListError)[]> {
    return all.length > 0 ? this.accepted.store(all.map(messageOf)) : [];
  }
}

/** Marketing goes by the promotional channel of a provider that has two: the other one is for what somebody waits for. */
const messageOf = (sms: FinishedSms): NewMessage => ({
  workspace_id: sms.workspaceId,
  id: sms.id,
  channel: 'sms',
  lane: 'bulk',
  list_id: sms.listId,
  group_id: sms.groupId,
  source: sms.source,
  sender: { name: null, address: sms.from },
  recipients: [{ address: sms.to, name: null, kind: 'to', status: 'queued', detail: null }],
  content: {
    body: sms.body,
    ref: sms.contentId,
    ...(takesChannel(sms.source) && { channel: 'generic' }),
    ...(sms.isUntracked && { isUntracked: true }),
  },
  tags: null,
  segments: sms.segments,
  request_id: null,
});
