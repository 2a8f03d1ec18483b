/** An error in one field of a request. */
export interface FieldFault {
  field: string;
  message: string;
}

interface ErrorFacts {
  /** The HTTP status; 0 if there was no answer. */
  status: number;
  /**
   * A stable, snake_case code from the `Dundun-Error` header; `http_502` for an answer that is not the service's,
   * `no_answer` if there was none.
   */
  code: string;
  /** Identifies the call in the service's log. */
  requestId?: string;
  /** Every invalid field of a refused input. */
  fields?: FieldFault[];
  /** Seconds to wait, if the service asked for it. */
  retryAfter?: number;
  cause?: unknown;
}

/** A failed call. The subclass tells the kind of failure. */
export class DundunError extends Error {
  override readonly name: string = 'DundunError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly fields: FieldFault[];
  readonly retryAfter: number | undefined;

  constructor(message: string, { status, code, requestId, fields = [], retryAfter, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** The input is invalid (400, 413, 415, 422); `fields` lists the errors. */
export class InvalidRequestError extends DundunError {
  override readonly name = 'InvalidRequestError';
}

/** The key or its secret is wrong (401). */
export class AuthenticationError extends DundunError {
  override readonly name = 'AuthenticationError';
}

/** The call requires the secret or another kind of key (403). */
export class PermissionError extends DundunError {
  override readonly name = 'PermissionError';
}

/** The resource does not exist (404). */
export class NotFoundError extends DundunError {
  override readonly name = 'NotFoundError';
}

/** The current state does not allow the call (409). */
export class ConflictError extends DundunError {
  override readonly name = 'ConflictError';
}

/** Too many calls (429); `retryAfter` tells when to retry. */
export class RateLimitError extends DundunError {
  override readonly name = 'RateLimitError';
}

/** The service failed or is temporarily unavailable (5xx). */
export class ServiceError extends DundunError {
  override readonly name = 'ServiceError';
}

/** There was no answer, or none in time. The call may or may not have been carried out. */
export class ConnectionError extends DundunError {
  override readonly name = 'ConnectionError';

  constructor(message: string, cause?: unknown) {
    super(message, { status: 0, code: 'no_answer', cause });
  }
}

/** The queue is full, and so is the line of calls waiting for room: the event was not accepted. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';

  constructor(limit: number, waiters: number) {
    super(
      `${limit} events are queued and ${waiters} calls wait for room: the event was not accepted. Await track() to slow down.`,
    );
  }
}

const KINDS: Record<number, typeof DundunError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
};

/** @param body the parsed body if it is JSON; anything if the answer is not the service's */
export function errorOf(response: Response, body: unknown): DundunError {
  const { status, headers } = response;
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = [problem.detail, problem.error].find((each) => typeof each === 'string');
  const wait = Number(headers.get('retry-after') ?? NaN);
  const Kind = KINDS[status] ?? (status >= 500 ? ServiceError : DundunError);
  return new Kind(text === undefined ? `The service answered ${status}.` : String(text), {
    status,
    code: headers.get('dundun-error') ?? `http_${status}`,
    requestId: headers.get('request-id') ?? undefined,
    fields: Array.isArray(problem.errors) ? (problem.errors as FieldFault[]) : [],
    retryAfter: wait > 0 ? wait : undefined,
  });
}

/** Whether the answer came from something else, such as a proxy, which has not examined the input. */
export const isForeign = ({ code }: DundunError): boolean => code.startsWith('http_');

const PASSING = new Set([0, 408, 425, 429]);

/** Whether repeating the call may succeed without any change. */
export function isPassing(error: unknown): error is DundunError {
  if (!(error instanceof DundunError)) return false;
  return PASSING.has(error.status) || error.status >= 500 || error.code === 'idempotency_in_progress';
}
