import { Module } from '@nestjs/common';
import { Cursors } from '@dundun/platform/http';
import { DeliveryLog } from './delivery-log.js';
import { Feed } from './feed.js';
import { FeedController } from './feed.controller.js';
import { FeedCursors } from './feed-cursors.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksModule } from './webhooks.module.js';

@Module({
  imports: [WebhooksModule],
  controllers: [FeedController, WebhooksController, WebhookDeliveriesController],
  providers: [Cursors, DeliveryLog, Feed, FeedCursors, WebhookEndpoints],
})
export class WebhooksApiModule {}
