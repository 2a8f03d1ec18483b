import type { FastifyRequest } from 'fastify';
import { errorAnswer, type ErrorAnswer } from './errors.js';

/** What people see of an error that is answered with this status. */
export type ErrorPage = (
  error: unknown,
  request: FastifyRequest,
  status: number,
) => Pick<ErrorAnswer, 'headers' | 'body'>;

const pages = new Map<string, ErrorPage>();

/** Says that people are below this first part of a path: they get the page, also where no controller was reached. */
export function answerPeople(below: string, page: ErrorPage): void {
  pages.set(below, page);
}

/** The answer to an error for whoever asked: JSON for programs, a page for people. */
export function answerFor(error: unknown, request: FastifyRequest): ErrorAnswer {
  const page = pages.get(/^\/([^/?]*)/.exec(request.url)?.[1] ?? '');
  const answer = errorAnswer(error, String(request.id), page ? undefined : request.headers.accept);
  if (!page) return answer;
  const { headers, body } = page(error, request, answer.status);
  return { ...answer, headers: { ...answer.headers, ...headers }, body };
}
