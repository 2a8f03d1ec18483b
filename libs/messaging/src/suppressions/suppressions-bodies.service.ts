import { isUtf8 } from 'node:buffer';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { MalformedBodyError, UnsupportedMediaTypeError } from '@dundun/domain';
import type { FastifyInstance } from 'fastify';
import { suppressionsFromCsv } from './suppressions-import.js';

const PATH = /^\/console\/suppressions\/?(?:\?|$)/;
const HOOKS = '/hooks/';

/** An export is imported as it is: its lines become the JSON that the operation takes otherwise. */
@Injectable()
export class SuppressionBodies implements OnModuleInit {
  constructor(@Inject(HttpAdapterHost) private readonly adapter: HttpAdapterHost) {}

  onModuleInit(): void {
    const fastify = this.adapter.httpAdapter?.getInstance<FastifyInstance>();
    fastify?.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (request, body, done) => {
      if (request.url.startsWith(HOOKS)) return done(null, body);
      const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity';
      if (!PATH.test(request.url) || !isPlain) return done(new UnsupportedMediaTypeError());
      try {
        done(null, { suppressions: suppressionsFromCsv(decoded(body as Buffer)) });
      } catch (error) {
        done(error as Error);
      }
    });
  }
}

/** @throws MalformedBodyError */
function decoded(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new MalformedBodyError('it is not valid UTF-8');
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}
