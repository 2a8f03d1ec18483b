import { type Answered, outcomeOfStatus } from '../../adapter/http.js';
import { jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { Outcome } from '../../adapter/provider.js';
import { type Fault, outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';
import { outcomeOfBlame } from '../email-outcome.js';
import { sameAddress } from '../open-recipients.js';

const INVALID = 300;
const INACTIVE = 406;

/** The token, the sender, the account's state and credits, and the message stream. */
const PROVIDER = [10, 11, 400, 401, 405, 412, 413, 1226, 1234, 1235, 1236];
const MAINTENANCE = 100;
const RATE = 429;

/** Codes of https://postmarkapp.com/developer/api/overview#error-codes. All others concern the mail. */
const FAULTS = new Map<number, Fault>([
  ...PROVIDER.map((code) => [code, 'provider'] as const),
  [MAINTENANCE, 'passing'],
  [RATE, 'throttled'],
]);

/** Reads the response to a send. */
export function outcomeOfPostmark(answer: Answered, recipients: string[]): Outcome {
  const { status } = answer;
  const body = jsonObject(answer.text);
  const detail = postmarkDetail(answer);
  const code = body?.ErrorCode;
  if (typeof code !== 'number' || status === 429 || status >= 500) return outcomeOfStranger(answer, detail);
  const message = String(body?.Message ?? '');
  if (code === 0 && status < 300) return outcomeOfTaken(body?.MessageID, message, recipients);
  if (code === INACTIVE) return outcomeOfBlame(recipients, namedIn(message), detail, String(code));
  if (code === INVALID) return outcomeOfInvalid(message, recipients, detail);
  // A code is meaningful only if Postmark has read the mail.
  const read = status < 300 || status === 422 || FAULTS.has(code);
  const fault = FAULTS.get(code) ?? 'message';
  return read
    ? outcomeOfFault(fault, detail, String(code), answer)
    : (outcomeOfStatus(answer, detail) ?? outcomeOfStranger(answer, detail));
}

/** Returns the code and Postmark's message on one line. */
export function postmarkDetail({ status, text }: Answered): string {
  const { ErrorCode: code, Message: message } = jsonObject(text) ?? {};
  return oneLine(message === undefined ? `${status} ${text}` : `${String(code ?? status)} ${String(message)}`);
}

/** Postmark accepts a mail for the active recipients and names the inactive ones. */
function outcomeOfTaken(id: unknown, message: string, recipients: string[]): Outcome {
  const detail = oneLine(message || 'OK');
  if (typeof id !== 'string' || !id) return { kind: 'unknown', detail: oneLine(`Without a message id: ${message}`) };
  if (!/inactive/i.test(message)) return { kind: 'accepted', providerId: id, detail };
  const isInactive = namedIn(message);
  const each = recipients.map((address) => ({
    address,
    outcome: isInactive(address) ? ('refused' as const) : ('accepted' as const),
    detail: isInactive(address) ? detail : 'OK',
  }));
  const taken = each.some(({ outcome }) => outcome === 'accepted');
  return taken
    ? { kind: 'accepted', providerId: id, detail, recipients: each }
    : { kind: 'refused', detail, code: String(INACTIVE) };
}

/** The code only says that something in the mail is invalid; the message says what. */
function outcomeOfInvalid(message: string, recipients: string[], detail: string): Outcome {
  const code = String(INVALID);
  if (/'From'|sender signature/i.test(message)) return outcomeOfFault('provider', detail, code);
  const isBlamed = /'(To|Cc|Bcc)'/i.test(message) ? namedIn(message) : () => false;
  return outcomeOfBlame(recipients, isBlamed, detail, code);
}

/** Whether a sentence names an address; Postmark writes addresses in lower case. */
function namedIn(sentence: string): (address: string) => boolean {
  const words = sentence.toLowerCase().split(/[\s,;'"<>()]+/);
  const named = new Set(words.map((word) => word.replace(/[.:]+$/, '')));
  return (address) => named.has(sameAddress(address)) || named.has(address.toLowerCase());
}
