const ASCII = /^[\x20-\x7e]*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const UNICODE_HOST = /^[\p{L}\p{M}\p{N}.\-\u200c\u200d]+$/u;
const LONGEST = 253;

/** Converts an internationalised name to ASCII. The URL parser has the UTS 46 tables, in browsers and in Node. */
function toAscii(host: string): string | null {
  if (ASCII.test(host)) return host.toLowerCase();
  if (!UNICODE_HOST.test(host)) return null;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return null;
  }
}

/** Normalizes a host name for storage and comparison: punycode, lower case, no trailing dot. Null with fewer than two labels or when invalid. */
export function parseHostName(text: string): string | null {
  if (text.length > LONGEST + 1) return null;
  const ascii = toAscii(text.endsWith('.') ? text.slice(0, -1) : text);
  if (ascii === null || ascii.length > LONGEST) return null;
  const labels = ascii.split('.');
  const top = labels[labels.length - 1] as string;
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(top) ? ascii : null;
}
