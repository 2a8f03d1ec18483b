import { HttpException } from '@nestjs/common';
import {
  BodyTooLargeError,
  InvalidInputError,
  MalformedBodyError,
  Refusal,
  UnknownRouteError,
  UnsupportedMediaTypeError,
  WrongCredentialsError,
} from '@dundun/domain';
import { translated } from '../database/database-errors.js';
import { STATUS } from './refusal-status.js';

/** An error as it leaves: never a stack trace, never HTML. */
export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: object;
  /** True when a person of ours must look. */
  ours: boolean;
}

const PROBLEM = 'application/problem+json';
const OURS = 'Something went wrong on our side. It has been logged under the request id of this answer.';

/** @param accept the request's Accept header: with problem+json the answer is RFC 9457 */
export function errorAnswer(error: unknown, requestId: string, accept = ''): ErrorAnswer {
  const refusal = asRefusal(error);
  const status = refusal ? STATUS[refusal.kind] : 500;
  const code = refusal?.code ?? 'internal_error';
  const text = refusal?.message ?? OURS;
  const headers: Record<string, string> = { 'Dundun-Error': code };
  if (refusal?.retryAfter !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(refusal.retryAfter)));
  // Without a session the console shows its own login, not the browser's.
  if (refusal instanceof WrongCredentialsError) headers['WWW-Authenticate'] = 'Basic realm="Dundun"';
  const problem = accept.includes(PROBLEM);
  headers['Content-Type'] = problem ? PROBLEM : 'application/json; charset=utf-8';
  const body = problem
    ? {
        type: 'about:blank',
        title: titleOf(code),
        status,
        detail: text,
        code,
        request_id: requestId,
        errors: refusal?.fields ?? [],
      }
    : { error: text };
  return { status, headers, body, ours: refusal === undefined };
}

const titleOf = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

function asRefusal(raw: unknown): Refusal | undefined {
  const error = translated(raw);
  if (error instanceof Refusal) return error;
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new BodyTooLargeError();
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new UnsupportedMediaTypeError();
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new MalformedBodyError('the address or a length is malformed');
  const status = error instanceof HttpException ? error.getStatus() : statusCode;
  if (status === 404) return new UnknownRouteError();
  // Nest turns Fastify's errors on its routes into HttpExceptions, which have no code.
  if (status === 413) return new BodyTooLargeError();
  if (status === 415) return new UnsupportedMediaTypeError();
  if (status === 401) return new WrongCredentialsError();
  if (status !== undefined && status >= 400 && status < 500)
    return new InvalidInputError([{ field: 'request', message: (error as Error).message }]);
  return undefined;
}
