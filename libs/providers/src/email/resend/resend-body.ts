import { createHash } from 'node:crypto';
import type { Attachment, Mail, ProviderTemplate } from '../../adapter/provider.js';
import { type OpenRecipients, sameAddress } from '../open-recipients.js';
import { bodiesOf, inOneLine, mailbox, namedTags, ownHeaders } from '../wire-mail.js';

/** The values that a tag accepts, so that webhooks can return it. */
const TAG_VALUE = /^[\w-]{1,256}$/;
const KEY_PART = /^[\x21-\x7e]{1,160}$/;

/**
 * Returns the same key for every repetition of a call, and another for the same mail to fewer recipients, which is a
 * different request; at most 256 characters.
 */
export function idempotencyKey({ reference, recipients }: Mail): string {
  const addresses = recipients.map(sameAddress).sort();
  return `${KEY_PART.test(reference) ? reference : sha256(reference)}/${sha256(JSON.stringify(addresses))}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Builds the body of POST /emails. Resend sets the Message-ID, which cannot be changed. */
export function resendBody(mail: Mail, { to, cc, bcc }: OpenRecipients): object {
  const { reference, replyTo = [], template, attachments = [] } = mail;
  const subject = inOneLine(mail.subject);
  const headers = ownHeaders(mail);
  return {
    from: mailbox(mail.from),
    to: to.map(mailbox),
    ...(cc.length > 0 && { cc: cc.map(mailbox) }),
    ...(bcc.length > 0 && { bcc: bcc.map(mailbox) }),
    ...(replyTo.length > 0 && { reply_to: replyTo.map(mailbox) }),
    ...(template ? templateOf(template, subject) : { subject, ...bodiesOf(mail) }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(attachments.length > 0 && { attachments: attachments.map(attachmentOf) }),
    tags: [
      ...(TAG_VALUE.test(reference) ? [{ name: 'reference', value: reference }] : []),
      // Webhooks do not say which of several recipients an event is about, so the reader needs their number.
      { name: 'recipients', value: String(to.length + cc.length + bcc.length) },
      ...namedTags(mail).map(({ name, value }) => ({ name, value })),
    ],
  };
}

/** Our subject replaces the template's. Variables are strings and numbers. */
function templateOf({ id, variables }: ProviderTemplate, subject: string): object {
  const given = Object.entries(variables).filter(([, value]) => value !== undefined && value !== null);
  const plain = given.map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)]);
  return { ...(subject && { subject }), template: { id, variables: Object.fromEntries(plain) } };
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function attachmentOf({ filename, contentType, content, contentId }: Attachment): object {
  return {
    filename: inOneLine(filename),
    content: content.toString('base64'),
    content_type: inOneLine(contentType),
    ...(contentId && { content_id: contentId }),
  };
}
