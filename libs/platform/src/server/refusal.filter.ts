import { Catch, Inject, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOGGER } from '../config/config.module.js';
import type { Logger } from '../config/logger.js';
import { answerFor } from '../http/error-pages.js';

/** Turns everything that is thrown, the framework's own errors too, into the answer of the contract. */
@Injectable()
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const answer = answerFor(error, request);
    // Not the address itself: links carry tokens, and queries the addresses of people.
    const route = request.routeOptions?.url;
    const context = { request_id: request.id, method: request.method, route, err: error };
    if (answer.ours) this.logger.error(context, 'a request failed');
    else if (answer.status === 503) this.logger.warn(context, 'a request was refused for now');
    if (reply.sent) return;
    // Whoever is still writing would see a reset instead of the answer, so the rest is read and dropped (requestTimeout ends it).
    if (answer.status === 413) reply.removeHeader('connection');
    void reply.status(answer.status).headers(answer.headers).send(answer.body);
  }
}
