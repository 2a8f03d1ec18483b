import { Catch, Inject, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { errorAnswer } from '@dundun/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LINK_PAGE_HEADERS, linkPage } from './tracking.page.js';

const GONE = linkPage(
  'This link leads nowhere',
  'It is incomplete or was changed on its way. Please look at the message again.',
);
const LATER = linkPage(
  'Please try again in a moment',
  'Something is not working on our side right now. The link stays good.',
);

/** Whoever follows a link from a message is a person, so what went wrong is a page. */
@Injectable()
@Catch()
export class TrackingFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { status, headers, ours } = errorAnswer(error, String(request.id));
    if (ours)
      this.logger.error({ request_id: request.id, route: request.routeOptions.url, err: error }, 'a link failed');
    void http
      .getResponse<FastifyReply>()
      .status(status)
      .headers({ ...headers, ...LINK_PAGE_HEADERS })
      .send(status === 404 ? GONE : LATER);
  }
}
