import type { Mail } from '../adapter/provider.js';
import { isUsual, writeMail } from './mail-writer.js';
import { mailFromTree } from './mail-tree.js';
import { textOf } from './wire-mail.js';

/**
 * Writes the mail as bytes to send: CRLF only, 7-bit, text and HTML as alternatives (the text is derived if absent),
 * attachments in base64. Writes no Bcc header, and header values cannot inject a header.
 * @throws TypeError for an invalid header name
 */
export function composeMail(mail: Mail): Buffer {
  const text = textOf(mail);
  return isUsual(mail, text) ? writeMail(mail, text) : mailFromTree(mail, text);
}
