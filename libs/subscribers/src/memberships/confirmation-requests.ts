import type { List } from '@dundun/lists';
import { unsubscribeHeaders } from '@dundun/messaging';
import { v7 } from 'uuid';
import { addressKeyOf, type MembershipSet } from './membership-set.js';
import type { MembershipWrites } from './membership-writes.js';
import type { Evidence } from '../consents/evidence.js';
import { confirmationMail } from './confirmation-mail.js';
import { en } from '../words/en.js';
import { keyValue, type Person } from '@dundun/people';
import { hashOfToken, newToken } from './tokens.js';

/** Mails per address and UTC day over all lists of a workspace, so that no address is flooded. */
const MOST_A_DAY = 3;

/** Records the request with its own link. The mail is sent unless the address has reached its limit of the day. */
export function askToConfirm(
  set: MembershipSet,
  writes: MembershipWrites,
  list: List,
  person: Person,
  evidence: Evidence,
): void {
  const address = keyValue(person, 'email');
  const from = set.senders.get(list.workspaceId);
  if (address === null || person.email === null || !from)
    throw new Error('A confirmation needs an address and a sender.');
  const { workspaceId } = list;
  const day = addressKeyOf(workspaceId, address);
  const count = set.mailsToday.get(day) ?? 0;
  const sent = count < MOST_A_DAY;
  const token = newToken();
  const tokenHash = hashOfToken(token) as string;
  writes.confirmations.push({ tokenHash, workspaceId, listId: list.id, personId: person.id, address, sent });
  if (!sent) return;
  set.mailsToday.set(day, count + 1);
  const mail = confirmationMail(evidence.words ?? en, list, `${set.pages}/confirm/${token}`);
  writes.mails.push({
    workspaceId,
    id: v7(),
    from,
    replyTo: from.replyTo,
    to: person.email,
    ...mail,
    // The token is enough to unsubscribe: its holder reads the mailbox.
    headers: unsubscribeHeaders(`${set.pages}/u/${token}`),
    requestId: evidence.requestId,
  });
}
