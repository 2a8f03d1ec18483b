import { forged, headerPairs, isFresh, isSigned } from '../signatures.js';
import type { SourceRequest, Verdict } from '../source-adapter.js';

/** How a sender signs a timestamp together with the body. */
export interface TimedScheme {
  sender: string;
  /** In lower case. */
  header: string;
  separator: ',' | ';';
  /** Names of the timestamp and the signature in the header. */
  time: string;
  signature: string;
  /** Separates the timestamp from the body in the signed text. */
  joint: '.' | ':';
  algorithm: 'sha256' | 'sha512';
  /** Whether the signature is prefixed with the key's id and a colon. */
  withKeyId?: boolean;
}

const DIGITS = { sha256: 64, sha512: 128 };

/** Verifies a signature over a timestamp and the body. One valid signature is enough: senders send two while a secret rotates. */
export function verifyTimed(
  scheme: TimedScheme,
  { headers, body }: SourceRequest,
  secret: string,
  now: number,
): Verdict {
  const { sender, header, algorithm, joint } = scheme;
  const pairs = headerPairs(headers[header] ?? '', scheme.separator);
  const [time, ...others] = pairs.get(scheme.time) ?? [];
  if (time === undefined || others.length > 0)
    return forged(`the header ${header} is missing or has no single timestamp`);
  const signatures = pairs.get(scheme.signature) ?? [];
  const bare = scheme.withKeyId ? signatures.map((one) => one.slice(one.indexOf(':') + 1)) : signatures;
  const given = lowerHex(bare, DIGITS[algorithm]);
  const isRight = isSigned(given, { algorithm, encoding: 'hex', secret }, `${time}${joint}`, body);
  if (!isRight) return forged(`the signature of ${sender} is wrong`);
  return isFresh(time, now)
    ? 'genuine'
    : forged(`the timestamp of ${sender}'s signature is not within 5 minutes of now`);
}

/** Keeps the signatures in lower-case hex of the right length, the form that senders use and their libraries compare. */
export function lowerHex(given: string[], digits: number): string[] {
  return given.filter((one) => one.length === digits && /^[0-9a-f]+$/.test(one));
}
