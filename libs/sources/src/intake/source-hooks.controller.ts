import { Controller, Inject, Param, Req } from '@nestjs/common';
import { StatusOk } from '@dundun/contracts';
import { Endpoint } from '@dundun/platform/http';
import type { FastifyRequest } from 'fastify';
import type { SourceRequest } from '../adapters/source-adapter.js';
import { SourceCalls } from './source-calls.service.js';

const ONE_MEGABYTE = 1024 * 1024;

/** Receives the calls of senders. The address is a secret of the source. */
@Controller()
export class SourceHooksController {
  constructor(@Inject(SourceCalls) private readonly calls: SourceCalls) {}

  @Endpoint('POST /hooks/sources/:token', {
    tag: 'Hooks',
    summary: 'Send events of another system',
    description:
      'For the sender of a source, in the sender’s own format and with its signature. The answer follows once the events ' +
      'are stored; a repeated event is not stored again.',
    access: 'none',
    returns: StatusOk,
    refuses: ['unauthenticated', 'unknown', 'too_large'],
    bodyLimit: ONE_MEGABYTE,
    mostKeys: 50_000,
    reads: 'bytes',
  })
  async send(@Param('token') token: string, @Req() request: FastifyRequest): Promise<StatusOk> {
    await this.calls.take(token, called(request), String(request.id));
    return { status: 'ok' };
  }
}

function called({ headers, body }: FastifyRequest): SourceRequest {
  const single = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return {
    headers: Object.fromEntries(single) as SourceRequest['headers'],
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}
