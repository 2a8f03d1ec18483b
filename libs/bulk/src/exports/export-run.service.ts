import { Inject, Injectable } from '@nestjs/common';
import { Database, type Position } from '@dundun/platform/database';
import { BulkClaims } from '../jobs/bulk-claims.repository.js';
import type { BulkRun, HeldBulkJob, Pace } from '../jobs/bulk-job.js';
import { detailsOf } from './export.js';
import { ExportPieces } from './export-pieces.repository.js';
import { ExportRows } from './export-rows.service.js';

/** Writes exports. A piece of the file commits with how far the job is, so that every row is in it once. */
@Injectable()
export class ExportRun implements BulkRun {
  readonly kinds = ['export'] as const;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BulkClaims) private readonly claims: BulkClaims,
    @Inject(ExportPieces) private readonly pieces: ExportPieces,
    @Inject(ExportRows) private readonly rows: ExportRows,
  ) {}

  async run(job: HeldBulkJob, pace: Pace): Promise<void> {
    const details = detailsOf(job);
    for (let isOver = false; !isOver;) {
      if (pace.isOver()) return this.claims.release(job);
      const after = job.place === null ? undefined : (JSON.parse(job.place) as Position);
      const { lines, next } = await this.rows.after(job.workspace_id, details, after);
      const index = job.counts.pieces ?? 0;
      await this.keep(job, index === 0 ? [this.rows.head(details), ...lines] : lines, lines.length, next);
      isOver = next === null;
    }
  }

  private keep(job: HeldBulkJob, lines: string[], done: number, next: Position | null): Promise<void> {
    const bytes = Buffer.from(lines.join(''));
    return this.database.transaction(async () => {
      await this.claims.ahead(job);
      if (bytes.length > 0) await this.pieces.add(job.workspace_id, job.id, job.counts.pieces ?? 0, bytes);
      const counts = { pieces: bytes.length > 0 ? 1 : 0, bytes: bytes.length };
      await this.claims.step(job, { done, counts, place: JSON.stringify(next) });
      if (next === null) await this.claims.end(job, 'done');
    });
  }
}
