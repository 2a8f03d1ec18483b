import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { v7, validate } from 'uuid';

export interface SavedBlockRow extends Record<string, unknown> {
  id: string;
  name: string;
  block: object;
  created_at: Date;
}

/** Blocks of a workspace that its members keep for other templates. */
@Injectable()
export class SavedBlocks {
  constructor(@Inject(Database) private readonly database: Database) {}

  list(workspaceId: number): Promise<SavedBlockRow[]> {
    return this.database.query<SavedBlockRow>(LIST, [workspaceId]);
  }

  /** Saves a block; one of the same name is replaced. @returns undefined if there are too many */
  async save(workspaceId: number, name: string, block: object): Promise<SavedBlockRow | undefined> {
    const [row] = await this.database.query<SavedBlockRow>(SAVE, [
      workspaceId,
      v7(),
      name,
      JSON.stringify(block),
      MOST,
    ]);
    return row;
  }

  /** @returns false if there is no such block */
  async delete(workspaceId: number, id: string): Promise<boolean> {
    return validate(id) && (await this.database.execute(DELETE, [workspaceId, id])) > 0;
  }
}

/** Saved blocks of a workspace. */
export const MOST = 200;

const LIST = `SELECT id, name, block, created_at FROM template_blocks WHERE workspace_id = $1 ORDER BY name LIMIT ${MOST}`;
const SAVE = `
  INSERT INTO template_blocks (workspace_id, id, name, block)
  SELECT $1, $2, $3, $4
  WHERE (SELECT count(*) FROM template_blocks WHERE workspace_id = $1 AND name <> $3) < $5
  ON CONFLICT (workspace_id, name) DO UPDATE SET block = excluded.block
  RETURNING id, name, block, created_at`;
const DELETE = 'DELETE FROM template_blocks WHERE workspace_id = $1 AND id = $2';
