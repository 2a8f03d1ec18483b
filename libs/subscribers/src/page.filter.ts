import { Catch, Inject, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { errorAnswer } from '@dundun/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messagePage } from './confirm.page.js';
import { PAGE_HEADERS } from './hosted-page.js';

const GONE = 'This link does not work any more';
const LATER = 'Please try again in a moment';

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
    const page =
      status === 404
        ? messagePage(GONE, 'It has been used, or it is too old. If you still want to subscribe, please sign up again.')
        : messagePage(LATER, 'Something is not working on our side right now. Your link stays good.');
    void reply
      .status(status)
      .headers({ ...headers, ...PAGE_HEADERS })
      .send(page);
  }
}
