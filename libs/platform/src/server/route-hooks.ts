import {
  type AccessRule,
  checkKeyAlone,
  checkMember,
  type FieldFault,
  InvalidInputError,
  NotSignedInError,
  TwoFactorRequiredError,
  UnknownRouteError,
  WrongCredentialsError,
} from '@dundun/domain';
import type { Type } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BodyConfig } from '../http/body-reading.js';
import type { Authenticator, Caller } from '../http/caller.js';
import { releaseConnection } from './connection-limits.js';
import { directHandler } from './direct-handler.js';
import type { RouteFacts } from '../http/route-facts.js';
import { claimOf } from '../http/idempotency.js';
import { textRule } from './json-body.js';
import { keyLimits } from '../http/key-limits.js';
import { addNotice, ignoredKeys, noticesOf } from '../http/notice.js';
import { RouteTimes } from '../http/request-times.js';
import { checkOrigin, sessionOf } from '../http/session-request.js';
import { compileValidator, type Checked } from '../http/validation/index.js';

type Done = (error?: Error) => void;
type Hook = (request: FastifyRequest, reply: FastifyReply, done: Done) => void;
const CORS_HEADERS = 'Authorization, Content-Type, Idempotency-Key, Dundun-Identity';

/**
 * Adds the hooks of each route at registration: credentials before the body is read, then the check of body and query.
 * Nest's guards and pipes would halve the throughput of a hot route.
 */
export function addRouteHooks(
  fastify: FastifyInstance,
  authenticator: () => Authenticator,
  find: (controller: Type) => object,
  consoleUrl: string,
): void {
  const preflights = new Set<string>();
  fastify.addHook('onRoute', (route) => {
    const { facts, reads, bodyLimit, mostKeys } = (route.config ?? {}) as BodyConfig & { facts?: RouteFacts };
    const readsHook: Hook[] =
      reads || mostKeys ? [hookOf((request) => void Object.assign(request, { reads, mostKeys }))] : [];
    if (!facts) {
      route.bodyLimit ??= bodyLimit;
      if (readsHook.length > 0) route.onRequest = readsHook;
      return;
    }
    route.bodyLimit = facts.bodyLimit;
    const times = RouteTimes.of(String(route.method), route.url);
    route.onRequest = [...readsHook, credentialsHook(times, facts, authenticator, new URL(consoleUrl).origin)];
    const readInput = inputReader(facts);
    if (facts.hot) route.handler = directHandler(facts.hot, readInput, find);
    else route.preHandler = hookOf(readInput);
    if (facts.cors && route.method !== 'HEAD' && !preflights.has(route.url)) {
      preflights.add(route.url);
      fastify.options(route.url, preflight);
    }
  });
}

function credentialsHook(
  times: RouteTimes,
  facts: RouteFacts,
  authenticator: () => Authenticator,
  consoleOrigin: string,
) {
  const rule: AccessRule = { level: facts.access === 'key' ? 'key' : 'full', browser: facts.browserKey };
  const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller) => {
    request.caller = caller;
    if (caller.kind === 'session') return admitMember(request, caller, facts, consoleOrigin);
    if (caller.level === 'full') return releaseConnection(request.raw.socket);
    if (facts.cors) allowOrigin(request, reply);
    checkKeyAlone(caller.kind, rule);
    keyLimits.take(request);
  };
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    request.times = times;
    if (facts.access === 'none') return done();
    const refuse = (error: Error) => {
      // A page of another site may learn that its key is wrong.
      if (facts.cors && error instanceof WrongCredentialsError) allowOrigin(request, reply);
      done(error);
    };
    try {
      const session = sessionOf(request);
      if (facts.access === 'console' && !session && !request.headers.authorization) throw new NotSignedInError();
      const caller = authenticator().authenticate(request.headers.authorization, session, request.raw.socket);
      if (caller instanceof Promise) caller.then((found) => admit(request, reply, found)).then(() => done(), refuse);
      else {
        admit(request, reply, caller);
        done();
      }
    } catch (error) {
      refuse(error as Error);
    }
  };
}

