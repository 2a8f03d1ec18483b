import MailComposer from 'nodemailer/lib/mail-composer';
import type { Address, Attachment, Mail } from '../adapter/provider.js';
import { asShown, withoutQuotes } from './encoded-words.js';
import { writtenBytes } from './mime-writer.js';
import { inOneLine, isHeaderName, textOf } from './wire-mail.js';

type Composed = NonNullable<ConstructorParameters<typeof MailComposer>[0]>;

/** Written from the mail or by the composer; a custom header of the same name would duplicate or contradict it. */
const OWN_HEADERS = /^(from|sender|to|cc|bcc|resent-.*|subject|date|message-id|mime-version|content-.*)$/i;
/** Folding these breaks the DKIM check of some relays, so they stay on one line. */
const UNFOLDED = /^list-unsubscribe/i;
/** `type/subtype` with parameters in printable ASCII (RFC 2045). */
const CONTENT_TYPE = /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/;
/** The longest line an SMTP server must accept, without CRLF. */
const MAX_LINE = 998;

/**
 * Writes the mail as bytes to send: CRLF only, 7-bit, text and HTML as alternatives (the text is derived if absent),
 * attachments in base64. Writes no Bcc header, and header values cannot inject a header.
 * @throws TypeError for an invalid header name
 */
export function composeMail(mail: Mail): Buffer {
  const text = textOf(mail);
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
    headers: customHeaders(mail.headers ?? {}),
    attachments: mail.attachments?.map(attached),
    // The content is complete at this point; the composer must not fetch anything.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return writtenBytes(withoutQuotes(new MailComposer(composed).compile()));
}

/** Quoted-printable suits mostly ASCII text. Telling the composer saves it from counting the letters of each part. */
const isMostlyAscii = (text: string) => Buffer.byteLength(text) <= 1.2 * text.length;

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

function customHeaders(headers: Record<string, string>): NonNullable<Composed['headers']> {
  return Object.entries(headers).flatMap(([key, value]) => {
    if (!isHeaderName(key)) throw new TypeError(`${JSON.stringify(key)} is not a header name`);
    if (OWN_HEADERS.test(key)) return [];
    const line = value.replace(/[\r\n]+/g, ' ');
    const asIs = UNFOLDED.test(key) && /^[\x20-\x7e]*$/.test(line) && key.length + 2 + line.length <= MAX_LINE;
    return [{ key, value: asIs ? { prepared: true, value: line } : line }];
  });
}
