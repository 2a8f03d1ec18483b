import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { AcceptEmail } from './accept-email.service.js';
import { AcceptSms } from './accept-sms.service.js';
import { AcceptedMessages } from './accepted-messages.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { Inbox } from './inbox.js';
import { ListSuppressions } from './list-suppressions.js';
import { MessageRepository } from './message.repository.js';
import { OutgoingMail } from './outgoing-mail.js';
import { TemplateRenderer } from './template-renderer.js';
import { Templates } from './templates.service.js';

const services = [
  AcceptEmail,
  AcceptSms,
  AcceptedMessages,
  DeliveryMetrics,
  Inbox,
  ListSuppressions,
  MessageRepository,
  OutgoingMail,
  TemplateRenderer,
  Templates,
];

/** Accepting, storing and looking up messages. */
@Module({ imports: [AccountsModule], providers: services, exports: services })
export class MessagingModule {}
