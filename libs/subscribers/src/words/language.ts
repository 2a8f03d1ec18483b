import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import type { Words } from './words.js';
import { yo } from './yo.js';

/** The languages of hosted pages; the first is the default. */
export const LANGUAGES: readonly Words[] = [en, de, es, fr, yo];

/** Returns the preferred supported language. @param accepted the header `Accept-Language` */
export function wordsFor(accepted: string | undefined): Words {
  const wished = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
      const quality = /^\s*q=([\d.]+)\s*$/.exec(parameters.join(';'))?.[1];
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { language } of wished) {
    const found = LANGUAGES.find((words) => words.language === language);
    if (found) return found;
  }
  return en;
}

/** Returns the words in the language of a request. */
export const wordsOf = (request: FastifyRequest): Words => wordsFor(request.headers['accept-language']);

/** Parameter decorator: the words in the language of the request. */
export const PageWords = createParamDecorator((_: unknown, context: ExecutionContext) =>
  wordsOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
