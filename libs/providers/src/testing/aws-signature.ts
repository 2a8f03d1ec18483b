import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FakeRequest } from './fake-http.js';

const TOLERANCE_MS = 300_000;

/** Returns the error type with which AWS rejects a call's signature; null for a valid one. */
export function awsSignatureFault(
  request: FakeRequest,
  account: { accessKeyId: string; secretAccessKey: string; sessionToken?: string; region: string },
  service: string,
): string | null {
  const { headers } = request;
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  );
  if (!given) return 'MissingAuthenticationTokenException';
  const [, credential = '', names = '', signature = ''] = given;
  const [keyId, date = '', region, called, end] = credential.split('/');
  if (keyId !== account.accessKeyId) return 'UnrecognizedClientException';
  if (headers['x-amz-security-token'] !== account.sessionToken) return 'UnrecognizedClientException';
  const time = String(headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const inTime = time.startsWith(date) && Math.abs(Date.now() - at) < TOLERANCE_MS;
  const inScope = region === account.region && called === service && end === 'aws4_request';
  const signed = names.split(';');
  // AWS requires these to be signed: the host and every x-amz header.
  const covered = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!inTime || !inScope || !covered.every((name) => signed.includes(name))) return 'InvalidSignatureException';
  const scope = `${date}/${account.region}/${service}/aws4_request`;
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical(request, signed))}`;
  const key = [date, account.region, service, 'aws4_request'].reduce<Buffer>(
    (parent, part) => hmac(parent, part),
    Buffer.from(`AWS4${account.secretAccessKey}`),
  );
  const right = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
  return right ? null : 'InvalidSignatureException';
}

/** Builds the canonical request: https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html */
function canonical({ method, path, url, headers, body }: FakeRequest, signed: string[]): string {
  const query = [...new URL(url, 'http://fake').searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const lines = signed.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/\s+/g, ' ')}\n`,
  );
  // Each segment is encoded once more than on the wire.
  const uri = path.split('/').map(encoded).join('/');
  return [method, uri, query, lines.join(''), signed.join(';'), sha256(body)].join('\n');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
