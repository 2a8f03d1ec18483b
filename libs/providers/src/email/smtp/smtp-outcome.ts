import { FORBIDDEN, isCertificateCode, networkCode, networkDetail, oneLine } from '../../adapter/network-error.js';
import type { Outcome, RecipientOutcome } from '../../adapter/provider.js';
import {
  classifyReply,
  defersRecipient,
  isRateReply,
  readReply,
  type SmtpReply,
  type SmtpStage,
} from './smtp-reply.js';
import type { SmtpTransaction } from './smtp-session.js';
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

interface SmtpFailure {
  code?: unknown;
  command?: unknown;
  response?: unknown;
  responseCode?: unknown;
}

/** Returns the outcome of one transaction. */
export function outcomeOfTransaction(recipients: string[], transaction: SmtpTransaction): Outcome {
  const refused = new Map(transaction.rejected.map(({ address, error }) => [address, verdictOf(error, false)]));
  const rest = transaction.error
    ? verdictOf(transaction.error, transaction.handedOver)
    : verdictOfAnswer(transaction.response);
  return outcomeOf(recipients, (wire) => refused.get(wire) ?? rest, queueId(transaction.response));
}

/** Returns the outcome of a failure before any transaction: no connection, no encryption, no login. */
export function outcomeOfFailure(recipients: string[], error: unknown): Outcome {
  const verdict = verdictOf(error as SmtpFailure, false);
  return outcomeOf(recipients, () => verdict);
}

/** Returns the outcome of a mail that no server could send. */
export function outcomeOfBadMail(recipients: string[], detail: string): Outcome {
  return outcomeOf(recipients, () => ({ outcome: 'refused', detail: oneLine(detail) }));
}

/** Returns the outcome of a mail that was no longer wanted when the connection was ready. */
export function outcomeOfStop(recipients: string[]): Outcome {
  return outcomeOf(recipients, () => ({ outcome: 'not_sent', detail: 'Stopped before the content', fault: 'passing' }));
}

const UNSPEAKABLE: Verdict = { outcome: 'refused', detail: 'Not an address that SMTP can carry', code: '5.1.3' };

function outcomeOf(recipients: string[], verdictOn: (wire: string) => Verdict, providerId: string | null = null) {
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

function verdictOf(error: SmtpFailure, handedOver: boolean): Verdict {
  const reply = readReply(typeof error.response === 'string' ? error.response : undefined);
  if (handedOver) {
    // Only a complete reply to the message itself proves that the server did not accept it.
    const answer = error.code === 'EMESSAGE' && reply && reply.code >= 400 ? reply : null;
    return answer ? verdictOfReply(answer, 'data') : { outcome: 'unknown', detail: detailOf(error, reply) };
  }
  if (reply) return verdictOfReply(reply, stageOf(error));
  const code = networkCode(error);
  const detail = detailOf(error, null);
  // Nodemailer compared the size with the announced limit; the server never saw the message.
  if (error.code === 'EMESSAGE') return { outcome: 'refused', detail, code: '5.3.4' };
  const ours = error.code === 'EAUTH' || error.code === FORBIDDEN || isCertificateCode(code);
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

function stageOf({ command }: SmtpFailure): SmtpStage {
  if (command === 'MAIL FROM') return 'mail';
  if (command === 'RCPT TO') return 'rcpt';
  return command === 'DATA' ? 'data' : 'session';
}

function detailOf(error: SmtpFailure, reply: SmtpReply | null): string {
  return reply ? reply.line : networkDetail(error);
}

/** Returns the server's queue id, if its answer contains one. */
function queueId(response: string | undefined): string | null {
  return /\bqueued as <?([\w.@-]+)/i.exec(response ?? '')?.[1] ?? null;
}
