import type { Mail, Outcome } from '../provider.js';
import { isHeaderName } from './wire-mail.js';

/** What is wrong with a mail before anybody is called; null for one that can be written down. */
export function outcomeOfUnsendable({ recipients, headers = {} }: Mail): Outcome | null {
  if (recipients.length === 0) return { kind: 'refused', detail: 'There is no recipient' };
  const wrong = Object.keys(headers).find((name) => !isHeaderName(name));
  return wrong === undefined ? null : { kind: 'refused', detail: `${JSON.stringify(wrong)} is not a header name` };
}

/**
 * A clear no that names the recipients at fault. Nothing left, so the others are still to be sent to; where nobody or
 * everybody is named the mail is refused as a whole.
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
