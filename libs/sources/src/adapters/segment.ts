import { z } from 'zod';
import { forged, isSigned } from './signatures.js';
import { describeSource } from './source-adapter.js';
import { mapCall, readCalls } from './spec-calls.js';

/**
 * Segment's webhook destination (https://segment.com/docs/connections/destinations/catalog/webhooks). It signs when a shared secret
 * is set there; the signature carries no timestamp.
 */
export const segment = describeSource({
  kind: 'segment',
  title: 'Segment',
  settings: z.object({ sharedSecret: z.string().min(1).max(500).optional() }),
  secretFields: ['sharedSecret'],
  verify({ headers, body }, { sharedSecret }) {
    if (sharedSecret === undefined) return 'genuine';
    const signature = headers['x-signature'];
    if (!signature) return forged('the header X-Signature is missing');
    const signing = { algorithm: 'sha1', encoding: 'hex', secret: sharedSecret } as const;
    // Segment's example signs the re-serialized body, which can differ from the received bytes in white space.
    const isGenuine = isSigned([signature], signing, body) || isSigned([signature], signing, restringified(body));
    return isGenuine ? 'genuine' : forged('the signature does not match the shared secret');
  },
  read: readCalls,
  map: mapCall,
});

function restringified(body: Buffer): string | Buffer {
  try {
    return JSON.stringify(JSON.parse(body.toString())) ?? body;
  } catch {
    return body;
  }
}
