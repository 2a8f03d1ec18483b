import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '../adapter/webhook.js';

/** Builds a report as a gateway might make it: JSON, signed with SHA-256 in the header `x-gateway-signature`. */
export function gatewayCall(report: object, { secret }: { secret: string }): WebhookRequest {
  const body = Buffer.from(JSON.stringify(report));
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return {
    method: 'POST',
    url: 'https://here.test/hooks/gateway',
    headers: { 'content-type': 'application/json', 'x-gateway-signature': signature },
    body,
  };
}
