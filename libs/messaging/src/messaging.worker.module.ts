import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { ContentRetention } from './message/content-retention.js';
import { Attempts } from './deliver/attempts.repository.js';
import { DeliverLaneHandler } from './deliver/deliver-lane.handler.js';
import { HandOver } from './deliver/hand-over.service.js';
import { InboundSmtp } from './reports/inbound-smtp.service.js';
import { LaneClaims } from './deliver/lane-claims.repository.js';
import { Lanes } from './deliver/lanes.service.js';
import { MessagingModule } from './messaging.module.js';
import { Outcomes } from './deliver/outcomes.repository.js';
import { ReportTimer } from './reports/report.timer.js';
import { Providers } from './deliver/providers.js';

/** Delivering messages. */
@Module({
  imports: [MessagingModule, AccountsModule],
  providers: [
    Attempts,
    DeliverLaneHandler,
    HandOver,
    InboundSmtp,
    LaneClaims,
    Lanes,
    Outcomes,
    Providers,
    ReportTimer,
    ContentRetention,
  ],
})
export class MessagingWorkerModule {}
