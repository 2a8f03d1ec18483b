import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { Attempts } from './attempts.js';
import { DeliverLaneHandler } from './deliver-lane.handler.js';
import { Delivery } from './delivery.js';
import { LaneClaims } from './lane-claims.js';
import { Lanes } from './lanes.js';
import { MessagingModule } from './messaging.module.js';
import { Outcomes } from './outcomes.js';
import { PROVIDER_OPTIONS, Providers } from './providers.js';

/** Delivering messages. */
@Module({
  imports: [MessagingModule, AccountsModule],
  providers: [
    Attempts,
    DeliverLaneHandler,
    Delivery,
    LaneClaims,
    Lanes,
    Outcomes,
    Providers,
    { provide: PROVIDER_OPTIONS, useValue: {} },
  ],
})
export class MessagingWorkerModule {}
