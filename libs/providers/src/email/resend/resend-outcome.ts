import type { Answered } from '../../adapter/http.js';
import { jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { Outcome } from '../../adapter/provider.js';
import { type Fault, outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';

/**
 * Error names of https://resend.com/docs/api-reference/errors that identify who is at fault, whatever their status. For
 * all others the status decides.
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
 * Both mean that an earlier call with our key arrived and that its result is unknown: in the first case it is still
 * running, in the second another release of ours wrote it differently. `not_sent` would be wrong, because another
 * provider would then send a second mail. Repeated with the same key, the first returns the earlier answer and the
 * second stays an error, so nothing is ever sent twice.
 */
const EARLIER_CALL = ['concurrent_idempotent_requests', 'invalid_idempotent_request'];

/** Reads the response to POST /emails. */
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

/** Returns the error name and Resend's message on one line. */
export function resendDetail({ status, text }: Answered): string {
  const { name, message } = jsonObject(text) ?? {};
  return oneLine(message === undefined ? `${status} ${text}` : `${String(name ?? status)} ${String(message)}`);
}

/** One error name covers every invalid field, and a missing template has the same name as a missing path. */
function faultOfWords(name: string, status: number, message: string): Fault | undefined {
  if (name === 'not_found') return /template/i.test(message) ? 'message' : undefined;
  if (name !== 'validation_error' || (status !== 400 && status !== 422)) return undefined;
  return /[`'"]from[`'"]|\bdomain\b.*\b(verified|associated|registered)\b|not authorized to send/i.test(message)
    ? 'provider'
    : 'message';
}
