import type { FastifyRequest } from 'fastify';
import { errorAnswer, type ErrorAnswer } from './errors.js';

/** Makes the page that people see for an error with this status. */
export type ErrorPage = (
  error: unknown,
  request: FastifyRequest,
  status: number,
) => Pick<ErrorAnswer, 'headers' | 'body'>;

const pages = new Map<string, ErrorPage>();

/** Answers errors under this first path segment with a page, also when no route matched. */
export function answerPeople(below: string, page: ErrorPage): void {
  pages.set(below, page);
}

/** Returns the answer to an error: JSON for programs, a page for people. */
export function answerFor(error: unknown, request: FastifyRequest): ErrorAnswer {
  const page = pages.get(/^\/([^/?]*)/.exec(request.url)?.[1] ?? '');
  const answer = errorAnswer(error, String(request.id), page ? undefined : request.headers.accept);
  if (!page) return answer;
  const { headers, body } = page(error, request, answer.status);
  return { ...answer, headers: { ...answer.headers, ...headers }, body };
}
