import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BYTES = 32;

/** Generates a signing secret of Standard Webhooks. */
export const newSigningSecret = (): string => `${PREFIX}${randomBytes(BYTES).toString('base64')}`;

/** The signed parts of a call. The id is that of the entry, the same in every call. */
export interface SignedCall {
  id: string;
  /** Unix seconds. */
  timestamp: number;
  body: string;
}

/** Builds the header `webhook-signature` with one signature per secret. */
export const signatures = ({ id, timestamp, body }: SignedCall, secrets: string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
