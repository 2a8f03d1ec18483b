/** The code of an error without an answer: the network or the service is away. */
export const UNREACHABLE = 'unreachable';

/** What is wrong with one field of a request. */
export interface FieldFault {
  field: string;
  message: string;
}

/** An answer that is not 2xx, as the service put it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param status of the answer, 0 when there was none
   * @param code the stable code in snake_case of the header Dundun-Error
   * @param text for people
   * @param retryAfter seconds to wait, when the service asks for it
   * @param fields the faults by field, when the call accepts problem+json
   */
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: string,
    readonly retryAfter?: number,
    readonly fields: readonly FieldFault[] = [],
    options?: ErrorOptions,
  ) {
    super(text, options);
  }

  /** @param body the answer's, already read: `{ error }`, or anything when it is not from the service itself */
  static from(response: Response, body: unknown): ApiError {
    const { status, headers } = response;
    const wait = Number(headers.get('Retry-After') ?? NaN);
    const code = headers.get('Dundun-Error') ?? `http_${status}`;
    return new ApiError(
      status,
      code,
      textOf(body) ?? `The service answered ${status}.`,
      wait > 0 ? wait : undefined,
      fieldsOf(body),
    );
  }

  static unreachable(cause: unknown): ApiError {
    return new ApiError(0, UNREACHABLE, 'The service cannot be reached.', undefined, [], { cause });
  }
}

function textOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const text = 'error' in body ? body.error : 'detail' in body ? body.detail : undefined;
  return typeof text === 'string' ? text : undefined;
}

function fieldsOf(body: unknown): FieldFault[] {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return [];
  return (body.errors as unknown[]).filter(isFault);
}

const isFault = (fault: unknown): fault is FieldFault =>
  typeof fault === 'object' &&
  fault !== null &&
  'field' in fault &&
  typeof fault.field === 'string' &&
  'message' in fault &&
  typeof fault.message === 'string';
