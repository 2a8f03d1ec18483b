const ASCII = /^[\x20-\x7e]*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const UNICODE_HOST = /^[\p{L}\p{M}\p{N}.\-\u200c\u200d]+$/u;
const LONGEST = 253;

/** The ASCII form of an internationalised name; the URL parser carries the UTS 46 tables in browsers and in Node alike. */
function toAscii(host: string): string | null {
  if (ASCII.test(host)) return host.toLowerCase();
  if (!UNICODE_HOST.test(host)) return null;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return null;
  }
}

/** A host name in the form that is stored and compared: punycode, lower case, no trailing dot, at least two labels; else null. */
export function parseHostName(text: string): string | null {
  if (text.length > LONGEST + 1) return null;
  const ascii = toAscii(text.endsWith('.') ? text.slice(0, -1) : text);
  if (ascii === null || ascii.length > LONGEST) return null;
  const labels = ascii.split('.');
  const top = labels[labels.length - 1] as string;
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(top) ? ascii : null;
}
