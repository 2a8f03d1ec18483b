import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { AcceptBatch } from './accept-batch.service.js';
import { AcceptEmail } from './accept-email.service.js';
import { AcceptSms } from './accept-sms.service.js';
import { AcceptedMessages } from './accepted-messages.js';
import { Bounces } from './bounces.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { Hits } from './hits.js';
import { Inbox } from './inbox.js';
import { DeliveryReports } from './delivery-reports.js';
import { Suppressions } from './suppressions.js';
import { ListSuppressions } from './list-suppressions.js';
import { MessageRepository } from './message.repository.js';
import { OutgoingMail } from './outgoing-mail.js';
import { ReportedConsents } from './reported-consents.js';
import { ReportedDepartures } from './reported-departures.js';
import { ReturnPaths } from './return-paths.js';
import { ShortLinks } from './short-links.js';
import { SendingProfiles } from './sending-profiles.service.js';
import { TemplateLibrary } from './template-library.service.js';
import { TemplateRepository } from './template-repository.js';
import { TemplateRenderer } from './template-renderer.js';
import { Templates } from './templates.service.js';
import { TrackedMessages } from './tracked-messages.js';
import { Tracking } from './tracking.service.js';
import { TrackingTokens } from './tracking-tokens.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

const services = [
  AcceptBatch,
  AcceptEmail,
  AcceptSms,
  AcceptedMessages,
  Bounces,
  DeliveryMetrics,
  Hits,
  Inbox,
  ListSuppressions,
  Suppressions,
  DeliveryReports,
  MessageRepository,
  OutgoingMail,
  ReportedConsents,
  ReportedDepartures,
  ReturnPaths,
  ShortLinks,
  SendingProfiles,
  TemplateLibrary,
  TemplateRenderer,
  TemplateRepository,
  Templates,
  TrackedMessages,
  Tracking,
  TrackingTokens,
  UnsubscribeLinks,
];

/** Accepting, storing and looking up messages. */
@Module({ imports: [AccountsModule], providers: services, exports: services })
export class MessagingModule {}