/** @throws ForbiddenOriginError, TwoFactorRequiredError, RoleNeededError, LimitedToListsError, UnknownListError */
function admitMember(request: FastifyRequest, caller: Caller, facts: RouteFacts, consoleOrigin: string): void {
  checkOrigin(request, consoleOrigin);
  if (caller.lacksFactor && !facts.beforeFactor) throw new TwoFactorRequiredError();
  const { role = 'viewer', lists } = caller;
  checkMember({ role, lists }, facts.member ?? { role: 'owner' }, (request.params as { id?: string }).id);
}

type ReadInput = (request: FastifyRequest, reply: FastifyReply) => void;

/** Replaces body and query with their checked and parsed values. */
function inputReader(facts: RouteFacts): ReadInput {
  const checkBody = facts.body && compileValidator(facts.body);
  const checkQuery = facts.query && compileValidator(facts.query);
  return (request, reply) => {
    refuseEmptyParts(request);
    if (checkQuery) {
      const given = request.query as Record<string, unknown>;
      const checked = checkQuery(given);
      request.query = accepted(checked, (fault) => ({
        ...fault,
        message: queryRule(fault.field, given) ?? fault.message,
      }));
      if (checked.ok) nameQueryKeys(reply, checked.unknownKeys);
    } else if (facts.access !== 'none') nameQueryKeys(reply, Object.keys(request.query as object));
    // Hash the body as sent, not as parsed.
    if (facts.takesIdempotencyKey) request.claim = claimOf(request);
    if (checkBody) {
      const checked = checkBody(request.body);
      request.body = accepted(checked);
      if (checked.ok)
        for (const notice of [...ignoredKeys(checked.unknownKeys), ...checked.notices]) addNotice(reply, notice);
    }
    if (request.claim) request.claim.notices = noticesOf(reply);
  };
}

function nameQueryKeys(reply: FastifyReply, keys: string[]): void {
  for (const notice of ignoredKeys(keys, 'query keys')) addNotice(reply, notice);
}

/** Fastify's router reads two slashes in a row as an empty parameter. @throws UnknownRouteError */
function refuseEmptyParts({ params }: FastifyRequest): void {
  for (const name in params as Record<string, string>)
    if ((params as Record<string, string>)[name] === '') throw new UnknownRouteError();
}

const hookOf =
  (run: (request: FastifyRequest, reply: FastifyReply) => unknown): Hook =>
  (request, reply, done) => {
    try {
      run(request, reply);
      done();
    } catch (error) {
      done(error as Error);
    }
  };

function accepted<T>(checked: Checked<T>, said = (fault: FieldFault) => fault): T {
  if (!checked.ok) throw new InvalidInputError(checked.faults.map(said));
  return checked.value;
}

/** Checks a query value before the rules of its field. Bodies were checked by the parser. */
function queryRule(field: string, given: Record<string, unknown>): string | undefined {
  const value = given[field];
  if (Array.isArray(value) && !field.endsWith('[]')) return 'must be given once';
  return typeof value === 'string' ? textRule(value) : undefined;
}

/** Allows a page of another site to read the answer. Called only with the key alone, never for a call with the secret. */
function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin === undefined) return;
  reply.header('Access-Control-Allow-Origin', request.headers.origin).header('Vary', 'Origin');
  reply.header('Access-Control-Expose-Headers', 'Request-Id, Dundun-Error, Dundun-Notice, Retry-After');
}

function preflight(request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .header('Access-Control-Allow-Origin', request.headers.origin ?? '*')
    .header('Vary', 'Origin')
    .header('Access-Control-Allow-Methods', 'GET, POST, PUT')
    .header('Access-Control-Allow-Headers', CORS_HEADERS)
    .header('Access-Control-Max-Age', '86400')
    .send({ status: 'ok' });
}
