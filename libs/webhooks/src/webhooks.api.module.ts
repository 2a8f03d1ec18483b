import { Module } from '@nestjs/common';
import { Cursors } from '@dundun/platform/http';
import { WebhookDeliveryLog } from './deliver/webhook-delivery-log.repository.js';
import { Feed } from './feed/feed.repository.js';
import { FeedController } from './feed/feed.controller.js';
import { FeedCursors } from './feed/feed-cursors.service.js';
import { WebhookDeliveriesController } from './deliver/webhook-deliveries.controller.js';
import { WebhookEndpoints } from './endpoints/webhook-endpoints.repository.js';
import { WebhooksController } from './endpoints/webhooks.controller.js';
import { WebhooksModule } from './webhooks.module.js';

@Module({
  imports: [WebhooksModule],
  controllers: [FeedController, WebhooksController, WebhookDeliveriesController],
  providers: [Cursors, WebhookDeliveryLog, Feed, FeedCursors, WebhookEndpoints],
})
export class WebhooksApiModule {}
