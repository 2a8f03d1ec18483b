interface Coded {
  code?: unknown;
  originalCode?: unknown;
  message?: unknown;
  errors?: unknown;
}

function asCoded(error: unknown): Coded {
  return typeof error === 'object' && error !== null ? error : {};
}

/** The error code for a host that a user entered and that is not allowed: the account is at fault. */
export const FORBIDDEN = 'forbidden_address';

/**
 * Returns the most specific code of a failed connection: the system's code before a library's, the first of several
 * attempts.
 */
export function networkCode(error: unknown): string | undefined {
  const { code, originalCode, errors } = asCoded(error);
  if (typeof originalCode === 'string') return originalCode;
  if (typeof code === 'string') return code;
  return Array.isArray(errors) && errors.length > 0 ? networkCode(errors[0]) : undefined;
}

/** Describes a failed connection on one line with its code, at most 500 characters. */
export function networkDetail(error: unknown): string {
  const { message, errors } = asCoded(error);
  const first = Array.isArray(errors) ? asCoded(errors[0]).message : undefined;
  const text = [message, first].find((value) => typeof value === 'string' && value !== '') ?? String(error);
  const code = networkCode(error);
  return oneLine(code && !String(text).includes(code) ? `${text} (${code})` : String(text));
}

/**
 * Makes third-party text safe for a log line, a timeline and the database: one line of whole characters, at most 500
 * UTF-16 units.
 */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.slice(0, 500).replace(/\p{Cs}/gu, '\uFFFD');
}

/** Whether the peer's certificate was rejected, which no retry fixes. */
export function isCertificateCode(code: string | undefined): boolean {
  return (
    code !== undefined &&
    /^(ERR_TLS_CERT|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET)|HOSTNAME_MISMATCH)/.test(code)
  );
}
