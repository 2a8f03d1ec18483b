import { createHash, sign, type KeyObject } from 'node:crypto';
import type { DkimKey } from '../adapter/provider.js';
import { hashOfBody, type HeaderField, relaxedHeader, splitMessage } from './dkim-canonical.js';

/** Signed if present; the two headers of one-click unsubscribing must be signed (RFC 8058). */
const SIGNED = [
  'From',
  'To',
  'Cc',
  'Subject',
  'Date',
  'Message-ID',
  'In-Reply-To',
  'References',
  'MIME-Version',
  'Content-Type',
  'Reply-To',
  'List-Id',
  'List-Help',
  'List-Owner',
  'List-Post',
  'List-Archive',
  'List-Subscribe',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Auto-Submitted',
  'Feedback-ID',
];
/** What a reader or a mail program acts on: nobody can add such a header, not even one that the mail does not have. */
const OVERSIGNED = new Set([
  'From',
  'To',
  'Cc',
  'Subject',
  'Date',
  'Reply-To',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
]);
const ORDER = SIGNED.map((name) => ({ name, lower: name.toLowerCase(), isOversigned: OVERSIGNED.has(name) }));
/** RFC 5322 recommends lines of at most 78 characters; the rest is for a space, a name and a colon. */
const LINE = 74;

/**
 * Prepends one DKIM-Signature (RFC 6376, RFC 8463) per key to a message with CRLF line endings. Signing runs in the
 * thread pool. Rejects when a key does not fit its algorithm.
 * @param now milliseconds since the epoch
 */
export async function signMail(message: Buffer, keys: DkimKey[], now = Date.now()): Promise<Buffer> {
  if (keys.length === 0) return message;
  const { fields, body } = splitMessage(message);
  const { names, text } = chosen(fields);
  const bodyHash = await hashOfBody(body);
  const signatures = await Promise.all(
    keys.map(async (key) => {
      const open = openHeader(key, names, bodyHash, Math.floor(now / 1_000));
      const data = Buffer.from(`${text}${relaxedHeader(open).relaxed}`, 'latin1');
      return `${open}${folded(await signatureOf(key, data))}\r\n`;
    }),
  );
  return Buffer.concat([Buffer.from(signatures.join(''), 'latin1'), message]);
}

/** Lists every occurrence of a repeated header, last first, and an oversigned one once more than it occurs. */
function chosen(fields: HeaderField[]): { names: string[]; text: string } {
  const found = new Map<string, string[]>();
  for (const { name, relaxed } of fields) found.set(name, [relaxed, ...(found.get(name) ?? [])]);
  const names: string[] = [];
  let text = '';
  for (const { name, lower, isOversigned } of ORDER) {
    for (const relaxed of found.get(lower) ?? []) {
      text += `${relaxed}\r\n`;
      names.push(name);
    }
    if (isOversigned) names.push(name);
  }
  return { names, text };
}

/** Builds the header up to its signature, which counts as empty while signing. */
function openHeader({ algorithm, domain, selector }: DkimKey, names: string[], bodyHash: string, at: number): string {
  const lines = [`DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed;`, `d=${domain}; s=${selector}; t=${at};`];
  let line = `h=${names[0]}`;
  for (const name of names.slice(1)) {
    if (line.length + name.length + 2 > LINE) {
      lines.push(`${line}:`);
      line = name;
    } else line += `:${name}`;
  }
  return [...lines, `${line};`, `bh=${bodyHash};`, 'b='].join('\r\n ');
}

function folded(signature: string): string {
  let lines = signature.slice(0, LINE);
  for (let at = LINE; at < signature.length; at += LINE) lines += `\r\n ${signature.slice(at, at + LINE)}`;
  return lines;
}

/** Ed25519 signs the hash of the data (RFC 8463 section 3); RSA signs the data. */
function signatureOf({ algorithm, privateKey }: DkimKey, data: Buffer): Promise<string> {
  return algorithm === 'rsa-sha256'
    ? signed('sha256', data, privateKey)
    : signed(null, createHash('sha256').update(data).digest(), privateKey);
}

function signed(digest: 'sha256' | null, data: Buffer, key: KeyObject): Promise<string> {
  const wanted = digest === null ? 'ed25519' : 'rsa';
  if (key.asymmetricKeyType !== wanted) throw new TypeError(`The DKIM key is not for ${wanted}`);
  return new Promise((resolve, reject) => {
    sign(digest, data, key, (error, signature) => (error ? reject(error) : resolve(signature.toString('base64'))));
  });
}
