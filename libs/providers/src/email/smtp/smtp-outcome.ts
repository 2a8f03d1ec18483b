import { FORBIDDEN, isCertificateCode, networkCode, networkDetail, oneLine } from '../../adapter/network-error.js';
import type { Outcome, RecipientOutcome } from '../../adapter/provider.js';
import type { SmtpResult, SmtpTransaction } from './queued-mail.js';
import { type SmtpFailure, TOO_BIG, UNWRITABLE } from './smtp-error.js';
import {
  classifyReply,
  defersRecipient,
  isRateReply,
  readReply,
  type SmtpReply,
  type SmtpStage,
} from './smtp-reply.js';
import { wireAddress } from '../wire-address.js';

/** The outcome for one recipient, with what the outcome of the whole message depends on. */
interface Verdict {
  outcome: RecipientOutcome['outcome'];
  detail: string;
  code?: string;
  fault?: 'provider' | 'passing';
  recipientOnly?: true;
  throttled?: true;
}

/** Returns the outcome of a mail that left the pool. */
export function outcomeOf(recipients: string[], result: SmtpResult): Outcome {
  if (result.kind === 'done') return outcomeOfTransaction(recipients, result);
  const verdict = result.kind === 'stopped' ? STOPPED : verdictOf(result.failure, false);
  return combined(recipients, () => verdict);
}

/** Returns the outcome of a mail that no server could send. */
export function outcomeOfBadMail(recipients: string[], detail: string): Outcome {
  return combined(recipients, () => ({ outcome: 'refused', detail: oneLine(detail) }));
}

function outcomeOfTransaction(recipients: string[], transaction: SmtpTransaction): Outcome {
  const { rejected, failure, response, handedOver } = transaction;
  const refused = new Map(rejected.map((each) => [each.address, verdictOf(each.failure, false)]));
  const rest = failure ? verdictOf(failure, handedOver) : verdictOfAnswer(response);
  // The reply to one recipient ended the transaction of the others, whose mailbox provider said nothing.
  const ofOthers = failure?.stage === 'rcpt' && refused.size > 0 ? { ...rest, throttled: undefined } : rest;
  return combined(recipients, (wire) => refused.get(wire) ?? ofOthers, queueId(response));
}

/** The mail was no longer wanted when its connection was ready. */
const STOPPED: Verdict = { outcome: 'not_sent', detail: 'Stopped before the content', fault: 'passing' };

const UNSPEAKABLE: Verdict = { outcome: 'refused', detail: 'Not an address that SMTP can carry', code: '5.1.3' };

function combined(recipients: string[], verdictOn: (wire: string) => Verdict, providerId: string | null = null) {
  const verdicts = recipients.map((address) => {
    const wire = wireAddress(address);
    return { address, ...(wire === null ? UNSPEAKABLE : verdictOn(wire)) };
  });
  return combine(verdicts, providerId);
}

/** Combines the outcomes of all recipients into the best one: only the remaining recipients are ever retried. */
function combine(verdicts: (Verdict & { address: string })[], providerId: string | null): Outcome {
  const recipients = verdicts.map(({ address, outcome, detail, throttled }) => ({
    address,
    outcome,
    detail,
    ...(throttled && { throttled }),
  }));
  const first = (outcome: Verdict['outcome']) => verdicts.find((each) => each.outcome === outcome);
  const accepted = first('accepted');
  if (accepted) return { kind: 'accepted', providerId, detail: accepted.detail, recipients };
  const unknown = first('unknown');
  if (unknown) return { kind: 'unknown', detail: unknown.detail, recipients };
  const left = verdicts.find((each) => each.fault === 'provider') ?? first('not_sent');
  if (left) {
    const { detail, code, fault = 'passing', recipientOnly } = left;
    return { kind: 'not_sent', detail, code, fault, recipients, ...(recipientOnly && { recipientOnly }) };
  }
  const { detail, code } = first('refused') ?? { detail: 'There is no recipient', code: undefined };
  return { kind: 'refused', detail, code, recipients };
}

/**
 * The server answered the final dot with a success, or with something that is not a reply; then it may have accepted
 * the message.
 */
function verdictOfAnswer(response: string | undefined): Verdict {
  const reply = readReply(response);
  if (reply && reply.code < 300) return { outcome: 'accepted', detail: reply.line };
  return { outcome: 'unknown', detail: oneLine(`Unreadable answer to the message: ${response}`) };
}

function verdictOf(failure: SmtpFailure, handedOver: boolean): Verdict {
  const { stage, response } = failure;
  const reply = readReply(response);
  if (handedOver) {
    // Only a complete reply to the message itself proves that the server did not accept it.
    const answer = stage === 'answer' && reply && reply.code >= 400 ? reply : null;
    return answer
      ? verdictOfReply(answer, 'answer')
      : { outcome: 'unknown', detail: reply?.line ?? networkDetail(failure) };
  }
  if (reply) return verdictOfReply(reply, stage ?? 'session');
  const code = networkCode(failure);
  const detail = oneLine(networkDetail(failure));
  // The size exceeds the announced limit; the server never saw the message.
  if (code === TOO_BIG) return { outcome: 'refused', detail, code: '5.3.4' };
  if (code === UNWRITABLE) return { outcome: 'refused', detail };
  const ours = code === 'EAUTH' || code === FORBIDDEN || isCertificateCode(code);
  return { outcome: 'not_sent', detail, code, fault: ours ? 'provider' : 'passing' };
}

function verdictOfReply(reply: SmtpReply, stage: SmtpStage): Verdict {
  const said = classifyReply(reply, stage);
  const code = reply.enhanced ?? String(reply.code);
  if (said === 'refused') return { outcome: 'refused', detail: reply.line, code };
  const isPassing = said === 'passing';
  return {
    outcome: 'not_sent',
    detail: reply.line,
    code,
    fault: said,
    ...(isPassing && defersRecipient(reply, stage) && { recipientOnly: true }),
    ...(isPassing && isRateReply(reply, stage) && { throttled: true }),
  };
}

/** Returns the server's queue id, if its answer contains one. */
function queueId(response: string | undefined): string | null {
  return /\bqueued as <?([\w.@-]+)/i.exec(response ?? '')?.[1] ?? null;
}
