import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ImageRefusedError, UnknownImageError } from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import type { Page, PageRequest } from '@dundun/platform/database';
import { v4, validate } from 'uuid';
import { imageFacts, IMAGE_TYPES, type ImageKind } from './image-kind.js';
import { ImageRepository, type ImageFile, type ImageRow } from './image.repository.js';
import { S3Bucket } from './s3-bucket.js';

/** Bytes of one image. */
export const MOST_IMAGE_BYTES = 5 * 1024 * 1024;
const MOST_PIXELS = 40_000_000;
/** Bytes of all images of a workspace in PostgreSQL. */
const MOST_BYTES = 1024 ** 3;

/** Keeps the images that templates show: in PostgreSQL, or in a bucket if there is one. */
@Injectable()
export class Images {
  private readonly bucket: S3Bucket | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ImageRepository) private readonly rows: ImageRepository,
  ) {
    this.bucket = config.IMAGES_BUCKET === undefined ? undefined : new S3Bucket(config.IMAGES_BUCKET);
  }

  /** Adds an image; its kind is what its bytes say. @throws ImageRefusedError */
  async add(workspaceId: number, name: string, content: Buffer): Promise<ImageRow> {
    if (content.length > MOST_IMAGE_BYTES) throw new ImageRefusedError('it has more than 5 MB');
    const facts = imageFacts(content);
    if (!facts) throw new ImageRefusedError('the file is no PNG, JPEG, GIF or WebP');
    if (facts.width * facts.height > MOST_PIXELS) throw new ImageRefusedError('it has more than 40 megapixels');
    if (!this.bucket && (await this.rows.bytesOf(workspaceId)) + content.length > MOST_BYTES)
      throw new ImageRefusedError('the images of the workspace take 1 GB, so delete some first');
    const digest = createHash('sha256').update(content).digest();
    const image = { ...facts, id: v4(), name, digest, bytes: content.length };
    if (!this.bucket) return this.rows.add(workspaceId, { ...image, content });
    const row = await this.rows.add(workspaceId, { ...image, content: null });
    await this.bucket.put(fileName(row), content, IMAGE_TYPES[row.kind]);
    return row;
  }

  page(workspaceId: number, page: PageRequest, search?: string): Promise<Page<ImageRow>> {
    return this.rows.page(workspaceId, page, search);
  }

  /** Reads a file by its public name. @throws UnknownImageError */
  async file(name: string): Promise<{ type: string; content: Buffer }> {
    const [id = '', kind = ''] = name.split('.');
    const file: ImageFile | undefined = validate(id) ? await this.rows.file(id) : undefined;
    if (!file || file.kind !== kind || fileName({ id, kind: file.kind }) !== name) throw new UnknownImageError();
    const content = file.content ?? (await this.bucket?.get(name));
    if (!content) throw new UnknownImageError();
    return { type: IMAGE_TYPES[file.kind], content };
  }

  /** Deletes an image; mails that show it show a gap since. @throws UnknownImageError */
  async delete(workspaceId: number, id: string): Promise<void> {
    const file = validate(id) ? await this.rows.file(id) : undefined;
    if (file?.workspace_id !== workspaceId || !(await this.rows.delete(workspaceId, id))) throw new UnknownImageError();
    if (file.content === null) await this.bucket?.delete(fileName({ id, kind: file.kind }));
  }

  /** Returns the public address, which never changes its content. */
  addressOf(image: { id: string; kind: ImageKind }): string {
    return `${this.config.PUBLIC_URL}/v1/images/${fileName(image)}`;
  }
}

const fileName = ({ id, kind }: { id: string; kind: ImageKind }): string => `${id}.${kind}`;
