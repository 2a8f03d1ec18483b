import { UnavailableError } from '@dundun/domain';

/** Returns the SQLSTATE of an error from PostgreSQL, or undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

const RETRYABLE = new Set(['40001', '40P01']);
const CONNECTION_LOST =
  /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ERR_STREAM_(DESTROYED|WRITE_AFTER_END))/;
/** Node's message for a caller that disconnects while sending; it has the same code but is not a database error. */
const CALLER_LEFT = 'aborted';
/** TypeORM's errors for a transaction whose connection broke between two statements. */
const BROKEN_TRANSACTION = new Set(['QueryRunnerAlreadyReleasedError', 'TransactionNotStartedError']);
const POOL_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Cannot use a pool after/i;

/** A deadlock or serialization failure: a retry may succeed. */
export const isRetryable = (error: unknown) => RETRYABLE.has(sqlState(error) ?? '');

/** Values of a row are wrong (54: too large for an index, for example); splitting the group finds the row. */
export const isRowFault = (error: unknown) => /^(22|23|54)/.test(sqlState(error) ?? '');

/** Another transaction held the row for longer than lock_timeout. */
export const isLockTimeout = (error: unknown) => sqlState(error) === '55P03';

/** PostgreSQL is unreachable, full, shutting down, or out of connections. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return /^(08|53|57P0|58|25006)/.test(state) || state === '57014';
  const { name, code, message } = (error ?? {}) as { name?: unknown; code?: unknown; message?: unknown };
  if (code === 'ECONNRESET' && message === CALLER_LEFT) return false;
  return (
    CONNECTION_LOST.test(String(code ?? '')) ||
    POOL_MESSAGES.test(String(message ?? '')) ||
    BROKEN_TRANSACTION.has(String(name))
  );
}

/** Translates a database error for callers: UnavailableError when a retry can help, else the error itself. */
export function translated(error: unknown): unknown {
  return isUnavailable(error) ? unavailableFor(error) : error;
}

/** Returns an UnavailableError with this cause. */
export function unavailableFor(cause: unknown): UnavailableError {
  const unavailable = new UnavailableError();
  unavailable.cause = cause;
  return unavailable;
}
