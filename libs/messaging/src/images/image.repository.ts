import { Inject, Injectable } from '@nestjs/common';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import type { ImageFacts, ImageKind } from './image-kind.js';

/** An image without its content. */
export interface ImageRow extends Record<string, unknown> {
  id: string;
  name: string;
  kind: ImageKind;
  width: number;
  height: number;
  bytes: number;
  created_at: Date;
}

/** The file of an image; without content, it is in the bucket. */
export interface ImageFile extends Record<string, unknown> {
  workspace_id: number;
  kind: ImageKind;
  content: Buffer | null;
}

export interface NewImage extends ImageFacts {
  id: string;
  name: string;
  digest: Buffer;
  bytes: number;
  content: Buffer | null;
}

/** Reads and writes the images of workspaces. */
@Injectable()
export class ImageRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Lists images whose name contains the text, newest first. */
  async page(workspaceId: number, page: PageRequest, search: string | undefined): Promise<Page<ImageRow>> {
    const { where, orderAndLimit, values } = keyset(page, 'created_at', 'id', 3);
    const rows = await this.database.query<ImageRow>(
      `SELECT ${COLUMNS} FROM images
       WHERE workspace_id = $1 AND ($2::text IS NULL OR strpos(lower(name), lower($2)) > 0) AND ${where} ${orderAndLimit}`,
      [workspaceId, search ?? null, ...values],
    );
    return toPage(page, rows, ({ created_at, id }) => ({ at: created_at.toISOString(), id }));
  }

  /** Adds an image. The same file again is the image that is there, with its new name. */
  async add(
    workspaceId: number,
    { digest, name, kind, width, height, bytes, content, id }: NewImage,
  ): Promise<ImageRow> {
    const [row] = await this.database.query<ImageRow>(ADD, [
      workspaceId,
      id,
      digest,
      name,
      kind,
      width,
      height,
      bytes,
      content,
    ]);
    return row as ImageRow;
  }

  async file(id: string): Promise<ImageFile | undefined> {
    const [row] = await this.database.query<ImageFile>(FILE, [id]);
    return row;
  }

  /** @returns false if there is no such image */
  async delete(workspaceId: number, id: string): Promise<boolean> {
    return (
      (await this.database.execute('DELETE FROM images WHERE workspace_id = $1 AND id = $2', [workspaceId, id])) > 0
    );
  }

  /** Returns the bytes of all images of a workspace. */
  async bytesOf(workspaceId: number): Promise<number> {
    const [row] = await this.database.query<{ bytes: string }>(BYTES, [workspaceId]);
    return Number(row?.bytes ?? 0);
  }
}

const COLUMNS = 'id, name, kind, width, height, bytes, created_at';
const BYTES = 'SELECT coalesce(sum(bytes), 0) AS bytes FROM images WHERE workspace_id = $1';
const FILE = 'SELECT workspace_id, kind, content FROM images WHERE id = $1';
const ADD = `
  INSERT INTO images (workspace_id, id, digest, name, kind, width, height, bytes, content)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (workspace_id, digest) DO UPDATE SET name = excluded.name
  RETURNING ${COLUMNS}`;
