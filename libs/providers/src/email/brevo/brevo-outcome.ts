import { type Answered, outcomeOfStatus } from '../../adapter/http.js';
import { jsonObject, textOf } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { Outcome } from '../../adapter/provider.js';
import { outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';
import { outcomeOfBlame } from '../email-outcome.js';
import { onTheWire } from '../open-recipients.js';

/** The account: codes of https://developers.brevo.com/docs/how-it-works and of the types of @getbrevo/brevo. */
const ACCOUNT = /^(unauthorized|permission_denied|not_enough_credits|account_under_validation|method_not_allowed)$/;
/** A sender that is not verified has the code of any invalid parameter; its words are observed, not documented. */
const SENDER_WORDS =
  /\bsender\b.{0,80}(not valid|invalid|not found|not verified)|authenticate your domain|DMARC policy/i;
const LIMIT_WORDS = /too many|rate limit/i;

/** Reads the answer to POST /v3/smtp/email. */
export function outcomeOfBrevo(answer: Answered, recipients: string[]): Outcome {
  const { status, text } = answer;
  const body = jsonObject(text);
  const detail = brevoDetail(answer);
  if (status < 300) {
    const id = bareId(body?.messageId ?? [body?.messageIds].flat()[0]);
    if (id === null) return { kind: 'unknown', detail: oneLine(`${status} without a message id: ${text}`) };
    return { kind: 'accepted', providerId: id, detail: 'queued' };
  }
  const code = textOf(body?.code);
  const decided = outcomeOfStatus(answer, detail);
  if (decided) return decided.kind === 'not_sent' && code ? { ...decided, code } : decided;
  if (status === 413) return outcomeOfFault('message', detail, code ?? '413');
  if (status === 402) return outcomeOfFault('provider', detail, code ?? '402', answer);
  const message = textOf(body?.message);
  if (code === null || message === null) return outcomeOfStranger(answer, detail);
  if (ACCOUNT.test(code) || SENDER_WORDS.test(message)) return outcomeOfFault('provider', detail, code, answer);
  if (LIMIT_WORDS.test(message)) return outcomeOfFault('throttled', detail, code, answer);
  return outcomeOfBlame(recipients, (address) => message.includes(onTheWire(address)), detail, code);
}

/** Returns the status or code and Brevo's message on one line. */
export function brevoDetail({ status, text }: Answered): string {
  const body = jsonObject(text);
  return oneLine(
    body?.message === undefined ? `${status} ${text}` : `${String(body.code ?? status)}: ${String(body.message)}`,
  );
}

/** Returns a message id without its angle brackets, which not every event has; null if there is none. */
export function bareId(value: unknown): string | null {
  return typeof value === 'string' ? value.trim().replace(/^<|>$/g, '') || null : null;
}
