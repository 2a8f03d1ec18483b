import { Catch, Inject, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOGGER } from '../config/config.module.js';
import type { Logger } from '../config/logger.js';
import { answerFor } from '../http/error-pages.js';

/** Turns every error, including the framework's, into the answer of the contract. */
@Injectable()
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const answer = answerFor(error, request);
    // Log the route, not the URL: links contain tokens, and queries contain addresses of people.
    const route = request.routeOptions?.url;
    const context = { request_id: request.id, method: request.method, route, err: error };
    if (answer.ours) this.logger.error(context, 'a request failed');
    else if (answer.status === 503) this.logger.warn(context, 'a request was refused for now');
    if (reply.sent) return;
    // A caller that is still sending would see a reset instead of the answer, so the rest is read and dropped until requestTimeout.
    if (answer.status === 413) reply.removeHeader('connection');
    void reply.status(answer.status).headers(answer.headers).send(answer.body);
  }
}
