import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Images } from './images.service.js';

/** Serves the files of images to mail programs. Nothing but an image comes out, and no browser takes it for anything else. */
@ApiExcludeController()
@Controller()
export class ImageFilesController {
  constructor(@Inject(Images) private readonly images: Images) {}

  @Get('v1/images/:file')
  async file(@Param('file') name: string, @Res() reply: FastifyReply): Promise<void> {
    const { type, content } = await this.images.file(name);
    await reply
      .headers({
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Content-Disposition': 'inline',
      })
      .send(content);
  }
}
