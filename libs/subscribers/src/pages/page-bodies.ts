import { Reads, URL_ENCODED_FORM } from '@dundun/platform/http';

const LARGEST = 10 * 1024;
const PART = /^\r\ncontent-disposition:[^\r\n]*?;\s*name="?([^";\r\n]+)"?[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n([^]*)\r\n$/i;

/** Returns the text fields of a multipart form. */
export function multipartFields(type: string, body: string): Record<string, string> {
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  const parts = boundary === undefined ? [] : `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.flatMap((part) => {
      const [, name, value] = PART.exec(`${part}\r\n`) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The body types of a hosted page: its own form, and the other type of a one-click post (RFC 8058 section 3.2). */
export const PageBody = (): MethodDecorator =>
  Reads(
    { ...URL_ENCODED_FORM, 'multipart/form-data': (bytes, type) => multipartFields(type, bytes.toString()) },
    LARGEST,
  );
