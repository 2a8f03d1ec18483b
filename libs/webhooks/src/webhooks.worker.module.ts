import { Module } from '@nestjs/common';
import { Deliveries } from './deliveries.js';
import { FanOut } from './fan-out.js';
import { Pump } from './pump.js';
import { WebhooksModule } from './webhooks.module.js';
import { FanOutTimer, PumpTimer } from './webhook.timer.js';

/** Delivering to webhooks. */
@Module({ imports: [WebhooksModule], providers: [Deliveries, FanOut, Pump, FanOutTimer, PumpTimer] })
export class WebhooksWorkerModule {}
