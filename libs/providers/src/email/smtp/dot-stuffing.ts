const DOT = 0x2e;
const LF = 0x0a;
const CR = 0x0d;
const STUFFING = Buffer.of(DOT);
const LF_DOT = Buffer.of(LF, DOT);
const CR_DOT = Buffer.of(CR, DOT);

/**
 * Returns the content with every dot doubled that begins a line (RFC 5321 4.5.2); the same buffer if there is none.
 * Mails are written with CRLF only. A dot after a bare CR or LF is doubled too: some servers take either for the end of
 * a line, and such a dot for the end of the mail.
 */
export function dotStuffed(content: Buffer): Buffer {
  if (content[0] !== DOT && content.indexOf(LF_DOT) < 0 && content.indexOf(CR_DOT) < 0) return content;
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = content.indexOf(DOT); at >= 0; at = content.indexOf(DOT, at + 1)) {
    const before = content[at - 1];
    if (at > 0 && before !== LF && before !== CR) continue;
    parts.push(content.subarray(from, at), STUFFING);
    from = at;
  }
  parts.push(content.subarray(from));
  return Buffer.concat(parts);
}
