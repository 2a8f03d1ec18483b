import { Inject, Injectable } from '@nestjs/common';
import { Integrations } from '@dundun/accounts';
import type { SendSmsBody } from '@dundun/contracts';
import {
  ChannelNotAllowedError,
  MOST_SEGMENTS,
  NoIntegrationError,
  smsSize,
  SmsTooLongError,
  takesChannel,
  type SmsSource,
  UnknownSenderError,
} from '@dundun/domain';
import { newId, type IdempotencyClaim, type Replayed } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { AcceptedMessages, type AcceptedMessage, type CheckedMessage } from './accepted-messages.repository.js';
import { knownList } from '../message/known-list.js';
import type { SmsContent } from '../message/message.js';
import { laneOf, scheduledAt } from './schedule.js';
import { Tracking } from '../tracking/tracking.service.js';

/** Decides whether an SMS is accepted. */
@Injectable()
export class AcceptSms {
  constructor(
    @Inject(Integrations) private readonly integrations: Integrations,
    @Inject(Tracking) private readonly tracking: Tracking,
    @Inject(AcceptedMessages) private readonly accepted: AcceptedMessages,
  ) {}

  async accept(
    caller: Caller,
    body: SendSmsBody,
    requestId: string,
    claim?: IdempotencyClaim,
  ): Promise<AcceptedMessage | Replayed> {
    return this.accepted.accept(await this.check(caller, body, requestId), claim);
  }

  /** @throws NoIntegrationError, UnknownSenderError */
  async mustBeSendable(workspaceId: number, source: SmsSource, from: string): Promise<void> {
    const integration = await this.integrations.smsBySource(workspaceId, source);
    if (!integration) throw new NoIntegrationError(source);
    if (!integration.senderIds.includes(from)) throw new UnknownSenderError(from, source);
  }

  /** Returns the message to be stored. @throws Refusal */
  async check(caller: Caller, body: SendSmsBody, requestId: string): Promise<CheckedMessage> {
    const { source, from } = body;
    if (body.channel !== undefined && !takesChannel(source)) throw new ChannelNotAllowedError(source);
    await this.mustBeSendable(caller.workspaceId, source, from);
    const content: SmsContent = {
      body: body.body,
      channel: takesChannel(source) ? (body.channel ?? 'generic') : undefined,
    };
    const list_id = knownList(body.list);
    const scheduled_at = scheduledAt(body.send_at);
    const { segments } = smsSize(body.body);
    mustBeJoinable(segments);
    const message = {
      workspace_id: caller.workspaceId,
      id: newId(),
      channel: 'sms' as const,
      lane: laneOf(list_id, scheduled_at),
      list_id,
      source,
      sender: { name: null, address: from },
      recipients: [{ address: body.to, name: null, kind: 'to' as const, status: 'queued' as const, detail: null }],
      content,
      tags: body.tags ?? null,
      metadata: body.metadata ?? null,
      segments,
      request_id: requestId,
      scheduled_at,
    };
    const tracked = await this.tracking.sms(message, body);
    mustBeJoinable(tracked.segments ?? segments);
    return { message: tracked, isLimited: false, notices: [] };
  }
}

/** @throws SmsTooLongError */
function mustBeJoinable(segments: number): void {
  if (segments > MOST_SEGMENTS) throw new SmsTooLongError(segments, MOST_SEGMENTS);
}
