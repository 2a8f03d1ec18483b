import type { WebhookRequest } from '../adapter/webhook.js';

/** Builds a webhook call as Postmark makes it, to a URL with a user and a password. */
export function postmarkCall(event: unknown, { user, password }: { user: string; password: string }): WebhookRequest {
  return {
    method: 'POST',
    url: 'https://here.test/hooks/postmark',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    },
    body: Buffer.from(JSON.stringify(event)),
  };
}
