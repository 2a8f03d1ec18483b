import { encode as base64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import type MimeNode from 'nodemailer/lib/mime-node';
import { encode as quotedPrintable, wrap as wrapQuotedPrintable } from 'nodemailer/lib/qp';

/**
 * Returns the bytes of a composed mail whose contents are all in memory. They equal those of `mail.build()`, except for
 * the soft line breaks of a part over 64 KB. `build()` pipes every part through streams, which costs a worker a third
 * of its time.
 */
export function writtenBytes(mail: MimeNode): Buffer {
  const text = written(mail);
  return Buffer.from(text.endsWith('\n') ? text : `${text}\r\n`);
}

function written(node: MimeNode): string {
  // buildHeaders() also gives a multipart its boundary.
  const headers = node.buildHeaders();
  const own = `${headers}\r\n\r\n${content(node)}`;
  if (node.childNodes.length === 0) return own;
  const delimiter = `--${String(node.boundary)}`;
  return `${own}${node.childNodes.map((child) => `${delimiter}\r\n${written(child)}\r\n`).join('')}${delimiter}--\r\n`;
}

function content(node: MimeNode): string {
  const bytes = (node.content ?? '') as string | Buffer;
  const encoding = node.getTransferEncoding();
  if (encoding === 'base64') return wrapBase64(base64(bytes));
  if (encoding === 'quoted-printable') return wrapQuotedPrintable(quotedPrintable(bytes));
  return bytes.toString();
}
