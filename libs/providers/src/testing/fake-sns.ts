import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { WebhookRequest } from '../adapter/webhook.js';
import { selfSigned } from './self-signed.js';

/** A fake SNS that signs its messages with its own key and certificate. */
export interface FakeSns {
  /** PEM. */
  readonly certificate: string;
  readonly certificateUrl: string;
  /** Returns the certificate for its URL and rejects any other; serves as the reader's `fetchText`. */
  fetchText(url: string): Promise<string>;
  /** Builds a signed message; a field that is `undefined` is left out, `Message` may be an object. */
  message(fields: Record<string, unknown>): Record<string, unknown>;
  /** Builds a signed message as posted to a subscriber. */
  post(fields: Record<string, unknown>): WebhookRequest;
}

const ORDER = ['Message', 'MessageId', 'SubscribeURL', 'Subject', 'Timestamp', 'Token', 'TopicArn', 'Type'];

/** Creates a fake SNS for one region, with a new RSA key. */
export function fakeSns({ topicArn, region = 'eu-west-1' }: { topicArn: string; region?: string }): FakeSns {
  const host = `sns.${region}.amazonaws.com`;
  const { key, cert } = selfSigned(host, { key: 'rsa' });
  const certificateUrl = `https://${host}/SimpleNotificationService-${randomUUID().replaceAll('-', '')}.pem`;
  const privateKey = createPrivateKey(key);

  const message = (fields: Record<string, unknown>) => {
    const { Message, ...rest } = fields;
    const all: Record<string, unknown> = {
      Type: 'Notification',
      MessageId: randomUUID(),
      TopicArn: topicArn,
      Message: typeof Message === 'string' ? Message : JSON.stringify(Message),
      Timestamp: new Date().toISOString(),
      SignatureVersion: '2',
      SigningCertURL: certificateUrl,
      UnsubscribeURL: `https://${host}/?Action=Unsubscribe&SubscriptionArn=${topicArn}:1`,
      ...rest,
    };
    const lines = ORDER.filter((name) => all[name] !== undefined).map((name) => `${name}\n${String(all[name])}\n`);
    const algorithm = all.SignatureVersion === '1' ? 'sha1' : 'sha256';
    return { ...all, Signature: sign(algorithm, Buffer.from(lines.join('')), privateKey).toString('base64') };
  };
  return {
    certificate: cert,
    certificateUrl,
    fetchText: (url) =>
      url === certificateUrl ? Promise.resolve(cert) : Promise.reject(new Error(`Nothing found at ${url}`)),
    message,
    post: (fields) => posted(message(fields)),
  };
}

/** Wraps a message in a call as SNS posts it, with the usual headers. */
export function posted(message: Record<string, unknown>): WebhookRequest {
  return {
    method: 'POST',
    url: 'https://here.test/hooks/ses',
    headers: {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': String(message.Type),
      'x-amz-sns-message-id': String(message.MessageId),
    },
    body: Buffer.from(JSON.stringify(message)),
  };
}
