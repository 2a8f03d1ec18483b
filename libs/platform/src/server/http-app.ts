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
import { limitConnections } from './connection-limits.js';
import { RouteMethods } from './route-methods.js';
import { endConnectionsOnClose, stopOnSignals } from './shutdown.js';
import { UnversionedPaths } from './unversioned-paths.js';

type Adapter = Extract<Parameters<typeof NestFactory.create>[1], object> & FastifyAdapter<Server>;

const LONGEST_REQUEST_ID = 200;
const SLOWEST_HEADERS_MS = 15_000;

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
    // Headers must arrive in time: a connection without them costs the caller nothing.
    http: { requireHostHeader: false, headersTimeout: SLOWEST_HEADERS_MS, connectionsCheckingInterval: 2_000 },
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
  limitConnections(fastify.server, config.CONNECTIONS_PER_ADDRESS, config.TRUST_PROXY);
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
  stopOnSignals(app, fastify, config.SHUTDOWN_DELAY * 1_000, logger);
  return app;
}

/** Checks the headers that HTTP/1.1 requires of every request. */
function faultOf({ raw: { headers, httpVersion } }: FastifyRequest): FieldFault | undefined {
  if (headers.host === undefined && httpVersion !== '1.0') return { field: 'Host', message: 'must be given' };
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return { field: 'Expect', message: 'must be 100-continue' };
  return undefined;
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
