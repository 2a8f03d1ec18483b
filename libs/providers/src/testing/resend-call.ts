import { createHmac, randomUUID } from 'node:crypto';
import type { WebhookRequest } from '../adapter/webhook.js';

/** Builds a webhook call as Resend makes it; `timestamp` in Unix seconds. */
export function resendCall(
  event: unknown,
  {
    secret,
    id = `msg_${randomUUID()}`,
    timestamp = String(Math.floor(Date.now() / 1000)),
  }: { secret: string; id?: string; timestamp?: string },
): WebhookRequest {
  const body = Buffer.from(JSON.stringify(event));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body.toString()}`).digest('base64');
  return {
    method: 'POST',
    url: 'https://here.test/hooks/resend',
    headers: {
      'content-type': 'application/json',
      'svix-id': id,
      'svix-timestamp': timestamp,
      'svix-signature': `v1,${signature}`,
    },
    body,
  };
}
