import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FieldFault, InvalidInputError } from '@dundun/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.js';
import { NestLogger, type Logger } from '../config/logger.js';
import { newHexId } from '../database/new-id.js';
import { Authenticator } from '../http/caller.js';
import { answerFor } from '../http/error-pages.js';
import { LONGEST_PARAMETER } from '../http/errors.js';
import { useBodyParsers } from './body-parsers.js';
import { answerAllRequests, answerBrokenRequest } from './raw-answers.js';
import { observeRequest } from './request-metrics.js';
import { addRouteHooks } from './route-hooks.js';
import { RouteMethods } from './route-methods.js';
import { UnversionedPaths } from './unversioned-paths.js';

type Adapter = Extract<Parameters<typeof NestFactory.create>[1], object> & FastifyAdapter<Server>;

const LONGEST_REQUEST_ID = 200;
const LONGEST_DRAIN_MS = 20_000;

/** Creates a Nest application on Fastify that keeps the general part of the wire contract on every route. */
export async function createHttpApp(
  module: Parameters<typeof NestFactory.create>[0],
  config: Config,
  logger: Logger,
): Promise<NestFastifyApplication> {
  const paths = new UnversionedPaths();
  const adapter = new FastifyAdapter({
    genReqId: requestId,
    trustProxy: trustProxy(config.TRUST_PROXY),
    rewriteUrl: (request: { url?: string }) => paths.rewrite(request.url ?? '/'),
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: true },
    connectionTimeout: 60_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // Node itself would answer a request without Host, with an empty body.
    http: { requireHostHeader: false },
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const answer = answerFor(error, request);
      void reply
        .status(answer.status)
        .headers({ ...answer.headers, 'Request-Id': String(request.id), 'X-Content-Type-Options': 'nosniff' })
        .send(answer.body);
    },
    clientErrorHandler: answerBrokenRequest,
    skipMiddie: true,
  } as ConstructorParameters<typeof FastifyAdapter>[0]) as unknown as Adapter;
  const app = await createNest(module, adapter, logger);
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  useBodyParsers(fastify);
  answerAllRequests(fastify.server);
  const methods = new RouteMethods();
  fastify.decorate('methodsOf', (path: string) => methods.of(path));
  fastify.addHook('onRoute', ({ method, url }) => {
    paths.add(url);
    methods.add(method, url);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
    const fault = faultOf(request);
    done(fault && new InvalidInputError([fault]));
  });
  endConnectionsOnClose(fastify);
  fastify.addHook('onResponse', observeRequest(logger));
  let authenticator: Authenticator | undefined;
  const known = (): Authenticator => (authenticator ??= app.get<Authenticator>(Authenticator));
  addRouteHooks(fastify, known, (controller) => app.get<object>(controller, { strict: false }), config.CONSOLE_URL);
  // Exit with 0 after draining instead of dying from the signal.
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true } as never);
  return app;
}

/** Checks the headers that HTTP/1.1 requires of every request. */
function faultOf({ raw: { headers, httpVersion } }: FastifyRequest): FieldFault | undefined {
  if (headers.host === undefined && httpVersion !== '1.0') return { field: 'Host', message: 'must be given' };
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return { field: 'Expect', message: 'must be 100-continue' };
  return undefined;
}

/** Ends busy connections at shutdown; they would otherwise stay open for the keep-alive time. */
function endConnectionsOnClose(fastify: FastifyInstance): void {
  let closing = false;
  fastify.addHook('preClose', (done) => {
    closing = true;
    // A request that never ends must not delay the exit.
    setTimeout(() => fastify.server.closeAllConnections(), LONGEST_DRAIN_MS).unref();
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('Connection', 'close');
    done(null, payload);
  });
}

function createNest(module: Parameters<typeof NestFactory.create>[0], adapter: Adapter, logger: Logger) {
  const options = { logger: new NestLogger(logger), bodyParser: false, abortOnError: false };
  return NestFactory.create<NestFastifyApplication>(module, adapter, options);
}

function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['request-id'] ?? request.headers['x-request-id'];
  return typeof given === 'string' && given.length <= LONGEST_REQUEST_ID && /^[\w.:-]+$/.test(given)
    ? given
    : `req_${newHexId()}`;
}

/** Converts TRUST_PROXY for Fastify. A number of hops becomes a function, because Fastify trusts no proxy with a number. */
function trustProxy(value: string | undefined): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value);
  return value.split(',').map((part) => part.trim());
}
