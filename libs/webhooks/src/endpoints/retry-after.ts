const SECOND = 1_000;

/** Parses `Retry-After`, in seconds or as a date, to milliseconds; null for anything else. */
export function retryAfterOf(header: string | string[] | undefined, now = Date.now()): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * SECOND;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
