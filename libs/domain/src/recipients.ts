import { emailKey, type MailAddress } from './email-address.js';
import { TooManyRecipientsError } from './refusals/sends.js';

/** The most recipients of one message, over to, cc and bcc, duplicates not counted. */
export const MOST_RECIPIENTS = 100;

/** Who a message goes to, each mailbox once. */
export interface Recipients {
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
}

/** Drops repeated mailboxes (case does not count), keeping the first over to, cc, bcc; throws TooManyRecipientsError over 100. */
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
