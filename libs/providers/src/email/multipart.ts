import { randomUUID } from 'node:crypto';

/** One part of a form: a field, or a file where it has a name. */
export interface FormPart {
  name: string;
  value: string | Buffer;
  filename?: string;
  contentType?: string;
}

/** Writes a form as multipart/form-data (RFC 7578), which carries files; names and file names cannot leave their quotes. */
export function multipart(parts: FormPart[]): { headers: Record<string, string>; body: Buffer } {
  // No value can hold a boundary that nobody could guess.
  const boundary = `dundun-${randomUUID()}`;
  const chunks = parts.flatMap((part) => [`--${boundary}\r\n${headOf(part)}\r\n\r\n`, part.value, '\r\n']);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat(
      [...chunks, `--${boundary}--\r\n`].map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)),
    ),
  };
}

function headOf({ name, filename, contentType }: FormPart): string {
  const file = filename === undefined ? '' : `; filename="${quotable(filename)}"`;
  const type = contentType === undefined ? '' : `\r\ncontent-type: ${contentType.replace(/[^\x20-\x7e]+/g, ' ')}`;
  return `content-disposition: form-data; name="${quotable(name)}"${file}${type}`;
}

/** As browsers write it. */
function quotable(text: string): string {
  return text.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
