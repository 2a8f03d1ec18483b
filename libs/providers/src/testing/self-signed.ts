import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A private key and its certificate, as PEM. */
export interface SelfSigned {
  key: string;
  cert: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const ECDSA_SHA256 = der(SEQUENCE, oid('2a8648ce3d040302'));
const RSA_SHA256 = der(SEQUENCE, oid('2a864886f70d01010b'), Buffer.from([0x05, 0]));

/**
 * Creates a certificate for one host name or IPv4 address, on P-256 and valid for an hour around now unless stated
 * otherwise.
 */
export function selfSigned(
  host: string,
  {
    from = new Date(Date.now() - 1_800_000),
    until = new Date(Date.now() + 1_800_000),
    key = 'ec',
  }: { from?: Date; until?: Date; key?: 'ec' | 'rsa' } = {},
): SelfSigned {
  const { publicKey, privateKey } =
    key === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = key === 'rsa' ? RSA_SHA256 : ECDSA_SHA256;
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, oid('550403'), der(0x0c, Buffer.from(host)))));
  const octets = /^[\d.]+$/.test(host) ? Buffer.from(host.split('.').map(Number)) : null;
  const alternative = octets ? der(0x87, octets) : der(0x82, Buffer.from(host));
  const extension = der(SEQUENCE, oid('551d11'), der(0x04, der(SEQUENCE, alternative)));
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    der(SEQUENCE, time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, extension)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const certificate = der(SEQUENCE, body, algorithm, der(0x03, signature)).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}
