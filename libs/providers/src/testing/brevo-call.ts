import type { WebhookRequest } from '../adapter/webhook.js';

/** Builds a webhook call as Brevo makes it, with the token that was entered for the webhook. */
export function brevoCall(events: unknown, { token }: { token: string }): WebhookRequest {
  return {
    method: 'POST',
    url: 'https://here.test/hooks/brevo',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: Buffer.from(JSON.stringify(events)),
  };
}
