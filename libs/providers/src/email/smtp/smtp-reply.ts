import { asksForLessMail } from '@dundun/domain';
import { oneLine } from '../../adapter/network-error.js';

/** A server's reply: basic code, enhanced code (RFC 3463) if given, and the whole reply on one line. */
export interface SmtpReply {
  code: number;
  enhanced: string | null;
  line: string;
}

/** Parses a reply; null if it is not one. */
export function readReply(text: string | undefined): SmtpReply | null {
  const match = /^([2-5]\d\d)(?:[ -]+(?:([245]\.\d{1,3}\.\d{1,3})\b)?|$)/.exec(text ?? '');
  if (!match || text === undefined) return null;
  return { code: Number(match[1]), enhanced: match[2] ?? null, line: oneLine(text) };
}

const OF_ONE_RECIPIENT = /^(4\.\d{1,3}\.\d{1,3}|45\d)$/;

/**
 * Whether a reply defers one recipient or mailbox, for example by greylisting; the server itself works. Before MAIL it is
 * about the connection.
 */
export const defersRecipient = (reply: SmtpReply, stage: SmtpStage): boolean => {
  if (stage === 'session') return false;
  const { code, enhanced } = reply;
  if (code === 421) return isRateReply(reply, stage);
  return OF_ONE_RECIPIENT.test(enhanced ?? String(code));
};

/** Whether a reply to a recipient or a text says that the mailbox provider wants less mail. */
export const isRateReply = ({ line }: SmtpReply, stage: SmtpStage): boolean =>
  (stage === 'rcpt' || stage === 'data' || stage === 'answer') && asksForLessMail(line);

/** What a 4xx or 5xx reply means for the message: see `Outcome`. */
type ReplyClass = 'refused' | 'passing' | 'provider';

/**
 * The stage of the dialogue that a reply belongs to; before `mail` it concerns the connection and the account. `answer`
 * is the reply to the content.
 */
export type SmtpStage = 'session' | 'mail' | 'rcpt' | 'data' | 'answer';

/** "Log in first" and "wrong password", whatever command they answer. */
const LOGIN_NEEDED = new Set([530, 534, 535, 538]);
/** The message is too big (RFC 1870 puts this answer to MAIL). */
const TOO_BIG = (reply: SmtpReply) => reply.code === 552 || reply.enhanced === '5.3.4';
/** The server does not relay for us: the account is at fault, not the recipient. */
const NO_RELAY = /\b(relay(ing)?( access)? (is )?(denied|not (allowed|permitted)|prohibited)|unable to relay)\b/i;

/** Classifies a reply that is not a success. */
export function classifyReply(reply: SmtpReply | null, stage: SmtpStage): ReplyClass {
  // Not a reply, or one out of order (503): the session is broken, the message is fine.
  if (!reply || reply.code < 500 || reply.code === 503) return 'passing';
  if (LOGIN_NEEDED.has(reply.code) || /^5\.7\.[89]$/.test(reply.enhanced ?? '')) return 'provider';
  if (stage === 'session') return 'provider';
  // MAIL names only the sender, so the sender is at fault.
  if (stage === 'mail') return TOO_BIG(reply) ? 'refused' : 'provider';
  return stage === 'rcpt' && NO_RELAY.test(reply.line) ? 'provider' : 'refused';
}
