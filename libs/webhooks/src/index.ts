import { WebhookEndpoint } from './endpoints/webhook-endpoint.entity.js';

export { webhooksBacklog, webhooksExpiry } from './deliver/webhook-deliveries.repository.js';
export { payloadOf } from './endpoints/payload.js';
export { Receiver, type ReceiverAnswer } from './endpoints/receiver.service.js';
export { newSigningSecret } from './endpoints/signature.js';
export { nextWait } from './deliver/retry-schedule.js';
export { WebhooksModule } from './webhooks.module.js';
export { WebhooksApiModule } from './webhooks.api.module.js';
export { WebhooksWorkerModule } from './webhooks.worker.module.js';

export const webhooksEntities: (new () => object)[] = [WebhookEndpoint];
