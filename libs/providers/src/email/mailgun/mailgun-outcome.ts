import { type Answered, outcomeOfStatus } from '../../adapter/http.js';
import { jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { Outcome } from '../../adapter/provider.js';
import { outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';
import { outcomeOfBlame } from '../email-outcome.js';
import { onTheWire } from '../open-recipients.js';

/** Limits of the plan or per hour, which pass. */
const LIMIT_WORDS = /limit (is )?(exceeded|reached)|exceeded .{0,40}limit|too many|try again/i;
/** Problems of the account or its domain: unverified, disabled, a sandbox, not paid for. */
const ACCOUNT_WORDS =
  /not allowed to send|authori[sz]ed recipients|activate your|(account|domain) .{0,80}(disabled|suspended|unverified|not found)/i;

/** Reads a response to POST …/messages or …/messages.mime. */
export function outcomeOfMailgun(answer: Answered, recipients: string[]): Outcome {
  const { status, text } = answer;
  const body = jsonObject(text);
  const detail = mailgunDetail(answer);
  if (status < 300) {
    const id = bareId(body?.id);
    // Mailgun also answers an unknown path with a success, namely a greeting.
    if (id === null) return { kind: 'unknown', detail: oneLine(`${status} without a message id: ${text}`) };
    return { kind: 'accepted', providerId: id, detail };
  }
  const decided = outcomeOfStatus(answer, detail);
  if (decided) return decided;
  const code = String(status);
  if (status === 413) return outcomeOfFault('message', detail, code);
  if (status === 402) return outcomeOfFault('provider', detail, code, answer);
  const message = typeof body?.message === 'string' ? body.message : null;
  if (message === null || (status !== 400 && status !== 404)) return outcomeOfStranger(answer, detail);
  if (LIMIT_WORDS.test(message)) return outcomeOfFault('passing', detail, code, answer);
  if (status === 404 || ACCOUNT_WORDS.test(message)) return outcomeOfFault('provider', detail, code, answer);
  return outcomeOfBlame(recipients, (address) => message.includes(onTheWire(address)), detail, code);
}

/** Returns the status and Mailgun's message on one line. */
export function mailgunDetail({ status, text }: Answered): string {
  const message = jsonObject(text)?.message;
  return oneLine(`${status} ${typeof message === 'string' ? message : text}`);
}

/** Returns a Message-ID without the angle brackets that answers have and events lack; null if there is none. */
export function bareId(value: unknown): string | null {
  return typeof value === 'string' ? value.trim().replace(/^<|>$/g, '') || null : null;
}
