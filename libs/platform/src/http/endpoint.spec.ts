import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { StatusOk } from '@dundun/contracts';
import { INTERCEPTORS_METADATA } from '@nestjs/common/constants.js';
import { AuditInterceptor } from './audit.interceptor.js';
import { Claim } from './caller.js';
import { Endpoint } from './endpoint.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import type { RouteFacts } from './route-facts.js';

const OPTIONS = { tag: 'Things', summary: 'Make a thing', access: 'secret', role: 'admin', returns: StatusOk } as const;

class Things {
  @Endpoint('POST /v1/plain', OPTIONS)
  plain() {}

  @Endpoint('POST /v1/own', OPTIONS)
  own(@Claim() claim: unknown) {
    return claim;
  }

  @Endpoint('POST /v1/hot', { ...OPTIONS, hot: true })
  hot(@Claim() claim: unknown) {
    return claim;
  }
}

/** Nest's metadata of a method. */
const knownOf = (name: 'plain' | 'own' | 'hot') => {
  const method = Things.prototype[name];
  const { facts } = Reflect.getMetadata('__fastify_route_config__', method) as { facts: RouteFacts };
  return { facts, interceptors: (Reflect.getMetadata(INTERCEPTORS_METADATA, method) as unknown[] | undefined) ?? [] };
};

describe('@Endpoint', () => {
  it('stores the answer of a POST with an interceptor, and audits it with another', () => {
    expect(knownOf('plain').interceptors).toEqual([IdempotencyInterceptor, AuditInterceptor]);
  });

  it("stores no answer for a method that takes the claim, and keeps it in Nest's router", () => {
    expect(knownOf('own')).toMatchObject({
      interceptors: [AuditInterceptor],
      facts: { takesIdempotencyKey: true, hot: undefined },
    });
  });

  it("takes only a route that says `hot` out of Nest's router", () => {
    expect(knownOf('hot').facts.hot).toEqual({ controller: Things, method: 'hot' });
  });

  it('refuses a hot POST whose method does not take the claim', () => {
    const route = Endpoint('POST /v1/hot', { ...OPTIONS, hot: true });
    const descriptor = Object.getOwnPropertyDescriptor(Things.prototype, 'plain') as PropertyDescriptor;
    expect(() => route(Things.prototype, 'plain', descriptor)).toThrow(/must take @Claim\(\)/);
  });
});
