import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../config/logger.js';
import { addRequestTime } from './request-times.js';

/** Counts every request; logs it at `debug`, or at `info` when it was refused. */
export function observeRequest(logger: Logger) {
  const verbose = logger.isLevelEnabled('debug');
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const status = reply.statusCode;
    // Fastify makes `routeOptions` anew each time it is asked, so our own routes do not ask.
    const route = request.route ?? request.routeOptions.url ?? 'none';
    addRequestTime(request.method, route, status, reply.elapsedTime / 1000);
    if (verbose || status >= 400) {
      const line = {
        request_id: request.id,
        method: request.method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        workspace_id: request.caller?.workspaceId,
      };
      if (status >= 400) logger.info(line, 'request refused');
      else logger.debug(line, 'request');
    }
    done();
  };
}
