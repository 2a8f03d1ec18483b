import { forged, headerPairs, isFresh, isSigned } from '../signatures.js';
import type { SourceRequest, Verdict } from '../source-adapter.js';

/** How a sender signs a moment together with the body. */
export interface TimedScheme {
  sender: string;
  /** In lower case. */
  header: string;
  separator: ',' | ';';
  /** The names in the header of the time, and of a signature. */
  time: string;
  signature: string;
  /** What stands between the time and the body. */
  joint: '.' | ':';
  algorithm: 'sha256' | 'sha512';
  /** Whether the id of the key stands before the signature, and a colon between them. */
  withKeyId?: boolean;
}

const DIGITS = { sha256: 64, sha512: 128 };

/** Checks a signature over a moment and the body. One right signature of several is enough: senders give two while a secret changes. */
export function verifyTimed(
  scheme: TimedScheme,
  { headers, body }: SourceRequest,
  secret: string,
  now: number,
): Verdict {
  const { sender, header, algorithm, joint } = scheme;
  const pairs = headerPairs(headers[header] ?? '', scheme.separator);
  const [time, ...others] = pairs.get(scheme.time) ?? [];
  if (time === undefined || others.length > 0) return forged(`the header ${header} is missing or has not one time`);
  const signatures = pairs.get(scheme.signature) ?? [];
  const bare = scheme.withKeyId ? signatures.map((one) => one.slice(one.indexOf(':') + 1)) : signatures;
  const given = lowerHex(bare, DIGITS[algorithm]);
  const isRight = isSigned(given, { algorithm, encoding: 'hex', secret }, `${time}${joint}`, body);
  if (!isRight) return forged(`the signature of ${sender} is wrong`);
  return isFresh(time, now) ? 'genuine' : forged(`the time of ${sender}'s signature is not within 5 minutes of now`);
}

/** Those that have the form in which the senders write them, and in which their own libraries compare. */
export function lowerHex(given: string[], digits: number): string[] {
  return given.filter((one) => one.length === digits && /^[0-9a-f]+$/.test(one));
}
