import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { ContentRetention } from './message/content-retention.timer.js';
import { MessageRetention } from './message/message-retention.timer.js';
import { ContactRefunds } from './accept/contact-refunds.timer.js';
import { Attempts } from './deliver/attempts.repository.js';
import { BulkHandOver } from './deliver/bulk-hand-over.service.js';
import { DeliverLaneHandler } from './deliver/deliver-lane.handler.js';
import { DmarcMails } from './reports/dmarc-mails.service.js';
import { HandOver } from './deliver/hand-over.service.js';
import { InboundSmtp } from './reports/inbound-smtp.service.js';
import { LaneClaims } from './deliver/lane-claims.repository.js';
import { Lanes } from './deliver/lanes.service.js';
import { MailboxTraffic } from './deliver/mailbox-traffic.service.js';
import { MessagingModule } from './messaging.module.js';
import { Outcomes } from './deliver/outcomes.repository.js';
import { ReportTimer } from './reports/report.timer.js';
import { EmailRoutes } from './deliver/email-routes.service.js';
import { ProviderConnections } from './deliver/provider-connections.service.js';
import { ProviderHealth } from './deliver/provider-health.service.js';
import { ProviderTraffic } from './deliver/provider-traffic.service.js';
import { Routes } from './deliver/routes.service.js';
import { WarmUpTraffic } from './deliver/warm-up-traffic.service.js';
import { SmsRoutes } from './deliver/sms-routes.service.js';

/** Hands messages over. */
@Module({
  imports: [MessagingModule, AccountsModule],
  providers: [
    Attempts,
    BulkHandOver,
    DeliverLaneHandler,
    DmarcMails,
    HandOver,
    InboundSmtp,
    LaneClaims,
    Lanes,
    MailboxTraffic,
    Outcomes,
    EmailRoutes,
    ProviderConnections,
    ProviderHealth,
    ProviderTraffic,
    Routes,
    SmsRoutes,
    WarmUpTraffic,
    ReportTimer,
    ContactRefunds,
    ContentRetention,
    MessageRetention,
  ],
})
export class MessagingWorkerModule {}
