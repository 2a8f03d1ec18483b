import { isUtf8 } from 'node:buffer';
import { MalformedBodyError } from '@dundun/domain';
import { RouteConfig } from '@nestjs/platform-fastify';

/** Makes a body out of its bytes. @param contentType the whole header. Throws a refusal when it cannot. */
export type BodyReader = (bytes: Buffer, contentType: string) => unknown;

/**
 * How a route reads bodies other than JSON: by media type, or `bytes` when its handler needs the bytes of any type, JSON
 * included, to verify a signature, say.
 */
export type BodyReading = 'bytes' | Readonly<Record<string, BodyReader>>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that read more than JSON. */
    reads?: BodyReading;
    /** Set on routes with a bound of their own. */
    mostKeys?: number;
  }
}

/** Maximum of keys in a JSON body, or of fields in a form, unless the route has another. */
export const MOST_KEYS = 10_000;

/** The part of a route's config about its body. */
export interface BodyConfig {
  reads?: BodyReading;
  bodyLimit?: number;
  mostKeys?: number;
}

/** Method decorator: how a route without `@Endpoint` reads its body. @param bodyLimit in bytes */
export const Reads = (reads: BodyReading, bodyLimit: number): MethodDecorator =>
  RouteConfig({ reads, bodyLimit } satisfies BodyConfig);

/** Reads forms as browsers post them. */
export const URL_ENCODED_FORM: Readonly<Record<string, BodyReader>> = {
  'application/x-www-form-urlencoded': (bytes) => Object.fromEntries(new URLSearchParams(bytes.toString())),
};

/** Decodes UTF-8 without its byte order mark. @throws MalformedBodyError */
export function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new MalformedBodyError('it is not valid UTF-8');
  const text = bytes.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
