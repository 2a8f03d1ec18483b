import { Controller, Inject, Param, Query, Req } from '@nestjs/common';
import { AddImageQuery, ImagePage, ImagesQuery, ImageView, StatusOk } from '@dundun/contracts';
import { ImageRefusedError } from '@dundun/domain';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import type { FastifyRequest } from 'fastify';
import type { ImageRow } from './image.repository.js';
import { Images, MOST_IMAGE_BYTES } from './images.service.js';

const DOCUMENTED = { tag: 'Console', access: 'console' } as const;
/** The largest image as base64. */
const BODY_LIMIT = Math.ceil((MOST_IMAGE_BYTES * 4) / 3) + 1024;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;
const scope = (workspaceId: number) => `images ${workspaceId}`;

/** Manages the images of templates. */
@Controller()
export class ImagesController {
  constructor(
    @Inject(Images) private readonly images: Images,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /console/template-images', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    summary: 'Page through the images',
    description: 'Newest first.',
    returns: ImagePage,
  })
  async list(@CurrentCaller() { workspaceId }: Caller, @Query() { q, ...query }: ImagesQuery): Promise<ImagePage> {
    const name = `${scope(workspaceId)} ${q ?? ''}`;
    const page = await this.images.page(workspaceId, this.cursors.read(query, name), q);
    return this.cursors.view(page, name, (row) => this.present(row));
  }

  @Endpoint('POST /console/template-images', {
    ...DOCUMENTED,
    role: 'marketer',
    operationId: 'addImage',
    summary: 'Add an image',
    description:
      'The body is the file, or JSON `{"content": "base64"}`: PNG, JPEG, GIF or WebP, decided by its bytes, of at most 5 MB. The same file again is the same image. ' +
      'Its address is public and never changes its content.',
    returns: ImageView,
    refuses: ['too_large'],
    bodyLimit: BODY_LIMIT,
    reads: 'bytes',
  })
  async add(
    @CurrentCaller() { workspaceId }: Caller,
    @Query() { name = 'image' }: AddImageQuery,
    @Req() request: FastifyRequest,
  ): Promise<ImageView> {
    return this.present(await this.images.add(workspaceId, name, fileOf(request)));
  }

  @Endpoint('DELETE /console/template-images/:id', {
    ...DOCUMENTED,
    role: 'marketer',
    operationId: 'deleteImage',
    summary: 'Delete an image',
    description: 'Mails that show it, sent or not, show a gap afterwards.',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async delete(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.images.delete(workspaceId, id);
    return { status: 'ok' };
  }

  private present({ id, name, kind, width, height, bytes, created_at }: ImageRow): ImageView {
    const url = this.images.addressOf({ id, kind });
    return { id, name, url, width, height, bytes, created_at: created_at.toISOString() };
  }
}

function fileOf({ headers, body }: FastifyRequest): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const file = JSON_TYPE.test(headers['content-type'] ?? '') ? contentIn(bytes) : bytes;
  if (file.length === 0) throw new ImageRefusedError('the body must be the file, or JSON {"content": "base64"}');
  return file;
}

function contentIn(bytes: Buffer): Buffer {
  try {
    const { content } = Object(JSON.parse(bytes.toString())) as { content?: unknown };
    return Buffer.from(typeof content === 'string' ? content : '', 'base64');
  } catch {
    return Buffer.alloc(0);
  }
}
