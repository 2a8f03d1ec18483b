import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

const ADD = 'INSERT INTO export_pieces (workspace_id, job_id, index, bytes) VALUES ($1, $2, $3, $4)';
const DELETE = 'DELETE FROM export_pieces WHERE workspace_id = $1 AND job_id = $2';
const READ = 'SELECT bytes FROM export_pieces WHERE workspace_id = $1 AND job_id = $2 AND index = $3';

/** Files of exports, in the pieces in which they were written. */
@Injectable()
export class ExportPieces {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Adds a piece, in the open transaction. */
  async add(workspaceId: number, jobId: string, index: number, bytes: Buffer): Promise<void> {
    await this.database.execute(ADD, [workspaceId, jobId, index, bytes]);
  }

  async delete(workspaceId: number, jobId: string): Promise<void> {
    await this.database.execute(DELETE, [workspaceId, jobId]);
  }

  /** Reads the pieces in order. Throws if one is missing, so that no reader takes a part for the whole file. */
  async *read(workspaceId: number, jobId: string, count: number): AsyncGenerator<Buffer> {
    for (let index = 0; index < count; index++) {
      const [row] = await this.database.detached(() =>
        this.database.query<{ bytes: Buffer }>(READ, [workspaceId, jobId, index]),
      );
      if (!row) throw new Error(`piece ${index} of the export ${jobId} is gone`);
      yield row.bytes;
    }
  }
}
