import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { UnknownRouteError } from '@dundun/domain';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { WorkspaceLogos } from './workspace-logos.repository.js';

/** The picture is only ever a picture, and never another one under the same address. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Serves logos to mail and hosted pages. */
@ApiExcludeController()
@Controller()
export class LogosController {
  constructor(@Inject(WorkspaceLogos) private readonly logos: WorkspaceLogos) {}

  @Get('/logos/:name')
  async get(@Param('name') name: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const logo = await this.logos.find(name);
    if (!logo) throw new UnknownRouteError();
    void reply.headers({ ...HEADERS, 'Content-Type': logo.type });
    return logo.bytes;
  }
}
