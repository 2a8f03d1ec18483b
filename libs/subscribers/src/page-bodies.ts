import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { UnsupportedMediaTypeError } from '@dundun/domain';
import type { FastifyInstance } from 'fastify';

const LARGEST = 10 * 1024;
const PART = /^\r\ncontent-disposition:[^\r\n]*?;\s*name="?([^";\r\n]+)"?[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n([^]*)\r\n$/i;

/** The text fields of a multipart form. */
export function multipartFields(type: string, body: string): Record<string, string> {
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  const parts = boundary === undefined ? [] : `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.flatMap((part) => {
      const [, name, value] = PART.exec(`${part}\r\n`) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The other form in which a mail program may press one-click (RFC 8058 section 3.2); only pages take it. */
@Injectable()
export class PageBodies implements OnModuleInit {
  constructor(@Inject(HttpAdapterHost) private readonly adapter: HttpAdapterHost) {}

  onModuleInit(): void {
    const fastify = this.adapter.httpAdapter?.getInstance<FastifyInstance>();
    fastify?.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: LARGEST },
      (request, body, done) => {
        if (!request.url.startsWith('/p/')) return done(new UnsupportedMediaTypeError());
        done(null, multipartFields(request.headers['content-type'] ?? '', body.toString()));
      },
    );
  }
}
