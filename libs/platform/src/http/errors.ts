import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import {
  BodyTooLargeError,
  InvalidInputError,
  MalformedBodyError,
  MethodNotAllowedError,
  Refusal,
  UnknownRouteError,
  UnsupportedMediaTypeError,
  WrongCredentialsError,
} from '@dundun/domain';
import { translated } from '../database/database-errors.js';
import { STATUS } from './refusal-status.js';

/** The answer to an error: never a stack trace, never HTML from the framework. */
export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: object | string;
  /** Whether it is a fault of the service, which is logged as an error. */
  ours: boolean;
}

/** Maximum length of a path segment, in characters; longer ones are refused before routing. */
export const LONGEST_PARAMETER = 1_000;
const PROBLEM = 'application/problem+json';
const OURS = 'Something went wrong on our side. It has been logged under the request id of this answer.';

/** Makes the answer to an error. @param accept the Accept header; with problem+json the answer is RFC 9457 */
export function errorAnswer(error: unknown, requestId: string, accept = ''): ErrorAnswer {
  const refusal = asRefusal(error);
  const status = refusal ? STATUS[refusal.kind] : 500;
  const code = refusal?.code ?? 'internal_error';
  const text = refusal?.message ?? OURS;
  const headers: Record<string, string> = { 'Dundun-Error': code };
  if (refusal?.retryAfter !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(refusal.retryAfter)));
  if (refusal instanceof MethodNotAllowedError) headers.Allow = refusal.allowed.join(', ');
  // Only for wrong credentials: without a session the console shows its own login instead of the browser's.
  if (refusal instanceof WrongCredentialsError) headers['WWW-Authenticate'] = 'Basic realm="Dundun"';
  const problem = accept.includes(PROBLEM);
  headers['Content-Type'] = problem ? PROBLEM : 'application/json; charset=utf-8';
  const body = problem
    ? {
        type: 'about:blank',
        // The title of about:blank is the phrase of the status (RFC 9457 section 4.2.1).
        title: PHRASES[status] ?? STATUS_CODES[status],
        status,
        detail: text,
        code,
        request_id: requestId,
        errors: refusal?.fields ?? [],
      }
    : { error: text };
  return { status, headers, body, ours: refusal === undefined };
}

/** Phrases of RFC 9110 that Node has in an older form. */
const PHRASES: Record<number, string> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

function asRefusal(raw: unknown): Refusal | undefined {
  const error = translated(raw);
  if (error instanceof Refusal) return error;
  // Nest turns Fastify's errors on its routes into HttpExceptions.
  const { code, statusCode } = ((error instanceof HttpException && error.cause) || error || {}) as FrameworkError;
  const known = FRAMEWORK[code ?? ''];
  if (known) return known();
  const status = error instanceof HttpException ? error.getStatus() : statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  if (status === 413) return new BodyTooLargeError();
  if (status === 415) return new UnsupportedMediaTypeError();
  if (status === 401) return new WrongCredentialsError();
  // A file that a file server forbids, such as a hidden one, is answered as absent.
  if (status === 403 || status === 404) return new UnknownRouteError();
  return new InvalidInputError([{ field: 'request', message: 'must be one that can be read' }]);
}

interface FrameworkError {
  code?: string;
  statusCode?: number;
}

/** Replaces Fastify's error texts, which reveal internals and repeat the URL. */
const FRAMEWORK: Record<string, () => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new BodyTooLargeError(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new UnsupportedMediaTypeError(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new MalformedBodyError('it is not as long as Content-Length says'),
  // The caller disconnected while sending.
  ECONNRESET: () => new MalformedBodyError('it ended before it was whole'),
  FST_ERR_BAD_URL: () =>
    new InvalidInputError([{ field: 'path', message: 'must be UTF-8 with percent signs as RFC 3986 has them' }]),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new InvalidInputError([{ field: 'path', message: `must have parts of at most ${LONGEST_PARAMETER} characters` }]),
  // No operation has the method QUERY.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: () => new UnknownRouteError(),
};
