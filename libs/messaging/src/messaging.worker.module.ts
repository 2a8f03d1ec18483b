import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { ContentRetention } from './content-retention.js';
import { Attempts } from './attempts.js';
import { DeliverLaneHandler } from './deliver-lane.handler.js';
import { Delivery } from './delivery.js';
import { InboundSmtp } from './inbound-smtp.js';
import { LaneClaims } from './lane-claims.js';
import { Lanes } from './lanes.js';
import { MessagingModule } from './messaging.module.js';
import { Outcomes } from './outcomes.js';
import { ReportTimer } from './report.timer.js';
import { Providers } from './providers.js';

/** Delivering messages. */
@Module({
  imports: [MessagingModule, AccountsModule],
  providers: [
    Attempts,
    DeliverLaneHandler,
    Delivery,
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
