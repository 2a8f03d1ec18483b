import MailComposer from 'nodemailer/lib/mail-composer';
import type { Address, Attachment, Mail } from '../adapter/provider.js';
import { customHeaders } from './custom-headers.js';
import { asShown, withoutQuotes } from './encoded-words.js';
import { writtenBytes } from './mime-writer.js';
import { inOneLine } from './wire-mail.js';

type Composed = NonNullable<ConstructorParameters<typeof MailComposer>[0]>;

/** `type/subtype` with parameters in printable ASCII (RFC 2045). */
const CONTENT_TYPE = /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/;

/**
 * Writes any mail with Nodemailer's tree of MIME nodes.
 * @param text its text part; '' for none
 * @throws TypeError for an invalid header name
 */
export function mailFromTree(mail: Mail, text: string): Buffer {
  const parts = [mail.subject, text, mail.html ?? ''];
  const composed: Composed = {
    textEncoding: parts.every(isMostlyAscii) ? 'quoted-printable' : undefined,
    messageId: mail.messageId,
    date: mail.date,
    from: named(mail.from),
    to: mail.to.map(named),
    cc: mail.cc.map(named),
    replyTo: mail.replyTo?.map(named),
    subject: asShown(mail.subject),
    text: crlf(text),
    html: mail.html === undefined ? undefined : crlf(mail.html),
    headers: customHeaders(mail.headers).map(({ name, value, isAsIs }) => ({
      key: name,
      value: isAsIs ? { prepared: true, value } : value,
    })),
    attachments: mail.attachments?.map(attached),
    // The content is complete at this point; the composer must not fetch anything.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return writtenBytes(withoutQuotes(new MailComposer(composed).compile()));
}

/** The most bytes per character of a text that is mostly ASCII. */
export const MOSTLY = 1.2;

/** Whether quoted-printable suits a text. Telling the composer saves it from counting the letters of each part. */
export const isMostlyAscii = (text: string) => Buffer.byteLength(text) <= MOSTLY * text.length;

/** Passed as an object, so that a comma or a colon in the name cannot form a list or a group. */
function named({ name = '', email }: Address): { name: string; address: string } {
  return { name: asShown(name), address: email };
}

/** Inline images (`cid:…`) go beside the HTML part; other attachments follow the text. */
function attached({ filename, contentType, content, contentId }: Attachment): NonNullable<Composed['attachments']>[0] {
  const type = CONTENT_TYPE.test(contentType) ? contentType : 'application/octet-stream';
  return {
    filename: inOneLine(filename),
    // An attached message must not be encoded (RFC 2046 5.2.1), so it is sent as a generic file.
    contentType: /^(message|multipart)\//i.test(type) ? 'application/octet-stream' : type,
    contentTransferEncoding: 'base64',
    content,
    ...(contentId && { cid: contentId.replace(/[\s\p{Cc}<>]+/gu, ''), contentDisposition: 'inline' as const }),
  };
}

function crlf(body: string): string {
  return body.replace(/\r\n|\r|\n/g, '\r\n');
}
