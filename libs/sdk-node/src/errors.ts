/** What is wrong with one field of a request. */
export interface FieldFault {
  field: string;
  message: string;
}

export interface ErrorFacts {
  /** Of the answer; 0 when there was none. */
  status: number;
  /** Stable, in snake_case: the header `Dundun-Error`, `http_502` for an answer of somebody else, `no_answer` without one. */
  code: string;
  /** Names the call in the service's log. */
  requestId?: string;
  /** Every wrong field of an input that was refused. */
  fields?: FieldFault[];
  /** Seconds to wait, when the service asks for it. */
  retryAfter?: number;
  cause?: unknown;
}

/** A call that did not succeed. Its subclasses say of which kind it is. */
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

/** The input is wrong (400, 413, 415, 422): `fields` names what. */
export class InvalidRequestError extends DundunError {
  override readonly name = 'InvalidRequestError';
}

/** The key or its secret is wrong (401). */
export class AuthenticationError extends DundunError {
  override readonly name = 'AuthenticationError';
}

/** The call needs the secret, or another kind of key (403). */
export class PermissionError extends DundunError {
  override readonly name = 'PermissionError';
}

/** There is no such thing (404). */
export class NotFoundError extends DundunError {
  override readonly name = 'NotFoundError';
}

/** It cannot be done in the state that things are in (409). */
export class ConflictError extends DundunError {
  override readonly name = 'ConflictError';
}

/** Too many calls (429); `retryAfter` says when to come back. */
export class RateLimitError extends DundunError {
  override readonly name = 'RateLimitError';
}

/** The service failed or is away for now (5xx). */
export class ServiceError extends DundunError {
  override readonly name = 'ServiceError';
}

/** There was no answer: no connection, or none in time. Nobody knows whether the call was carried out. */
export class ConnectionError extends DundunError {
  override readonly name = 'ConnectionError';

  constructor(message: string, cause?: unknown) {
    super(message, { status: 0, code: 'no_answer', cause });
  }
}

/** As many events wait as may, and as many for room as may: this one was not taken. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';

  constructor(limit: number, waiters: number) {
    super(
      `${limit} events wait already, and ${waiters} for room: this one was not taken. Await track() to be slowed down.`,
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

/** @param body of the answer, parsed where it is JSON; anything when it does not come from the service itself */
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

/** Whether somebody in front of the service answered, who knows nothing about what was sent. */
export const isForeign = ({ code }: DundunError): boolean => code.startsWith('http_');

const PASSING = new Set([0, 408, 425, 429]);

/** Whether the same call can succeed later without anybody changing it. */
export function isPassing(error: unknown): error is DundunError {
  if (!(error instanceof DundunError)) return false;
  return PASSING.has(error.status) || error.status >= 500 || error.code === 'idempotency_in_progress';
}
