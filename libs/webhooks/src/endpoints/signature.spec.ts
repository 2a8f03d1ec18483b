import { expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret, signatures } from './signature.js';

const NAMED = { id: '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10', body: '{"type":"user.deleted","data":{"uid":"ü"}}' };
const now = () => Math.floor(Date.now() / 1_000);

const headersOf = (timestamp: number, signature: string) => ({
  'webhook-id': NAMED.id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
});

it('equals the signature of the reference library', () => {
  const [secret, timestamp] = [newSigningSecret(), now()];
  const signature = signatures({ ...NAMED, timestamp }, [secret]);
  const reference = new Webhook(secret);
  expect(reference.verify(NAMED.body, headersOf(timestamp, signature))).toEqual(JSON.parse(NAMED.body));
  expect(reference.sign(NAMED.id, new Date(timestamp * 1_000), NAMED.body)).toBe(signature);
});

it('verifies with the new and the old secret during a rotation', () => {
  const [fresh, old, timestamp] = [newSigningSecret(), newSigningSecret(), now()];
  const headers = headersOf(timestamp, signatures({ ...NAMED, timestamp }, [fresh, old]));
  for (const secret of [fresh, old]) expect(new Webhook(secret).verify(NAMED.body, headers)).toBeTruthy();
  expect(() => new Webhook(newSigningSecret()).verify(NAMED.body, headers)).toThrow();
});

it.each([
  ['another body', { body: '{}' }],
  ['another id', { id: 'other' }],
  ['another time', { timestamp: now() - 60 }],
])('does not verify %s', (_, signed) => {
  const [secret, timestamp] = [newSigningSecret(), now()];
  const headers = headersOf(timestamp, signatures({ ...NAMED, timestamp, ...signed }, [secret]));
  expect(() => new Webhook(secret).verify(NAMED.body, headers)).toThrow(/signature/i);
});

it('uses secrets of 32 random bytes', () => {
  const secrets = Array.from({ length: 50 }, newSigningSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
});
