import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import type { Words } from './words.js';
import { yo } from './yo.js';

const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/;

/** The languages of hosted pages; the first is the default. */
export const LANGUAGES: readonly Words[] = [en, de, es, fr, yo];

/** Returns the tags of the header `Accept-Language`, the most wanted first. */
const wishesOf = (accepted: string | undefined): string[] =>
  (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
      const quality = /^\s*q=([\d.]+)\s*$/.exec(parameters.join(';'))?.[1];
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);

/** Returns the preferred supported language. @param accepted the header `Accept-Language` */
export function wordsFor(accepted: string | undefined): Words {
  for (const tag of wishesOf(accepted)) {
    const found = wordsIn(tag);
    if (found) return found;
  }
  return en;
}

/** Returns the words in a language, whatever its region; undefined if no page speaks it. */
export function wordsIn(tag: string): Words | undefined {
  const [language] = tag.toLowerCase().split(/[-_]/);
  return LANGUAGES.find((words) => words.language === language);
}

/** Returns the language that a browser wants most, such as `de` or `pt-BR`, also if no page speaks it. */
function browserLanguage(accepted: string | undefined): string | undefined {
  const [tag = ''] = wishesOf(accepted);
  return LANGUAGE_TAG.test(tag) ? Intl.getCanonicalLocales(tag)[0] : undefined;
}

/** Returns the words in the language of a request. */
export const wordsOf = (request: FastifyRequest): Words => wordsFor(request.headers['accept-language']);

/** Parameter decorator: the words in the language of the request. */
export const PageWords = createParamDecorator((_: unknown, context: ExecutionContext) =>
  wordsOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Parameter decorator: the language that the browser wants most, if it says one. */
export const BrowserLanguage = createParamDecorator((_: unknown, context: ExecutionContext) =>
  browserLanguage(context.switchToHttp().getRequest<FastifyRequest>().headers['accept-language']),
);
