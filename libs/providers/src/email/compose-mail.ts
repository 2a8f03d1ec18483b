import type { Mail } from '../adapter/provider.js';
import { isUsual, writeMail } from './mail-writer.js';
import { mailFromTree } from './mail-tree.js';
import { wholeOf } from './prepared-pieces.js';
import { textOf } from './wire-mail.js';

/**
 * Writes the mail as bytes to send: CRLF only, 7-bit, text and HTML as alternatives (the text is derived if absent),
 * attachments in base64. Writes no Bcc header, and header values cannot inject a header.
 * @throws TypeError for an invalid header name
 */
export function composeMail(mail: Mail): Buffer {
  const { pieces } = mail;
  if (pieces?.text && isUsual(mail, '')) return writeMail(mail, '');
  const whole = pieces ? { ...mail, ...wholeParts(mail), pieces: undefined } : mail;
  const text = textOf(whole);
  return isUsual(whole, text) ? writeMail(whole, text) : mailFromTree(whole, text);
}

const wholeParts = ({ html, text, pieces }: Mail) => ({
  html: html ?? (pieces?.html && wholeOf(pieces.html)),
  text: text ?? (pieces?.text && wholeOf(pieces.text)),
});
