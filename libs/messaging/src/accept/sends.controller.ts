import { Body, Controller, Inject, Res } from '@nestjs/common';
import { BatchAccepted, MessageAccepted, SendBatchBody, SendEmailBody, SendSmsBody } from '@dundun/contracts';
import type { IdempotencyClaim } from '@dundun/platform/database';
import {
  answered,
  Claim,
  CurrentCaller,
  Endpoint,
  RequestOrigin,
  type Caller,
  type Origin,
} from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { AcceptBatch } from './accept-batch.service.js';
import { AcceptEmail } from './accept-email.service.js';
import { AcceptSms } from './accept-sms.service.js';
import { sendAnswer } from './send-answer.js';
import { BATCH_EXAMPLES, EMAIL_EXAMPLES, SMS_EXAMPLES } from './send-examples.js';

const TEN_MEGABYTES = 10 * 1024 * 1024;

/** Accepts sends. They are answered once the message is stored; its timeline shows what follows. */
@Controller()
export class SendsController {
  constructor(
    @Inject(AcceptEmail) private readonly emails: AcceptEmail,
    @Inject(AcceptSms) private readonly texts: AcceptSms,
    @Inject(AcceptBatch) private readonly batches: AcceptBatch,
  ) {}

  @Endpoint('POST /v1/send/email', {
    tag: 'Sends',
    summary: 'Send an email',
    description:
      'Requires at least one of html, text and template. With a template, its variables are required; a given subject, html ' +
      "or text replaces the template's, and is rendered with the same variables. With list, the mail carries unsubscribe " +
      'headers (one-click if it has one recipient), and {{ unsubscribe_url }}, {{ preferences_url }} and {{ web_url }} (the mail in ' +
      'the browser) in html, text or the template are replaced by its links.',
    access: 'secret',
    role: 'marketer',
    hot: true,
    returns: MessageAccepted,
    refuses: ['limited', 'unknown'],
    bodyLimit: TEN_MEGABYTES,
    examples: EMAIL_EXAMPLES,
  })
  async email(
    @CurrentCaller() caller: Caller,
    @Body() body: SendEmailBody,
    @RequestOrigin() { requestId }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    return sendAnswer(reply, await this.emails.accept(caller, body, requestId, claim));
  }

  @Endpoint('POST /v1/send/sms', {
    tag: 'Sends',
    summary: 'Send an SMS',
    access: 'secret',
    role: 'marketer',
    hot: true,
    returns: MessageAccepted,
    refuses: ['unknown'],
    examples: SMS_EXAMPLES,
  })
  async sms(
    @CurrentCaller() caller: Caller,
    @Body() body: SendSmsBody,
    @RequestOrigin() { requestId }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    return sendAnswer(reply, await this.texts.accept(caller, body, requestId, claim));
  }

  @Endpoint('POST /v1/send/batch', {
    tag: 'Sends',
    summary: 'Send up to 500 messages',
    description:
      'Each message is checked and counted separately. A wrong one is refused in its place without affecting the others, ' +
      'which are stored with one commit. An Idempotency-Key covers the whole batch.',
    access: 'secret',
    role: 'marketer',
    returns: BatchAccepted,
    bodyLimit: TEN_MEGABYTES,
    mostKeys: 50_000,
    examples: BATCH_EXAMPLES,
  })
  async batch(
    @CurrentCaller() caller: Caller,
    @Body() body: SendBatchBody,
    @RequestOrigin() { requestId }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    return answered(reply, await this.batches.accept(caller, body.messages, requestId, claim));
  }
}
