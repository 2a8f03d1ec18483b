import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodyTooLargeError, MalformedBodyError, UnsupportedMediaTypeError } from '@dundun/domain';

const DEEPEST = 64;
const PAGES = '/p/';
/** Other services call these, and sign the very bytes that they send. */
const HOOKS = '/hooks/';
const LARGEST_HOOK = 1024 * 1024;
const LARGEST_FORM = 10 * 1024;

/**
 * Parses JSON bodies. What PostgreSQL cannot store or JavaScript would silently change is refused here,
 * before any of it reaches a batch: NUL, lone surrogates, numbers beyond a double, `__proto__`, bottomless nesting.
 * An empty body with a JSON content type is no body.
 */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new MalformedBodyError(`it is not valid JSON (${(error as Error).message.slice(0, 200)})`);
  }
  inspect(value, 0);
  return value;
}

function inspect(value: unknown, depth: number): void {
  if (typeof value === 'string') return inspectText(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new MalformedBodyError('it has a number that is too large');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= DEEPEST) throw new MalformedBodyError(`it is nested deeper than ${DEEPEST} levels`);
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, depth + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw new MalformedBodyError('it has a key __proto__');
    inspectText(key);
    inspect((value as Record<string, unknown>)[key], depth + 1);
  }
}

function inspectText(text: string): void {
  if (text.includes('\0')) throw new MalformedBodyError('it has a NUL character, which cannot be stored');
  if (!text.isWellFormed()) throw new MalformedBodyError('it has half of a surrogate pair, which is not valid Unicode');
}

/** Replaces Fastify's body parsers by ours. Hooks get the bytes as they came. */
export function useJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json\b/i, { parseAs: 'buffer' }, (request, body, done) => {
    if (request.url.startsWith(HOOKS)) return done(null, body);
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') return done(new UnsupportedMediaTypeError());
    try {
      done(null, parseJson(decode(body as Buffer)));
    } catch (error) {
      done(error as Error);
    }
  });
  // What a button on a page for people sends. Everywhere else a form would be a JSON body of the wrong type.
  const form = 'application/x-www-form-urlencoded';
  fastify.addContentTypeParser(form, { parseAs: 'buffer', bodyLimit: LARGEST_FORM }, (request, body, done) => {
    if (request.url.startsWith(HOOKS)) return done(null, body);
    if (!request.url.startsWith(PAGES)) return done(new UnsupportedMediaTypeError());
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
  fastify.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
    if (!request.url.startsWith(HOOKS)) throw new UnsupportedMediaTypeError();
    return bytesOf(body);
  });
}

/** @throws BodyTooLargeError */
async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_HOOK) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new MalformedBodyError('it is not valid UTF-8');
  const text = bytes.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
