import type { Address, Attachment, Mail } from '../../adapter/provider.js';
import { composeMail } from '../compose-mail.js';
import type { FormPart } from '../multipart.js';
import { onTheWire, openRecipients } from '../open-recipients.js';
import { asciiTags, inOneLine, mailbox, ownHeaders } from '../wire-mail.js';

/** Builds the form for POST …/messages.mime with our own message, or for …/messages with a template of the account. */
export function mailgunForm(mail: Mail): FormPart[] {
  const common = [
    { name: 'v:reference', value: mail.reference },
    // We track opens and clicks; without this field the settings of the domain would decide.
    { name: 'o:tracking', value: 'no' },
    ...asciiTags(mail, { longest: 128 }).map((value) => ({ name: 'o:tag', value })),
  ];
  if (mail.template) return [...templated(mail), ...common];
  const value = composeMail(mail);
  return [
    // The envelope only; the message has its own headers.
    ...mail.recipients.map((email) => ({ name: 'to', value: onTheWire(email) })),
    { name: 'message', value, filename: 'message.mime', contentType: 'message/rfc822' },
    ...common,
  ];
}

function templated(mail: Mail): FormPart[] {
  const { to, cc, bcc } = openRecipients(mail);
  const list = (name: string, addresses: Address[]) => addresses.map((each) => ({ name, value: mailbox(each) }));
  const { replyTo = [] } = mail;
  const reply = replyTo.length > 0 ? [['Reply-To', replyTo.map(mailbox).join(', ')]] : [];
  const own = [['Message-Id', mail.messageId], ...reply];
  return [
    { name: 'from', value: mailbox(mail.from) },
    ...(to.length > 0 ? [...list('to', to), ...list('cc', cc), ...list('bcc', bcc)] : apart(bcc)),
    { name: 'subject', value: inOneLine(mail.subject) },
    { name: 'template', value: mail.template?.id ?? '' },
    { name: 't:variables', value: JSON.stringify(mail.template?.variables ?? {}) },
    ...[...own, ...ownHeaders(mail)].map(([name = '', value = '']) => ({ name: `h:${name}`, value })),
    ...(mail.attachments ?? []).map(attached),
  ];
}

/** Mailgun requires a `to`. With variables per recipient, even empty ones, recipients do not see each other there. */
function apart(addresses: Address[]): FormPart[] {
  const variables = Object.fromEntries(addresses.map(({ email }) => [email, {}]));
  return [
    ...addresses.map((each) => ({ name: 'to', value: mailbox(each) })),
    { name: 'recipient-variables', value: JSON.stringify(variables) },
  ];
}

/** An inline file is referenced by its file name. */
function attached({ filename, contentType, content, contentId }: Attachment): FormPart {
  return { name: contentId ? 'inline' : 'attachment', filename: contentId ?? filename, contentType, value: content };
}
