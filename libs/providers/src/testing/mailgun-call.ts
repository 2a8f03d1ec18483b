import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookRequest } from '../adapter/webhook.js';

/** Builds a webhook call as Mailgun makes it, signed with the account's key; `timestamp` in Unix seconds. */
export function mailgunCall(
  event: unknown,
  {
    key,
    timestamp = String(Math.floor(Date.now() / 1000)),
    token = randomBytes(25).toString('hex'),
  }: { key: string; timestamp?: string; token?: string },
): WebhookRequest {
  const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex');
  return {
    method: 'POST',
    url: 'https://here.test/hooks/mailgun',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event })),
  };
}
