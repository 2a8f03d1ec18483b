import { WebhookEndpoint } from './endpoints/webhook-endpoint.entity.js';

export { webhooksBacklog, webhooksExpiry } from './deliver/webhook-deliveries.repository.js';
export { WebhooksApiModule } from './webhooks.api.module.js';
export { WebhooksWorkerModule } from './webhooks.worker.module.js';

export const webhooksEntities: (new () => object)[] = [WebhookEndpoint];
