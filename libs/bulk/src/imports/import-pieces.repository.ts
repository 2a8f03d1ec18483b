import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { SAMPLE_BYTES } from './dialect.js';

const KEEP = `
  INSERT INTO import_pieces (workspace_id, import_id, index, bytes) VALUES ($1, $2, $3, $4)
  ON CONFLICT (workspace_id, import_id, index) DO UPDATE SET bytes = excluded.bytes`;
const READ = 'SELECT bytes FROM import_pieces WHERE workspace_id = $1 AND import_id = $2 AND index = $3';
const DELETE = 'DELETE FROM import_pieces WHERE workspace_id = $1 AND import_id = $2';
const SHAPE = `
  SELECT count(*)::int AS count, coalesce(max(index), -1)::int AS last, coalesce(sum(length(bytes)), 0)::float8 AS bytes
  FROM import_pieces WHERE workspace_id = $1 AND import_id = $2`;

/** Uploaded files, in pieces of at most 2 MB, so that no process holds a whole file. */
@Injectable()
export class ImportPieces {
  constructor(@Inject(Database) private readonly database: Database) {}

  async keep(workspaceId: number, importId: string, index: number, bytes: Buffer): Promise<void> {
    await this.database.execute(KEEP, [workspaceId, importId, index, bytes]);
  }

  async delete(workspaceId: number, importId: string): Promise<void> {
    await this.database.execute(DELETE, [workspaceId, importId]);
  }

  /** Returns the beginning of the file: enough to see how it is written, however small its pieces are. */
  async beginning(workspaceId: number, importId: string): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of this.read(workspaceId, importId)) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= SAMPLE_BYTES) break;
    }
    return Buffer.concat(pieces);
  }

  /** Returns how many bytes are there, and whether no piece is missing before the last one. */
  async shape(workspaceId: number, importId: string): Promise<{ bytes: number; isWhole: boolean }> {
    const [row] = await this.database.query<{ count: number; last: number; bytes: number }>(SHAPE, [
      workspaceId,
      importId,
    ]);
    const { count = 0, last = -1, bytes = 0 } = row ?? {};
    return { bytes, isWhole: count > 0 && last === count - 1 };
  }

  /** Reads the pieces in order. @param onPiece learns how many bytes have been read */
  async *read(
    workspaceId: number,
    importId: string,
    onPiece: (bytes: number) => void = () => undefined,
  ): AsyncGenerator<Buffer> {
    let done = 0;
    for (let index = 0; ; index++) {
      const [row] = await this.database.detached(() =>
        this.database.query<{ bytes: Buffer }>(READ, [workspaceId, importId, index]),
      );
      if (!row) return;
      done += row.bytes.length;
      onPiece(done);
      yield row.bytes;
    }
  }
}
