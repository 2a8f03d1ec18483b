import type { List } from '@dundun/lists';
import { unsubscribeHeaders } from '@dundun/messaging';
import { v7 } from 'uuid';
import { addressKeyOf, type Batch } from './batch.js';
import type { BatchWrites } from './batch-writes.js';
import type { Evidence } from './commands.js';
import { confirmationMail } from './confirmation-mail.js';
import { en } from './pages/en.js';
import { keyValue } from './person-keys.js';
import type { Person } from './person.entity.js';
import { hashOfToken, newToken } from './tokens.js';

/** Mails per address and UTC day, over all lists of a workspace, so that nobody is bombed with them. */
const MOST_A_DAY = 3;

/** Notes the request, with a link of its own; the mail goes out unless the address has had enough of them today. */
export function askToConfirm(batch: Batch, writes: BatchWrites, list: List, person: Person, evidence: Evidence): void {
  const address = keyValue(person, 'email');
  const from = batch.senders.get(list.workspaceId);
  if (address === null || person.email === null || !from)
    throw new Error('A confirmation needs an address and a sender.');
  const { workspaceId } = list;
  const day = addressKeyOf(workspaceId, address);
  const count = batch.mailsToday.get(day) ?? 0;
  const sent = count < MOST_A_DAY;
  const token = newToken();
  const tokenHash = hashOfToken(token) as string;
  writes.confirmations.push({ tokenHash, workspaceId, listId: list.id, personId: person.id, address, sent });
  if (!sent) return;
  batch.mailsToday.set(day, count + 1);
  const mail = confirmationMail(evidence.words ?? en, list, `${batch.pages}/confirm/${token}`);
  writes.mails.push({
    workspaceId,
    id: v7(),
    from,
    replyTo: from.replyTo,
    to: person.email,
    ...mail,
    // The token of the mail is enough to refuse it: whoever has it reads the mailbox.
    headers: unsubscribeHeaders(`${batch.pages}/u/${token}`),
    requestId: evidence.requestId,
  });
}
