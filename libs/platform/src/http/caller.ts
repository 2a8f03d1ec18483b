import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IdempotencyClaim } from '../database/idempotency.repository.js';
import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import type { RouteTimes } from './request-times.js';

/**
 * What an operation asks of its caller: nothing; the API key alone; key and secret; or a person
 * signed in to the console (for whom key and secret stand in as well).
 */
export type Access = 'none' | 'key' | 'secret' | 'console';

/** Who calls, as the credentials say. */
export interface Caller {
  workspaceId: number;
  plan: 'free' | 'unlimited';
  /** `key` may be anybody who reads a web page; `full` knows the secret or is signed in. */
  level: 'key' | 'full';
  kind: 'public' | 'browser' | 'session';
  keyId: string;
  memberId?: string;
}

/** Answers whose credentials these are. The accounts feature provides it. */
export abstract class Authenticator {
  /**
   * Answers without a promise from its cache: this is on the hot path of every request.
   * @param authorization the header as it came, @param session the cookie's value
   * @param connection on which it came: most say the same with every request
   * @throws WrongCredentialsError
   */
  abstract authenticate(
    authorization: string | undefined,
    session: string | undefined,
    connection?: object,
  ): Caller | Promise<Caller>;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
    claim?: IdempotencyClaim;
    /** Where the request is counted; set on our routes. */
    times?: RouteTimes;
  }
}

/** By index: `switchToHttp()` builds an object for every parameter of every request. */
const fromRequest = <T>(read: (request: FastifyRequest) => T) =>
  createParamDecorator((_: unknown, context: ExecutionContext) => read(context.getArgByIndex<FastifyRequest>(0)));

/** Parameter: who calls. */
export const CurrentCaller = fromRequest((request) => request.caller);

/** Metadata key of methods that take `@Claim()`. */
export const CLAIM_PARAMETER = Symbol('claim');

const claim = fromRequest((request) => request.claim);

/**
 * Parameter: the claim on the idempotency key of this request. A method that takes it stores its answer itself, in its own
 * transaction or group commit; the interceptor that stores answers is then left out.
 */
export function Claim(): ParameterDecorator {
  return (target, key, index) => {
    Reflect.defineMetadata(CLAIM_PARAMETER, true, target, key as string);
    claim()(target, key, index);
  };
}

/** Where a request came from, as evidence of consent needs it. */
export interface Origin {
  ip: string;
  userAgent: string | null;
  requestId: string;
}

/** Parameter: where the request came from. */
export const RequestOrigin = fromRequest((request): Origin => originOf(request));

/** Of whoever asks. What a proxy passed on without being an address proves nothing: then it is that of the proxy. */
export const addressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  isIP(ip) > 0 ? ip : (socket.remoteAddress ?? '');

export function originOf(request: FastifyRequest): Origin {
  return {
    ip: addressOf(request),
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
    requestId: String(request.id),
  };
}
