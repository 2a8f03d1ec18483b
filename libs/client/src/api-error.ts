/** The code of an error without an answer: the network or the service is away. */
export const UNREACHABLE = 'unreachable';

/** An answer that is not 2xx, as the service put it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param status of the answer, 0 when there was none
   * @param code the stable code in snake_case of the header Dundun-Error
   * @param text for people
   * @param retryAfter seconds to wait, when the service asks for it
   */
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: string,
    readonly retryAfter?: number,
    options?: ErrorOptions,
  ) {
    super(text, options);
  }

  /** @param body the answer's, already read: `{ error }`, or anything when it is not from the service itself */
  static from(response: Response, body: unknown): ApiError {
    const { status, headers } = response;
    const wait = Number(headers.get('Retry-After') ?? NaN);
    const code = headers.get('Dundun-Error') ?? `http_${status}`;
    return new ApiError(status, code, textOf(body) ?? `The service answered ${status}.`, wait > 0 ? wait : undefined);
  }

  static unreachable(cause: unknown): ApiError {
    return new ApiError(0, UNREACHABLE, 'The service cannot be reached.', undefined, { cause });
  }
}

function textOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  return typeof body.error === 'string' ? body.error : undefined;
}
