import type { Answered } from '../http.js';
import { jsonObject } from '../json.js';
import { oneLine } from '../network-error.js';
import type { Outcome } from '../provider.js';
import { type Fault, outcomeOfFault, outcomeOfStranger } from '../provider-outcome.js';

/**
 * Names of https://resend.com/docs/api-reference/errors that blame somebody, whatever their status; the others are about
 * the call, and there the status decides.
 */
const FAULTS: ReadonlyMap<unknown, Fault> = new Map<unknown, Fault>([
  ['missing_api_key', 'provider'],
  ['invalid_api_key', 'provider'],
  ['restricted_api_key', 'provider'],
  ['invalid_from_address', 'provider'],
  ['daily_quota_exceeded', 'provider'],
  ['monthly_quota_exceeded', 'provider'],
  ['rate_limit_exceeded', 'throttled'],
  ['invalid_attachment', 'message'],
  ['invalid_parameter', 'message'],
  ['invalid_access', 'message'],
  ['missing_required_field', 'message'],
  ['security_error', 'message'],
]);

/**
 * Both say that an earlier call with our key came through, and nobody knows with what end: the first that it still runs,
 * the second that it was written differently, by another release of ours. Neither is `not_sent`, which would let another
 * provider send a second mail. Repeated with the same key, the first brings the earlier answer, and the second stays a
 * refusal: nothing is ever sent twice.
 */
const EARLIER_CALL = ['concurrent_idempotent_requests', 'invalid_idempotent_request'];

/** Reads an answer of POST /emails. */
export function outcomeOfResend(answer: Answered): Outcome {
  const { status } = answer;
  const body = jsonObject(answer.text);
  const detail = resendDetail(answer);
  if (status < 300) {
    const id = body?.id;
    return typeof id === 'string' && id !== ''
      ? { kind: 'accepted', providerId: id, detail: 'queued' }
      : { kind: 'unknown', detail: oneLine(`${status} without a message id: ${answer.text}`) };
  }
  const name = body?.name;
  if (typeof name !== 'string' || status >= 500) return outcomeOfStranger(answer, detail);
  if (EARLIER_CALL.includes(name)) return { kind: 'unknown', detail };
  const fault = FAULTS.get(name) ?? faultOfWords(name, status, oneLine(String(body?.message)));
  return fault ? outcomeOfFault(fault, detail, name, answer) : outcomeOfStranger(answer, detail);
}

/** The name of an error and what Resend says to it, on one line. */
export function resendDetail({ status, text }: Answered): string {
  const { name, message } = jsonObject(text) ?? {};
  return oneLine(message === undefined ? `${status} ${text}` : `${String(name ?? status)} ${String(message)}`);
}

/** One name stands for whatever is wrong with a field; a missing template has the same one as a missing path. */
function faultOfWords(name: string, status: number, message: string): Fault | undefined {
  if (name === 'not_found') return /template/i.test(message) ? 'message' : undefined;
  if (name !== 'validation_error' || (status !== 400 && status !== 422)) return undefined;
  return /[`'"]from[`'"]|\bdomain\b.*\b(verified|associated|registered)\b|not authorized to send/i.test(message)
    ? 'provider'
    : 'message';
}
