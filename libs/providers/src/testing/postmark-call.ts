import type { WebhookRequest } from '../webhook.js';

/** A call of a webhook as Postmark makes it, to an address that holds a user and a password. */
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
