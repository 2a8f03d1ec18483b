import type { FastifyReply, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import type { Logger } from '../config/logger.js';

const requests = new Histogram({
  name: 'dundun_http_request_seconds',
  help: 'Time from the request line to the last byte of the answer',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Counts every request; logs it at `debug`, or at `info` when it was refused. */
export function observeRequest(logger: Logger) {
  const verbose = logger.isLevelEnabled('debug');
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const status = reply.statusCode;
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: String(status) }, reply.elapsedTime / 1000);
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
