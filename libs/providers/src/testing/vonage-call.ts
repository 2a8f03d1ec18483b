import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '../adapter/webhook.js';

/** Builds a webhook call as Vonage makes it for an account that signs with SHA-256. */
export function vonageCall(fields: Record<string, string>, { secret }: { secret: string }): WebhookRequest {
  const signed = Object.entries(fields)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `&${name}=${value.replace(/[&=]/g, '_')}`)
    .join('');
  const sig = createHmac('sha256', secret).update(signed).digest('hex').toUpperCase();
  return {
    method: 'POST',
    url: 'https://here.test/hooks/vonage',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ ...fields, sig })),
  };
}
