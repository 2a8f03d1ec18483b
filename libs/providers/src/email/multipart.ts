import { randomUUID } from 'node:crypto';

/** One part of a form: a field, or a file if it has a file name. */
export interface FormPart {
  name: string;
  value: string | Buffer;
  filename?: string;
  contentType?: string;
}

/**
 * Encodes a form as multipart/form-data (RFC 7578), which can carry files; names and file names cannot escape their
 * quotes.
 */
export function multipart(parts: FormPart[]): { headers: Record<string, string>; body: Buffer } {
  // Random, so that no value can contain the boundary.
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

/** Escapes a name as browsers do. */
function quotable(text: string): string {
  return text.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
