import type { Backlog, Expiry } from '@dundun/platform/database';
import { FEED_DAYS } from './feed/feed.statements.js';
import { WebhookEndpoint } from './endpoints/webhook-endpoint.entity.js';

export { WebhooksApiModule } from './webhooks.api.module.js';
export { WebhooksModule } from './webhooks.module.js';
export { WebhooksWorkerModule } from './webhooks.worker.module.js';

/** What a worker deletes for webhooks: an entry a day after its cursor is refused. */
export const webhooksExpiry: Expiry[] = [
  { table: 'feed_entries', column: 'created_at', after: `${FEED_DAYS + 1} days` },
  { table: 'webhook_deliveries', column: 'created_at', after: `${FEED_DAYS} days` },
  { table: 'webhook_attempts', column: 'started_at', after: `${FEED_DAYS} days` },
];

/** What is left of an endpoint that is switched off waits for its owner. */
export const webhooksBacklog: Backlog = {
  work: 'webhooks',
  table: 'webhook_deliveries d',
  where: `EXISTS (
    SELECT FROM webhook_endpoints e
    WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id AND e.disabled_at IS NULL)`,
};

export const webhooksEntities: (new () => object)[] = [WebhookEndpoint];
