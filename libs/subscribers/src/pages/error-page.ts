import { UnknownConfirmationError } from '@dundun/domain';
import { answerPeople, type ErrorPage } from '@dundun/platform/http';
import { messagePage, PAGE_HEADERS } from './hosted-page.js';
import { wordsOf } from '../words/language.js';
import type { Words } from '../words/words.js';

const errorPage: ErrorPage = (error, request, status) => {
  const words = wordsOf(request);
  // An address without a route was cut or changed in transit.
  const { title, text } = saidOf(words, request.routeOptions.url === undefined ? 404 : status, error);
  return { headers: PAGE_HEADERS, body: messagePage(words, title, text) };
};

function saidOf(words: Words, status: number, error: unknown): { title: string; text: string } {
  if (error instanceof UnknownConfirmationError) return { ...words.gone, text: words.goneConfirmation };
  return status === 404 ? words.gone : status === 429 ? words.slow : words.later;
}

/** Answers errors below /p with pages instead of JSON, because people read them. */
export const answerReaders = () => answerPeople('p', errorPage);
