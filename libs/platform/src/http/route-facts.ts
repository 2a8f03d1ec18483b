import type { Type } from '@nestjs/common';
import type { BodyReading } from './body-reading.js';
import type { Access } from './caller.js';

/** What a route says of itself. */
export interface EndpointOptions {
  /** One line, in the imperative: "Create a list". */
  summary: string;
  /** What a reader of the Swagger page should know beyond it. */
  description?: string;
  /** Who may call. Required, so that no route forgets it. */
  access: Access;
  /** The view class of the 200 answer; an array for a bare list. */
  returns: Type | [Type];
  /** Kinds of refusal it can give beyond those that every route with its access can. */
  refuses?: readonly Refused[];
  /** Narrower `browser` keys may call it too. */
  browserKey?: boolean;
  /** Browsers of other sites may call it with the key alone. */
  cors?: boolean;
  /** Largest body in bytes; 100 KB by default. */
  bodyLimit?: number;
  /** How bodies other than JSON are read; refused with 415 by default. */
  reads?: BodyReading;
  /** The media type of the answer; JSON unless told. */
  produces?: string;
  /** Its answer holds a secret, so an idempotency key keeps it sealed. */
  secretAnswer?: boolean;
  /** Fastify calls the method without Nest's router (ADR 10). A POST must take `@Claim()` then. */
  hot?: boolean;
  /** The section of the Swagger page. */
  tag: string;
  /** More than one example of a body, by name. */
  examples?: Record<string, object>;
}

export type Refused = 'unauthenticated' | 'forbidden' | 'unknown' | 'conflict' | 'limited' | 'too_large';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What hooks need of a route; stands in Fastify's route config. */
export interface RouteFacts {
  access: Access;
  summary: string;
  browserKey: boolean;
  cors: boolean;
  bodyLimit: number;
  body?: Type<object>;
  query?: Type<object>;
  takesIdempotencyKey: boolean;
  secretAnswer: boolean;
  /** The method that Fastify calls without Nest's router; set on hot routes alone. */
  hot?: HandlerName;
}

/** A controller's method. */
export interface HandlerName {
  controller: Type;
  method: string;
}
