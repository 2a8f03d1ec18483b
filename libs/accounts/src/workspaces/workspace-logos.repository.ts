import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { BodyTooLargeError, InvalidInputError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { imageTypeOf, type ImageType } from './image-type.js';

/** The logo of a workspace, as a public address serves it. */
export interface Logo {
  name: string;
  type: ImageType;
  bytes: Buffer;
}

export const LARGEST_LOGO = 256 * 1024;

const NAME = /^[0-9a-f]{64}$/;

/** The logos of workspaces. A logo is public, because mail shows it; its name cannot be guessed without its bytes. */
@Injectable()
export class WorkspaceLogos {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Stores a logo and replaces the one before. @returns its name @throws BodyTooLargeError, InvalidInputError */
  async put(workspaceId: number, bytes: Buffer): Promise<string> {
    // The parser of bodies that are not JSON reads up to 1 MB, so that the answer arrives.
    if (bytes.length > LARGEST_LOGO) throw new BodyTooLargeError(LARGEST_LOGO);
    const type = imageTypeOf(bytes);
    if (!type) throw new InvalidInputError([{ field: 'logo', message: 'must be a PNG, JPEG, GIF or WebP image' }]);
    // The workspace is part of the hash: two workspaces may have the same picture.
    const name = hash('sha256', Buffer.concat([Buffer.from(`${workspaceId} `), bytes]), 'hex');
    await this.database.execute(PUT, [workspaceId, name, type, bytes]);
    return name;
  }

  async remove(workspaceId: number): Promise<void> {
    await this.database.execute('DELETE FROM workspace_logos WHERE workspace_id = $1', [workspaceId]);
  }

  /** Returns the name of a workspace's logo. */
  async nameOf(workspaceId: number): Promise<string | null> {
    const [row] = await this.database.query<Pick<Logo, 'name'>>(
      'SELECT name FROM workspace_logos WHERE workspace_id = $1',
      [workspaceId],
    );
    return row?.name ?? null;
  }

  /** Not limited to a workspace: the name determines it. */
  async find(name: string): Promise<Logo | null> {
    if (!NAME.test(name)) return null;
    const [row] = await this.database.query<Record<string, unknown> & Logo>(
      'SELECT name, type, bytes FROM workspace_logos WHERE name = $1',
      [name],
    );
    return row ?? null;
  }
}

const PUT = `
  INSERT INTO workspace_logos (workspace_id, name, type, bytes) VALUES ($1, $2, $3, $4)
  ON CONFLICT (workspace_id) DO UPDATE
  SET name = excluded.name, type = excluded.type, bytes = excluded.bytes, created_at = now()`;
