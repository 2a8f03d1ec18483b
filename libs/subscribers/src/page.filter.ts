import { Catch, Inject, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { UnknownConfirmationError } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { errorAnswer } from '@dundun/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messagePage, PAGE_HEADERS } from './hosted-page.js';
import { wordsOf } from './pages/language.js';
import type { Words } from './pages/words.js';

/** On a page for people, what went wrong is a page for people too. */
@Injectable()
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const { status, headers, ours } = errorAnswer(error, String(request.id));
    // The link is a secret, so the log has the route and not the address.
    if (ours)
      this.logger.error({ request_id: request.id, route: request.routeOptions.url, err: error }, 'a page failed');
    const words = wordsOf(request);
    const { title, text } = saidOf(words, status, error);
    void reply
      .status(status)
      .headers({ ...headers, ...PAGE_HEADERS })
      .send(messagePage(words, title, text));
  }
}

function saidOf(words: Words, status: number, error: unknown): { title: string; text: string } {
  if (error instanceof UnknownConfirmationError) return { ...words.gone, text: words.goneConfirmation };
  return status === 404 ? words.gone : status === 429 ? words.slow : words.later;
}
