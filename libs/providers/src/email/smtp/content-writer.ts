import { dotStuffed } from './dot-stuffing.js';
import type { SmtpWire } from './smtp-wire.js';

/** Content up to this size goes to the socket in one write, with what follows it. */
const WHOLE = 64 * 1024;
const DOT = Buffer.from('.\r\n');
const CRLF_DOT = Buffer.from('\r\n.\r\n');
const LF = 0x0a;

/** Content as it travels: what comes first, a long text that is sent in pieces, and the end. */
interface Travelling {
  head: Buffer[];
  text: Buffer;
  end: Buffer[];
}

/**
 * Sends the content of a mail up to its end, which `complete` gets once the server may have the mail: the last piece of
 * a text by BDAT, the final dot of one by DATA. A long text goes as fast as the system takes it. Between its last byte
 * and the end lies one turn of the event loop, so that a cut that arrived by then is noticed before.
 * @param isOpen whether the mail is still in flight
 */
export function writeContent(
  wire: SmtpWire,
  content: Buffer,
  { isChunk, isOpen, complete }: { isChunk: boolean; isOpen: () => boolean; complete: (end: Buffer[]) => void },
): void {
  const { head, text, end } = isChunk ? inOneChunk(content) : asText(content);
  if (text.length <= WHOLE) return complete([...head, text, ...end]);
  for (const each of head) wire.write(each);
  let at = 0;
  const pour = () => {
    wire.onDrain = () => undefined;
    while (at < text.length) {
      const piece = text.subarray(at, at + WHOLE);
      at += piece.length;
      if (wire.write(piece)) continue;
      wire.onDrain = pour;
      return;
    }
    setImmediate(() => isOpen() && complete(end));
  };
  pour();
}

/** RFC 3030. The server cannot have accepted a long mail before it has the piece that is the end. */
function inOneChunk(content: Buffer): Travelling {
  const head = [Buffer.from(`BDAT ${content.length} LAST\r\n`)];
  if (content.length <= WHOLE) return { head, text: content, end: [] };
  return { head, text: content.subarray(0, -WHOLE), end: [content.subarray(-WHOLE)] };
}

function asText(content: Buffer): Travelling {
  const text = dotStuffed(content);
  return { head: [], text, end: [text[text.length - 1] === LF ? DOT : CRLF_DOT] };
}
