import { Module } from '@nestjs/common';
import { WebhookDeliveries } from './deliver/webhook-deliveries.repository.js';
import { FanOut } from './deliver/fan-out.repository.js';
import { Pump } from './deliver/pump.service.js';
import { WebhooksModule } from './webhooks.module.js';
import { FanOutTimer, PumpTimer } from './deliver/webhook.timer.js';

/** Creates and sends deliveries. */
@Module({ imports: [WebhooksModule], providers: [WebhookDeliveries, FanOut, Pump, FanOutTimer, PumpTimer] })
export class WebhooksWorkerModule {}
