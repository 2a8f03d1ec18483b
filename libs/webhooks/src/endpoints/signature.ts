import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BYTES = 32;

/** A signing secret of Standard Webhooks. */
export const newSigningSecret = (): string => `${PREFIX}${randomBytes(BYTES).toString('base64')}`;

/** What is signed: the same entry has the same id with every call. */
export interface SignedCall {
  id: string;
  /** Whole seconds. */
  timestamp: number;
  body: string;
}

/** The header `webhook-signature`, with one signature for each secret. */
export const signatures = ({ id, timestamp, body }: SignedCall, secrets: string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
