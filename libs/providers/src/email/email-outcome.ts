import type { Mail, Outcome } from '../adapter/provider.js';
import { isHeaderName } from './wire-mail.js';

/** Returns the outcome of a mail that is invalid before any call; null for a valid one. */
export function outcomeOfUnsendable({ recipients, headers = {} }: Mail): Outcome | null {
  if (recipients.length === 0) return { kind: 'refused', detail: 'There is no recipient' };
  const wrong = Object.keys(headers).find((name) => !isHeaderName(name));
  return wrong === undefined ? null : { kind: 'refused', detail: `${JSON.stringify(wrong)} is not a header name` };
}

/**
 * Returns the outcome of a definite rejection that names the recipients at fault. Nothing was sent, so the other
 * recipients still need the message. If no recipient or every recipient is named, the whole mail is refused.
 */
export function outcomeOfBlame(
  recipients: string[],
  isBlamed: (address: string) => boolean,
  detail: string,
  code?: string,
): Outcome {
  const blamed = recipients.filter(isBlamed);
  if (blamed.length === 0 || blamed.length === recipients.length) return { kind: 'refused', detail, code };
  const each = recipients.map((address) => ({
    address,
    outcome: blamed.includes(address) ? ('refused' as const) : ('not_sent' as const),
    detail,
  }));
  return { kind: 'not_sent', detail, code, fault: 'passing', recipients: each };
}
