import { Inject, Injectable } from '@nestjs/common';
import { NotRepeatableError, NotSettleableError, type SmsSource } from '@dundun/domain';
import { Database, newId, once, Replayed, type IdempotencyClaim } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { AcceptEmail } from '../accept/accept-email.service.js';
import { AcceptSms } from '../accept/accept-sms.service.js';
import { AcceptedMessages, type AcceptedMessage, type CheckedMessage } from '../accept/accepted-messages.repository.js';
import { laneOf } from '../accept/schedule.js';
import { Attachments } from '../message/attachments.repository.js';
import { ERASED, type EmailContent, type NewMessage, type Recipient, type SmsContent } from '../message/message.js';
import { MessageRepository, SENT_AGAIN, SETTLED, type MessageRow } from '../message/message.repository.js';
import { mayRead } from '../message/readable.js';
import { suppressionKey } from '../message/suppression-key.js';
import { ListSuppressions } from '../suppressions/list-suppressions.repository.js';
import { Suppressions } from '../suppressions/suppressions.repository.js';
import { Readdressing } from '../tracking/readdressing.service.js';
import { isOpen, notRepeatable } from './message-actions.js';
import { RefusedTracking } from './refused-tracking.service.js';

/** Sends a message again as a new one, and settles messages whose outcome nobody knows. */
@Injectable()
export class SendAgain {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(MessageRepository) private readonly messages: MessageRepository,
    @Inject(Attachments) private readonly attachments: Attachments,
    @Inject(Suppressions) private readonly suppressions: Suppressions,
    @Inject(ListSuppressions) private readonly lists: ListSuppressions,
    @Inject(RefusedTracking) private readonly refused: RefusedTracking,
    @Inject(Readdressing) private readonly readdressing: Readdressing,
    @Inject(AcceptEmail) private readonly emails: AcceptEmail,
    @Inject(AcceptSms) private readonly texts: AcceptSms,
    @Inject(AcceptedMessages) private readonly accepted: AcceptedMessages,
  ) {}

  /** Stores a new message with the same content. @throws NotRepeatableError, and the refusals of a send */
  async send(
    caller: Caller,
    row: MessageRow,
    requestId: string,
    claim?: IdempotencyClaim,
  ): Promise<AcceptedMessage | Replayed> {
    const why = notRepeatable(row);
    if (why !== null) throw new NotRepeatableError(why);
    const copy = await this.copyOf(caller, row, requestId);
    const { id } = copy.message;
    const send = async () => {
      await this.mustBeFree(caller, row);
      await this.store(copy);
      return { body: { id } };
    };
    const outcome = claim ? await once(this.database, claim, send) : await this.database.transaction(send);
    return outcome instanceof Replayed ? outcome : { id };
  }

  /** Records that a message with an unknown outcome arrived. @throws NotSettleableError */
  async arrived({ workspaceId }: Caller, row: MessageRow): Promise<void> {
    const isSettled = isOpen(row) && (await this.messages.settle(workspaceId, row.id, 'delivered', SETTLED));
    if (!isSettled) throw new NotSettleableError(row.status);
  }

  /**
   * Gives up a message with an unknown outcome, and sends it again, in one transaction.
   * @returns the id of the new message @throws NotSettleableError, NotRepeatableError, and the refusals of a send
   */
  async replace(caller: Caller, row: MessageRow, requestId: string): Promise<string> {
    if (!isOpen(row)) throw new NotSettleableError(row.status);
    const why = notRepeatable({ ...row, status: 'unknown', reason: SENT_AGAIN });
    if (why !== null) throw new NotRepeatableError(why);
    const copy = await this.copyOf(caller, row, requestId);
    const { id } = copy.message;
    return this.database.transaction(async () => {
      if (!(await this.messages.settle(caller.workspaceId, row.id, 'unknown', `${SENT_AGAIN} as ${id}`)))
        throw new NotSettleableError(row.status);
      await this.store(copy);
      return id;
    });
  }

  /** Marks a message, so that its campaign does not send it again as well. @throws NotRepeatableError if it has done so */
  private async mustBeFree({ workspaceId }: Caller, row: MessageRow): Promise<void> {
    if (!(await this.messages.sentAgain(workspaceId, row.id)))
      throw new NotRepeatableError(notRepeatable({ ...row, replaced_by: 'group' }) as string);
  }

  /** Joins the open transaction. */
  private async store(copy: CheckedMessage): Promise<void> {
    const [stored] = await this.accepted.acceptAll([copy]);
    if (stored instanceof Error) throw stored;
  }

  private async copyOf(caller: Caller, row: MessageRow, requestId: string): Promise<CheckedMessage> {
    if (!mayRead(caller, row.content))
      throw new NotRepeatableError('its link gives rights that your role does not have');
    const { workspaceId: workspace_id } = caller;
    const { channel, list_id, sender, tags, metadata, segments, source } = row;
    const recipients = row.recipients.filter(({ address }) => address !== ERASED).map(anew);
    if (await this.areAllBlocked(workspace_id, list_id, recipients))
      throw new NotRepeatableError('all its recipients are suppressed or have unsubscribed');
    const message: NewMessage = {
      workspace_id,
      id: newId(),
      channel,
      lane: laneOf(list_id, null),
      list_id,
      source: source as SmsSource | null,
      first_integration_id: row.first_integration_id,
      sender,
      recipients,
      content: row.content as EmailContent | SmsContent,
      tags,
      metadata,
      segments,
      request_id: requestId,
      scheduled_at: null,
    };
    return channel === 'sms' ? this.sms(row, message) : this.email(caller, row, message);
  }

  private async sms(row: MessageRow, message: NewMessage): Promise<CheckedMessage> {
    await this.texts.mustBeSendable(message.workspace_id, message.source as SmsSource, message.sender.address);
    const { content: wanted, segments } = await this.refused.sms(message, row.id);
    const content = await this.readdressing.sms(wanted, message);
    return { message: { ...message, content: repeating(content, row.id), segments }, isLimited: false, notices: [] };
  }

  private async email(caller: Caller, row: MessageRow, message: NewMessage): Promise<CheckedMessage> {
    const { workspace_id, list_id, sender, first_integration_id = null } = message;
    const { isFree, isLimited } = await this.emails.limitOf(caller, list_id, sender.address, first_integration_id);
    const wanted = await this.refused.email(message, row.id);
    const content = this.readdressing.email(wanted, { ...row, workspace_id }, message);
    const files = await this.attachments.of({ workspace_id, id: row.id, attachment_bytes: row.attachment_bytes });
    return {
      message: {
        ...message,
        content: repeating({ ...content, isUncounted: isFree && !isLimited ? true : undefined }, row.id),
        ...(files.length > 0 && { attachments: files }),
      },
      isLimited,
      notices: [],
    };
  }

  private async areAllBlocked(workspaceId: number, listId: string | null, recipients: Recipient[]): Promise<boolean> {
    const addresses = recipients.map(({ address }) => address);
    const suppressed = await this.suppressions.of(workspaceId, addresses);
    const left = listId === null ? new Set<string>() : await this.lists.of(workspaceId, listId, addresses);
    const isStopped = (key: string) => listId !== null || suppressed.get(key)?.stops_all === true;
    return addresses.map(suppressionKey).every((key) => (suppressed.has(key) && isStopped(key)) || left.has(key));
  }
}

const anew = ({ address, name, kind }: Recipient): Recipient => ({
  address,
  name,
  kind,
  status: 'queued',
  detail: null,
});

const repeating = <C extends EmailContent | SmsContent>(content: C, again: string): C => ({
  ...content,
  madeFrom: { ...content.madeFrom, again },
});
