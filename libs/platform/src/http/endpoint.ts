import { applyDecorators, Delete, Get, HttpCode, Post, Put, UseInterceptors, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import { AuditInterceptor } from './audit.interceptor.js';
import type { BodyConfig } from './body-reading.js';
import { CLAIM_PARAMETER, IDENTITY_PARAMETER } from './caller.js';
import { Documented } from './documented.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import type { EndpointOptions, Method, RouteFacts } from './route-facts.js';

const VERBS = { GET: Get, POST: Post, PUT: Put, DELETE: Delete };
const DEFAULT_BODY_LIMIT = 100 * 1024;
const BODY = 3;
const QUERY = 4;

/**
 * Declares a route: path, allowed callers, answer and documentation. The classes of body and query are those of the method's
 * `@Body()` and `@Query()` parameters.
 * @param route `POST /v1/lists`
 */
export function Endpoint(route: `${Method} /${string}`, options: EndpointOptions): MethodDecorator {
  const [method, path] = route.split(' ') as [Method, string];
  return (target, key, descriptor) => {
    const takesIdempotencyKey = method === 'POST' && options.access !== 'none';
    const storesAnswer = Reflect.hasMetadata(CLAIM_PARAMETER, target, key);
    if (options.hot && takesIdempotencyKey && !storesAnswer)
      throw new Error(`${route} is hot, so its method must take @Claim(): no interceptor stores its answer.`);
    const facts: RouteFacts = {
      access: options.access,
      member: options.role && { role: options.role, limited: options.limited },
      summary: options.summary,
      browserKey: options.browserKey ?? false,
      cors: options.cors ?? false,
      bodyLimit: options.bodyLimit ?? DEFAULT_BODY_LIMIT,
      body: parameterClass(target, key, BODY),
      query: parameterClass(target, key, QUERY),
      takesIdempotencyKey,
      takesIdentity: Reflect.hasMetadata(IDENTITY_PARAMETER, target, key),
      secretAnswer: options.secretAnswer ?? false,
      beforeFactor: options.beforeFactor ?? false,
      hot: options.hot ? { controller: target.constructor as Type, method: String(key) } : undefined,
    };
    applyDecorators(
      VERBS[method](path),
      HttpCode(200),
      RouteConfig({ facts, reads: options.reads, mostKeys: options.mostKeys } satisfies BodyConfig & {
        facts: RouteFacts;
      }),
      Documented(method, facts, options),
      ...(takesIdempotencyKey && !storesAnswer ? [UseInterceptors(IdempotencyInterceptor)] : []),
      // Inside of idempotency, so that a replay is not recorded again. Hot routes are data calls, which nothing records.
      ...(method !== 'GET' && options.access !== 'none' && !options.hot ? [UseInterceptors(AuditInterceptor)] : []),
    )(target, key, descriptor);
  };
}

/** Returns the class of the parameter for body or query, from TypeScript's metadata. */
function parameterClass(target: object, key: string | symbol, kind: number): Type<object> | undefined {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, key) as
    Record<string, { index: number }> | undefined;
  const entry = Object.entries(parameters ?? {}).find(([name]) => name.startsWith(`${kind}:`));
  if (!entry) return undefined;
  const types = Reflect.getMetadata('design:paramtypes', target, key) as Type<object>[];
  return types[entry[1].index];
}
