import { emailKey, type MailAddress } from './email-address.js';
import { TooManyRecipientsError } from './refusals/sends.js';

/** Maximum of distinct recipients of one message in to, cc and bcc together. */
export const MOST_RECIPIENTS = 100;

/** The recipients of a message, each mailbox once. */
export interface Recipients {
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
}

/** Keeps the first occurrence of each mailbox in to, cc, bcc, ignoring case. @throws TooManyRecipientsError over 100 */
export function uniqueRecipients(
  to: readonly MailAddress[],
  cc: readonly MailAddress[] = [],
  bcc: readonly MailAddress[] = [],
): Recipients {
  const seen = new Set<string>();
  const fresh = ({ email }: MailAddress) => seen.size !== seen.add(emailKey(email)).size;
  const unique = { to: to.filter(fresh), cc: cc.filter(fresh), bcc: bcc.filter(fresh) };
  if (seen.size > MOST_RECIPIENTS) throw new TooManyRecipientsError(seen.size, MOST_RECIPIENTS);
  return unique;
}
