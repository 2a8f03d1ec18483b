import { Inject, Injectable } from '@nestjs/common';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonErasure,
  type PersonToExport,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';

const ERASE = 'DELETE FROM import_problems WHERE workspace_id = $1 AND address = ANY($2::text[])';

/** The rows of imported files that are kept for their report. */
@Injectable()
export class PersonImports extends PersonRows {
  readonly name = 'imports';
  readonly columns = ['import_problems.address', 'import_problems.record'];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  override async erase({ workspaceId, addresses }: PersonErasure): Promise<void> {
    if (addresses.length > 0) await this.database.execute(ERASE, [workspaceId, addresses]);
  }

  async *export({ workspaceId, addresses }: PersonToExport): AsyncGenerator<ExportedRows> {
    yield* exportedRows(this.database, {
      table: 'import_problems',
      columns: 'import_id, stage, line, kind, reason, address, record, created_at',
      where: 'workspace_id = $1 AND address = ANY($2::text[])',
      values: [workspaceId, addresses],
      key: { import_id: 'import_id', stage: 'stage', line: 'line' },
    });
  }
}
