import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../config/logger.js';
import { RouteTimes } from '../http/request-times.js';

/** Counts every request and logs it: at `debug`, or at `info` when refused. */
export function observeRequest(logger: Logger) {
  const verbose = logger.isLevelEnabled('debug');
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const status = reply.statusCode;
    // Fastify builds `routeOptions` on each access, so routes with `@Endpoint` set `times` in advance.
    const times = request.times ?? RouteTimes.of(request.method, request.routeOptions.url ?? 'none');
    times.add(status, reply.elapsedTime / 1000);
    if (verbose || status >= 400) {
      const line = {
        request_id: request.id,
        method: request.method,
        route: times.route,
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
