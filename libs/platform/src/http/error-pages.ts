import { MethodNotAllowedError } from '@dundun/domain';
import type { FastifyRequest } from 'fastify';
import { errorAnswer, type ErrorAnswer } from './errors.js';

/** Makes the page that people see for an error with this status. */
export type ErrorPage = (
  error: unknown,
  request: FastifyRequest,
  status: number,
) => Pick<ErrorAnswer, 'headers' | 'body'>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods of a path; a server without it answers 404 to every unknown route. */
    methodsOf?: (path: string) => string[];
  }
}

const pages = new Map<string, ErrorPage>();

/** Answers errors under this first path segment with a page, also when no route matched. */
export function answerPeople(below: string, page: ErrorPage): void {
  pages.set(below, page);
}

/** Returns the answer to an error: JSON for programs, a page for people. */
export function answerFor(raised: unknown, request: FastifyRequest): ErrorAnswer {
  const error = wrongMethod(request) ?? raised;
  const page = pages.get(/^\/([^/?]*)/.exec(request.url)?.[1] ?? '');
  const answer = errorAnswer(error, String(request.id), page ? undefined : request.headers.accept);
  if (!page) return answer;
  const { headers, body } = page(error, request, answer.status);
  return { ...answer, headers: { ...answer.headers, ...headers }, body };
}

/** Returns the refusal of a request whose path has routes, but none for its method. */
function wrongMethod({ server, url, method, routeOptions }: FastifyRequest): MethodNotAllowedError | undefined {
  if (routeOptions?.url !== undefined && !routeOptions.url.endsWith('*')) return undefined;
  const allowed = server.methodsOf?.(url.split('?')[0] as string) ?? [];
  return allowed.length === 0 || allowed.includes(method) ? undefined : new MethodNotAllowedError(method, allowed);
}
