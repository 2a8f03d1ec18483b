import { type Answered, outcomeOfStatus } from '../../adapter/http.js';
import { asObject, jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { Address, Outcome } from '../../adapter/provider.js';
import { outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';
import { outcomeOfBlame } from '../email-outcome.js';
import { type OpenRecipients, sameAddress } from '../open-recipients.js';

/** The path of an address in our request, as an error names it. */
const RECIPIENT_FIELD = /^personalizations\.(\d+)\.(to|cc|bcc)\.(\d+)\b/;
/** The account is not stored in this region. */
const RESIDENCY = 451;

interface SendGridError {
  field: string;
  message: string;
}

/** Reads the response to POST /v3/mail/send; `open` lists the recipients in the order sent. */
export function outcomeOfSendGrid(answer: Answered, recipients: string[], open: OpenRecipients): Outcome {
  const { status, headers } = answer;
  const detail = sendGridDetail(answer);
  const id = [headers['x-message-id']].flat()[0];
  if (status === 202 && id) return { kind: 'accepted', providerId: id, detail: 'queued' };
  if (status < 300) return { kind: 'unknown', detail: oneLine(`${status} without a message id: ${answer.text}`) };
  const errors = errorsIn(answer);
  const decided = outcomeOfStatus(answer, detail);
  if (decided) return decided.kind === 'not_sent' ? withReset(decided, answer) : decided;
  const code = String(status);
  if (status === RESIDENCY) return outcomeOfFault('provider', detail, code, answer);
  // Any status but 400 concerns the call, such as a path that is gone, and not the mail.
  if (!errors || status !== 400) return outcomeOfStranger(answer, detail);
  const blamed = new Set(errors.map(({ field }) => addressAt(field, open)).filter((each) => each !== undefined));
  return outcomeOfBlame(recipients, (address) => blamed.has(sameAddress(address)), detail, code);
}

/** Returns the status and SendGrid's message on one line. */
export function sendGridDetail(answer: Answered): string {
  const errors = errorsIn(answer)?.map(({ field, message }) => (field ? `${message} (${field})` : message));
  return oneLine(`${answer.status} ${errors?.join('; ') ?? answer.text}`);
}

function errorsIn({ text }: Answered): SendGridError[] | null {
  const errors = jsonObject(text)?.errors;
  if (!Array.isArray(errors)) return null;
  return errors.map((each) => {
    const { field, message } = asObject(each) ?? {};
    return { field: typeof field === 'string' ? field : '', message: String(message) };
  });
}

function addressAt(field: string, { to, cc, bcc }: OpenRecipients): string | undefined {
  const [, personalization, list, index] = RECIPIENT_FIELD.exec(field) ?? [];
  if (!list) return undefined;
  const lists: Record<string, Address[]> = { to, cc, bcc };
  const sent = to.length === 0 ? bcc[Number(personalization)] : lists[list]?.[Number(index)];
  return sent && sameAddress(sent.email);
}

/** SendGrid announces the end of its rate limit in a header of its own, in Unix seconds. */
function withReset(outcome: Outcome & { kind: 'not_sent' }, { status, headers }: Answered): Outcome {
  const reset = Number(headers['x-ratelimit-reset']);
  if (status !== 429 || outcome.retryAfterMs !== undefined || !(reset > 0)) return outcome;
  return { ...outcome, retryAfterMs: Math.min(Math.max(reset * 1000 - Date.now(), 0), 3_600_000) };
}
