import { type Answered, outcomeOfStatus, retryAfterMs } from '../http.js';
import type { Mail, Outcome } from '../provider.js';

/** Whose fault a refused email is: its recipient's or content's, the account's or sender's, or nobody's for long. */
export type EmailFault = 'message' | 'provider' | 'passing';

/** RFC 5322 field names. */
const HEADER_NAME = /^[!-9;-~]+$/;

/** What is wrong with a mail before anybody is called; null for one that can be written down. */
export function outcomeOfUnsendable({ recipients, headers = {} }: Mail): Outcome | null {
  if (recipients.length === 0) return { kind: 'refused', detail: 'There is no recipient' };
  const wrong = Object.keys(headers).find((name) => !HEADER_NAME.test(name));
  return wrong === undefined ? null : { kind: 'refused', detail: `${JSON.stringify(wrong)} is not a header name` };
}

/** A provider's clear no to the whole mail; the answer, where given, may say when to try again. */
export function outcomeOfFault(fault: EmailFault, detail: string, code?: string, answer?: Answered): Outcome {
  if (fault === 'message') return { kind: 'refused', detail, code };
  return { kind: 'not_sent', detail, code, fault, retryAfterMs: retryAfterMs(answer?.headers['retry-after']) };
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

/**
 * An answer in which the adapter does not recognise the provider, e.g. a proxy's. After a success status the mail may be
 * on its way. After an error that no status rule decides nothing was accepted, and nobody blamed the mail.
 */
export function outcomeOfStranger(answer: Answered, detail: string): Outcome {
  const decided = outcomeOfStatus(answer, detail);
  if (decided) return decided;
  // Whoever says so, this mail stays too large.
  if (answer.status === 413) return outcomeOfFault('message', detail, '413');
  return answer.status < 300 ? { kind: 'unknown', detail } : outcomeOfFault('passing', detail, String(answer.status));
}
