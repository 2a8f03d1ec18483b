import type { Seal } from '@dundun/platform/config';

/** Signs a text with the current time. @returns `text.time.signature` */
export function signedAt(seal: Seal, purpose: string, text: string, now = Date.now()): string {
  const dated = `${text}.${now.toString(36)}`;
  return `${dated}.${seal.sign(purpose, dated)}`;
}

/** Verifies a signed text. @returns the text and its age in milliseconds; null for a wrong signature */
export function readSignedAt(
  seal: Seal,
  purpose: string,
  signed: unknown,
  now = Date.now(),
): { text: string; age: number } | null {
  const [, text = '', time = '', signature = ''] = /^(\w*)\.(\w+)\.([\w-]+)$/.exec(String(signed)) ?? [];
  if (!signature || !seal.verify(purpose, `${text}.${time}`, signature)) return null;
  return { text, age: now - parseInt(time, 36) };
}
