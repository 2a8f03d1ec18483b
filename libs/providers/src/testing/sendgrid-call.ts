import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { WebhookRequest } from '../adapter/webhook.js';

/** The key that signs an account's events, and the verification key that SendGrid shows for it. */
export interface SendGridKeys {
  privateKey: KeyObject;
  /** Base64 of the DER. */
  publicKey: string;
}

/** Generates the keys of a new account. */
export function sendGridKeys(): SendGridKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return { privateKey, publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') };
}

/** Builds a webhook call as SendGrid makes it; `timestamp` in Unix seconds. */
export function sendGridCall(
  events: unknown,
  { privateKey, timestamp = String(Math.floor(Date.now() / 1000)) }: { privateKey: KeyObject; timestamp?: string },
): WebhookRequest {
  const body = Buffer.from(`${JSON.stringify(events)}\r\n`);
  return {
    method: 'POST',
    url: 'https://here.test/hooks/sendgrid',
    headers: {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': sign(
        'sha256',
        Buffer.concat([Buffer.from(timestamp), body]),
        privateKey,
      ).toString('base64'),
    },
    body,
  };
}
