import { createPrivateKey, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { DkimKey } from '@dundun/providers';

/** A new key in base64: the public half as published, the private half as PKCS #8. */
export interface NewKey {
  selector: string;
  algorithm: DkimKey['algorithm'];
  publicKey: string;
  privateKey: string;
}

const BITS = 2048;
/** RFC 8463 publishes the bare key: the last bytes of its SPKI form. */
const ED25519_BYTES = 32;
const generate = promisify(generateKeyPair);

/**
 * Generates the keys of one rotation, RSA and Ed25519, in the thread pool. The selectors are new, because resolvers can still cache
 * an old key and other workspaces can have keys for the same domain.
 */
export async function newPair(): Promise<NewKey[]> {
  const tag = `dd${randomBytes(3).toString('hex')}`;
  const [rsa, ed25519] = await Promise.all([generate('rsa', { modulusLength: BITS }), generate('ed25519')]);
  return [
    {
      selector: `${tag}-rsa`,
      algorithm: 'rsa-sha256',
      publicKey: spki(rsa.publicKey).toString('base64'),
      privateKey: pkcs8(rsa.privateKey),
    },
    {
      selector: `${tag}-ed25519`,
      algorithm: 'ed25519-sha256',
      publicKey: spki(ed25519.publicKey).subarray(-ED25519_BYTES).toString('base64'),
      privateKey: pkcs8(ed25519.privateKey),
    },
  ];
}

/** The key to sign with. */
export const openPrivateKey = (base64: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
const pkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
