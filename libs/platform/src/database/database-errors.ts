import { UnavailableError } from '@dundun/domain';

/** SQLSTATE of an error that PostgreSQL answered, else undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

const RETRYABLE = new Set(['40001', '40P01']);
const CONNECTION_LOST =
  /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ERR_STREAM_(DESTROYED|WRITE_AFTER_END))/;
/** What Node says of a request whose caller went away while sending it: the same code, and no fault of the database. */
const CALLER_LEFT = 'aborted';
/** What TypeORM says of a transaction whose connection broke between two of its statements. */
const BROKEN_TRANSACTION = new Set(['QueryRunnerAlreadyReleasedError', 'TransactionNotStartedError']);
const POOL_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Cannot use a pool after/i;

/** A deadlock or serialization failure: the same work may succeed when run again. */
export const isRetryable = (error: unknown) => RETRYABLE.has(sqlState(error) ?? '');

/** The values of a row are at fault (54: too large for an index, say), not the database: splitting the batch finds that row. */
export const isRowFault = (error: unknown) => /^(22|23|54)/.test(sqlState(error) ?? '');

/** Another transaction held the row for longer than lock_timeout. */
export const isLockTimeout = (error: unknown) => sqlState(error) === '55P03';

/** PostgreSQL is away, full, shutting down, or out of connections. */
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

/** What callers see of a database error: a refusal they can wait for, or the error itself. */
export function translated(error: unknown): unknown {
  return isUnavailable(error) ? unavailableFor(error) : error;
}

/** A refusal that callers can wait for, whatever stood in the way. */
export function unavailableFor(cause: unknown): UnavailableError {
  const unavailable = new UnavailableError();
  unavailable.cause = cause;
  return unavailable;
}
