import type { IncomingMessage } from 'node:http';
import { BodyTooLargeError, UnsupportedMediaTypeError } from '@dundun/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { textOf } from '../http/body-reading.js';
import { assertBounded, assertFormBounded } from './body-bounds.js';
import { parseJson } from './json-body.js';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
/** The start of a JSON object or list in Latin-1, after a byte order mark or white space. */
const JSON_START = /^(?:\xef\xbb\xbf)?\s*[[{]/;
/** A body without a reader is read and dropped up to this size. */
const LARGEST_UNREAD = 1024 * 1024;

/** Replaces Fastify's body parsers: JSON for every route, other types as the route says. */
export function useBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if (takesBytes(request)) return done(null, bounded(request, body as Buffer));
      assertPlain(request);
      done(null, parseJson(textOf(body as Buffer), request.mostKeys));
    } catch (error) {
      done(error as Error);
    }
  });
  fastify.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
    const contentType = request.headers['content-type'] ?? '';
    const reader = readerOf(request, contentType);
    // Always read the body: closing a connection with unread data resets it before the answer arrives.
    const bytes = await bytesOf(body, reader ? request.routeOptions.bodyLimit : LARGEST_UNREAD);
    if (takesBytes(request)) return bounded(request, bytes);
    if (!reader) throw new UnsupportedMediaTypeError();
    assertPlain(request);
    if (FORM_TYPE.test(contentType)) assertFormBounded(bytes, request.mostKeys);
    return reader(bytes, contentType);
  });
}

/** A request without a route is answered 404 regardless of its body. */
const takesBytes = (request: FastifyRequest) => request.reads === 'bytes' || request.is404;

/** Bounds what a handler parses itself: a form, or JSON of any declared type. @throws MalformedBodyError */
function bounded({ headers, mostKeys, is404 }: FastifyRequest, bytes: Buffer): Buffer {
  if (is404) return bytes;
  const text = bytes.toString('latin1');
  if (FORM_TYPE.test(headers['content-type'] ?? '')) assertFormBounded(bytes, mostKeys);
  else if (JSON_START.test(text)) assertBounded(text, mostKeys);
  return bytes;
}

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
