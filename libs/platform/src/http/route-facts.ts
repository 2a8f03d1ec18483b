import type { ForLimited, MemberRule, Role } from '@dundun/domain';
import type { Type } from '@nestjs/common';
import type { BodyReading } from './body-reading.js';
import type { Access } from './caller.js';

/** Credentials and, for console sessions, the least role: both mandatory, so that no route forgets them. */
export type EndpointOptions = RouteOptions &
  (
    | { access: 'none'; role?: never; limited?: never }
    | { access: Exclude<Access, 'none'>; role: Role; limited?: ForLimited }
  );

/** Options of a route. */
interface RouteOptions {
  /** One line, in the imperative: "Create a list". */
  summary: string;
  /** Further text for the Swagger page. */
  description?: string;
  /** The view class of the 200 answer, in an array for a bare list. */
  returns: Type | [Type];
  /** Kinds of refusal besides those of every route with this access. */
  refuses?: readonly Refused[];
  /** Allows `browser` keys. */
  browserKey?: boolean;
  /** Allows cross-origin calls with the key alone. */
  cors?: boolean;
  /** Largest body in bytes; 100 KB by default. */
  bodyLimit?: number;
  /** Most keys in a JSON body, over all its objects; 10,000 by default. */
  mostKeys?: number;
  /** How bodies other than JSON are read; refused with 415 by default. */
  reads?: BodyReading;
  /** Media type of the answer; JSON by default. */
  produces?: string;
  /** The answer contains a secret, so the idempotency key stores it sealed. */
  secretAnswer?: boolean;
  /** Open to members who have yet to turn on the second factor that their workspace requires. */
  beforeFactor?: boolean;
  /** Fastify calls the method without Nest's router (ADR 10). A POST must take `@Claim()` then. */
  hot?: boolean;
  /** Keeps the published operation id of a method that moved to another controller. */
  operationId?: string;
  /** The section of the Swagger page. */
  tag: string;
  /** Examples of a body, by name. */
  examples?: Record<string, object>;
}

export type Refused = 'unauthenticated' | 'forbidden' | 'unknown' | 'conflict' | 'limited' | 'too_large';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Facts about a route for the hooks, in Fastify's route config. */
export interface RouteFacts {
  access: Access;
  /** What a console session needs; absent if no credentials are needed. */
  member?: MemberRule;
  summary: string;
  browserKey: boolean;
  cors: boolean;
  bodyLimit: number;
  body?: Type<object>;
  query?: Type<object>;
  takesIdempotencyKey: boolean;
  /** Whether it reads the header Dundun-Identity. */
  takesIdentity: boolean;
  secretAnswer: boolean;
  /** Whether a session without a required second factor may call it. */
  beforeFactor: boolean;
  /** The method that Fastify calls without Nest's router; set only on hot routes. */
  hot?: HandlerName;
}

/** A controller's method. */
export interface HandlerName {
  controller: Type;
  method: string;
}
