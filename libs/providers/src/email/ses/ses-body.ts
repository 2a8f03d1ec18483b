import type { Address, Attachment, Mail } from '../../adapter/provider.js';
import { composeMail } from '../compose-mail.js';
import { asShown } from '../encoded-words.js';
import { onTheWire, openRecipients } from '../open-recipients.js';
import { inOneLine, mailbox, namedTags, ownHeaders } from '../wire-mail.js';

/** The values a tag accepts. Other references are omitted, and their events are matched by message id. */
const TAG = /^[\w.@-]{1,256}$/;
/** Bytes of text per encoded word, which may be 75 characters long in total (RFC 2047). */
const WORD_BYTES = 42;

/** Builds the body of POST /v2/email/outbound-emails: our own message, or a template of the account. */
export function sesBody(mail: Mail, configurationSet?: string): object {
  return {
    ...(mail.template ? templated(mail) : raw(mail)),
    EmailTags: [
      ...(TAG.test(mail.reference) ? [{ Name: 'reference', Value: mail.reference }] : []),
      ...namedTags(mail).map(({ name, value }) => ({ Name: name, Value: value })),
    ],
    ...(configurationSet && { ConfigurationSetName: configurationSet }),
  };
}

function raw(mail: Mail): object {
  const message = composeMail(mail);
  return {
    FromEmailAddress: onTheWire(mail.from.email),
    // The envelope only; the message has its own headers.
    Destination: { ToAddresses: mail.recipients.map(onTheWire) },
    Content: { Raw: { Data: message.toString('base64') } },
  };
}

function templated(mail: Mail): object {
  const { to, cc, bcc } = openRecipients(mail);
  return {
    FromEmailAddress: asciiMailbox(mail.from),
    Destination: {
      ToAddresses: to.map(asciiMailbox),
      CcAddresses: cc.map(asciiMailbox),
      BccAddresses: bcc.map(asciiMailbox),
    },
    ...(mail.replyTo && { ReplyToAddresses: mail.replyTo.map(asciiMailbox) }),
    Content: {
      Template: {
        TemplateName: mail.template?.id,
        TemplateData: JSON.stringify(mail.template?.variables ?? {}),
        Headers: ownHeaders(mail).map(([Name, value]) => ({ Name, Value: asciiWords(value) })),
        ...(mail.attachments && { Attachments: mail.attachments.map(attached) }),
      },
    },
  };
}

function attached({ filename, contentType, content, contentId }: Attachment): object {
  return {
    FileName: filename,
    ContentType: contentType,
    RawContent: content.toString('base64'),
    ContentTransferEncoding: 'BASE64',
    ContentDisposition: contentId ? 'INLINE' : 'ATTACHMENT',
    ...(contentId && { ContentId: contentId }),
  };
}

/** SES accepts names in ASCII only. */
function asciiMailbox({ name, email }: Address): string {
  const line = inOneLine(name ?? '');
  const words = asciiWords(asShown(line));
  return words === line ? mailbox({ name: line, email }) : `${words} <${onTheWire(email)}>`;
}

function asciiWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words = [''];
  for (const character of text) {
    const word = words.at(-1) + character;
    if (Buffer.byteLength(word) > WORD_BYTES) words.push(character);
    else words[words.length - 1] = word;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
