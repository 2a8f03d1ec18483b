interface Coded {
  code?: unknown;
  originalCode?: unknown;
  message?: unknown;
  errors?: unknown;
}

function asCoded(error: unknown): Coded {
  return typeof error === 'object' && error !== null ? error : {};
}

/** The code of a host that a user typed and that may not be reached: the account's fault. */
export const FORBIDDEN = 'forbidden_address';

/** The most telling code of a failed connection: the system's own before a library's, the first of several attempts. */
export function networkCode(error: unknown): string | undefined {
  const { code, originalCode, errors } = asCoded(error);
  if (typeof originalCode === 'string') return originalCode;
  if (typeof code === 'string') return code;
  return Array.isArray(errors) && errors.length > 0 ? networkCode(errors[0]) : undefined;
}

/** One line about a failed connection, with its code; never longer than 500 characters. */
export function networkDetail(error: unknown): string {
  const { message, errors } = asCoded(error);
  const first = Array.isArray(errors) ? asCoded(errors[0]).message : undefined;
  const text = [message, first].find((value) => typeof value === 'string' && value !== '') ?? String(error);
  const code = networkCode(error);
  return oneLine(code && !String(text).includes(code) ? `${text} (${code})` : String(text));
}

/** Foreign text fit for a log line, a timeline and a database: one line of whole characters, at most 500 units long. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.slice(0, 500).replace(/\p{Cs}/gu, '\uFFFD');
}

/** Whether a code says that the peer's certificate was not accepted, which no retry cures. */
export function isCertificateCode(code: string | undefined): boolean {
  return (
    code !== undefined &&
    /^(ERR_TLS_CERT|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET)|HOSTNAME_MISMATCH)/.test(code)
  );
}
