import { type Answered, outcomeOfStatus } from '../../adapter/http.js';
import { jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { Outcome } from '../../adapter/provider.js';
import { type Fault, outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';
import { outcomeOfBlame } from '../email-outcome.js';
import { onTheWire } from '../open-recipients.js';

/** The account, the sender or the credentials (mostly with 403), as both API generations name them. */
const PROVIDER =
  /^(AccountSuspended|SendingPaused|MailFromDomainNotVerified|NotFound|AccessDenied|NotAuthorized|OptInRequired|UnrecognizedClient|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|ExpiredToken|RequestExpired|MissingAuthenticationToken|InvalidAction|UnknownOperation)(Exception)?$/;
/** Rate limits. */
const THROTTLED = /^(TooManyRequests|Throttling|RequestThrottled)/;
/** Daily quotas and other conditions that pass. */
const PASSING = /^(LimitExceeded|ConcurrentModification|RequestTimeout)/;
/** The mail itself, unless the message blames the account. */
const MESSAGE = /^(MessageRejected|BadRequest|Validation)/;
const ACCOUNT_WORDS =
  /\bnot verified\b|sending (is )?(suspended|paused|disabled)|configuration ?set|\bidentity\b|mail from domain/i;
const QUOTA_WORDS = /quota exceeded/i;
const RATE_WORDS = /sending rate exceeded/i;

/** Reads the response to POST /v2/email/outbound-emails. */
export function outcomeOfSes(answer: Answered, recipients: string[]): Outcome {
  const { status, text } = answer;
  if (status < 300) {
    const id = jsonObject(text)?.MessageId;
    if (typeof id === 'string' && id !== '') return { kind: 'accepted', providerId: id, detail: 'queued' };
    return { kind: 'unknown', detail: oneLine(`${status} without a message id: ${text}`) };
  }
  const { type, message } = errorIn(answer);
  const detail = sesDetail(answer);
  const decided = outcomeOfStatus(answer, detail);
  if (decided) return decided.kind === 'not_sent' && type ? { ...decided, code: type } : decided;
  if (status === 413) return outcomeOfFault('message', detail, type ?? '413');
  const fault = type && faultOf(type, message);
  if (!fault) return outcomeOfStranger(answer, detail);
  if (fault !== 'message') return outcomeOfFault(fault, detail, type, answer);
  return outcomeOfBlame(recipients, (address) => message.includes(onTheWire(address)), detail, type);
}

/** Returns the status or error type and the SES message on one line. */
export function sesDetail(answer: Answered): string {
  const { type, message } = errorIn(answer);
  return oneLine(type ? `${type}: ${message}` : `${answer.status} ${answer.text}`);
}

/** Whether the credentials are genuine and lack the permission for the call. */
export function isForbidden(answer: Answered): boolean {
  return answer.status === 403 && /^(AccessDenied|NotAuthorized)(Exception)?$/.test(errorIn(answer).type ?? '');
}

function faultOf(type: string, message: string): Fault | null {
  // A missing template is an error of the mail.
  if (/^NotFound/.test(type) && /\btemplate\b/i.test(message)) return 'message';
  if (PROVIDER.test(type)) return 'provider';
  if (PASSING.test(type) || QUOTA_WORDS.test(message)) return 'passing';
  if (THROTTLED.test(type) || RATE_WORDS.test(message)) return 'throttled';
  if (!MESSAGE.test(type)) return null;
  return ACCOUNT_WORDS.test(message) ? 'provider' : 'message';
}

/** The type is in a header, where a URL may follow it, or in the body, where a namespace may precede it. */
function errorIn({ headers, text }: Answered): { type: string | null; message: string } {
  const body = jsonObject(text);
  const given = [headers['x-amzn-errortype']].flat()[0] ?? body?.__type ?? body?.code;
  const type = typeof given === 'string' ? (given.split(':', 1)[0]?.split('#').at(-1) ?? '') : '';
  return { type: /^\w+$/.test(type) ? type : null, message: String(body?.message ?? body?.Message ?? '') };
}
