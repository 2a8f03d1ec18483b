import { domainOfEmail } from '@dundun/domain';
import { wholeOf, type Mail, type Sms } from '@dundun/providers';
import type { ClaimedMessage, EmailContent, Recipient, SmsContent } from './message.js';

/** Returns html and text, joined if the content is in pieces. */
export const wholeParts = ({ html, text, pieces }: EmailContent): Pick<EmailContent, 'html' | 'text'> => ({
  html: html ?? (pieces?.html && wholeOf(pieces.html)),
  text: text ?? (pieces?.text && wholeOf(pieces.text)),
});

/**
 * Builds the mail of a message, which is the same on every attempt, including its Message-ID.
 * @param files the content of its attachments that are stored apart @throws Error when one is missing
 * @param isRaw for a provider that takes raw mail, which needs no whole of a content in pieces
 */
export function mailOf(message: ClaimedMessage, recipients: string[], files: Buffer[] = [], isRaw = false): Mail {
  const content = message.content as EmailContent;
  const { address, name } = message.sender;
  const of = (kind: Recipient['kind']) =>
    message.recipients
      .filter((recipient) => recipient.kind === kind)
      .map((recipient) => ({ name: recipient.name ?? undefined, email: recipient.address }));
  return {
    reference: message.id,
    messageId: `<${message.id}@${domainOfEmail(address)}>`,
    date: message.created_at,
    from: { name: name ?? '', email: address },
    to: of('to'),
    cc: of('cc'),
    bcc: of('bcc'),
    replyTo: repliesOf(content),
    subject: content.subject,
    ...(isRaw ? { html: content.html, text: content.text } : wholeParts(content)),
    pieces: content.pieces,
    headers: headersOf(message, content),
    tags: message.tags ?? undefined,
    attachments: content.attachments?.map(({ content: base64, ...rest }, at) => {
      const file = base64 === undefined ? files[at] : Buffer.from(base64, 'base64');
      if (!file) throw new Error(`the content of the attachment ${rest.filename} is gone`);
      return { ...rest, content: file };
    }),
    template: content.template,
    recipients,
    isUrgent: message.lane === 'fast',
  };
}

/**
 * Returns the caller's headers, and those by which mailbox providers recognize the list (RFC 2919) and the kind of mail: the
 * Feedback-ID names the tag or list, the workspace, the purpose and the service, as Gmail asks.
 */
function headersOf(message: ClaimedMessage, { headers = {} }: EmailContent): Record<string, string> {
  const { list_id, tags, workspace_id, sender } = message;
  const isGiven = (name: string) => Object.keys(headers).some((key) => key.toLowerCase() === name);
  const kind = (tags?.[0] ?? list_id ?? 'untagged').replace(/[^\w.-]/gu, '_');
  return {
    ...(list_id !== null && { 'List-Id': `<${list_id}.${domainOfEmail(sender.address)}>` }),
    ...(!isGiven('feedback-id') && { 'Feedback-ID': `${kind}:w${workspace_id}:${purposeOf(message)}:dundun` }),
    ...headers,
  };
}

function repliesOf({ replyTo, replyToName, moreReplyTo = [] }: EmailContent): Mail['replyTo'] {
  if (replyTo === undefined) return undefined;
  return [{ name: replyToName ?? null, email: replyTo }, ...moreReplyTo].map(({ name, email }) => ({
    ...(name !== null && { name }),
    email,
  }));
}

/** Returns which order of providers an email follows: mail of a list is marketing. */
export const purposeOf = ({ list_id }: Pick<ClaimedMessage, 'list_id'>) =>
  list_id === null ? ('transactional' as const) : ('marketing' as const);

export function smsOf(message: ClaimedMessage): Sms {
  const { body, channel } = message.content as SmsContent;
  return {
    from: message.sender.address,
    to: message.recipients[0]?.address ?? '',
    body,
    channel,
    reference: message.id,
  };
}
