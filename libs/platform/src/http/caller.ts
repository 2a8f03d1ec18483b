import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IdempotencyClaim } from '../database/idempotency.repository.js';
import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import type { Role } from '@dundun/domain';
import type { RouteTimes } from './request-times.js';

/**
 * Credentials that an operation requires: none, the API key alone, key and secret, or a session of the console (key and
 * secret are accepted too).
 */
export type Access = 'none' | 'key' | 'secret' | 'console';

/** The authenticated caller of a request. */
export interface Caller {
  workspaceId: number;
  plan: 'free' | 'unlimited';
  /** `key`: the key alone, which is public on web pages. `full`: with the secret, or signed in. */
  level: 'key' | 'full';
  kind: 'public' | 'browser' | 'session';
  /** Whether the workspace holds a call with the key alone to what others cannot suffer from. */
  strictKeys: boolean;
  keyId: string;
  /** Set for a session, as are the role and the lists that it is limited to. */
  memberId?: string;
  role?: Role;
  lists?: readonly string[];
  /** Set for a session whose workspace requires a second factor that the member does not have. */
  lacksFactor?: true;
}

/** Finds the caller of credentials. The accounts feature provides it. */
export abstract class Authenticator {
  /**
   * Answers from its cache without a promise, because every request calls it.
   * @param authorization the raw header
   * @param session the cookie's value
   * @param connection the socket, since most clients repeat their credentials on each request of a connection
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
    /** Metrics of the route; set on routes with `@Endpoint`. */
    times?: RouteTimes;
  }
}

/** Reads by index, because `switchToHttp()` builds an object for every parameter of every request. */
const fromRequest = <T>(read: (request: FastifyRequest) => T) =>
  createParamDecorator((_: unknown, context: ExecutionContext) => read(context.getArgByIndex<FastifyRequest>(0)));

/** Parameter: the caller. */
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

/** Origin of a request, as evidence of consent requires it. */
export interface Origin {
  ip: string;
  userAgent: string | null;
  requestId: string;
}

/** Metadata key of methods that take `@GivenIdentity()`. */
export const IDENTITY_PARAMETER = Symbol('identity');

const givenIdentity = fromRequest(({ headers }) => headers['dundun-identity']);

/** Parameter: the header Dundun-Identity, by which a call with the key alone proves the user of its uid. */
export function GivenIdentity(): ParameterDecorator {
  return (target, key, index) => {
    Reflect.defineMetadata(IDENTITY_PARAMETER, true, target, key as string);
    givenIdentity()(target, key, index);
  };
}

/** Parameter: the origin of the request. */
export const RequestOrigin = fromRequest((request): Origin => originOf(request));

/** Returns the caller's IP address. When a proxy forwarded something that is not an address, returns the proxy's. */
export const addressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  isIP(ip) > 0 ? ip : (socket.remoteAddress ?? '');

export function originOf(request: FastifyRequest): Origin {
  return {
    ip: addressOf(request),
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
    requestId: String(request.id),
  };
}
