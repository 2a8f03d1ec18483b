import type { IncomingMessage } from 'node:http';
import { BodyTooLargeError, UnsupportedMediaTypeError } from '@dundun/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { textOf } from '../http/body-reading.js';
import { parseJson } from './json-body.js';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;
/** A body without a reader is read and dropped up to this size. */
const LARGEST_UNREAD = 1024 * 1024;

/** Replaces Fastify's body parsers: JSON for every route, other types as the route says. */
export function useBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    if (takesBytes(request)) return done(null, body);
    try {
      assertPlain(request);
      done(null, parseJson(textOf(body as Buffer)));
    } catch (error) {
      done(error as Error);
    }
  });
  fastify.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
    const contentType = request.headers['content-type'] ?? '';
    const reader = readerOf(request, contentType);
    // Always read the body: closing a connection with unread data resets it before the answer arrives.
    const bytes = await bytesOf(body, reader ? request.routeOptions.bodyLimit : LARGEST_UNREAD);
    if (takesBytes(request)) return bytes;
    if (!reader) throw new UnsupportedMediaTypeError();
    assertPlain(request);
    return reader(bytes, contentType);
  });
}

/** A request without a route is answered 404 regardless of its body. */
const takesBytes = (request: FastifyRequest) => request.reads === 'bytes' || request.is404;

function readerOf({ reads }: FastifyRequest, contentType: string) {
  const mediaType = (contentType.split(';')[0] as string).trim().toLowerCase();
  return typeof reads === 'object' && Object.hasOwn(reads, mediaType) ? reads[mediaType] : undefined;
}

/** @throws UnsupportedMediaTypeError when the body is compressed */
function assertPlain({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new UnsupportedMediaTypeError();
}

/** Reads up to `limit` bytes. Drains the rest, or the connection would be stuck for its next request. @throws BodyTooLargeError */
async function bytesOf(body: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) {
      body.resume();
      throw new BodyTooLargeError();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
