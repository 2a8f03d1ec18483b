import { Inject, Injectable } from '@nestjs/common';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonErasure,
  type PersonMerge,
  type PersonToExport,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';

const ERASE = 'DELETE FROM import_problems WHERE workspace_id = $1 AND address = ANY($2::text[])';

const MOVE = `
  WITH moved AS (
    DELETE FROM imported_people WHERE workspace_id = $1 AND person_id = $2 RETURNING import_id, imported_at)
  INSERT INTO imported_people (workspace_id, import_id, person_id, imported_at)
  SELECT $1, import_id, $3, imported_at FROM moved ORDER BY import_id
  ON CONFLICT (workspace_id, import_id, person_id) DO NOTHING`;
const ERASE_IMPORTED = 'DELETE FROM imported_people WHERE workspace_id = $1 AND person_id = $2';

/** By which imports a person came, and the rows of imported files that are kept for their report. */
@Injectable()
export class PersonImports extends PersonRows {
  readonly name = 'imports';
  readonly columns = ['import_problems.address', 'import_problems.record', 'imported_people.person_id'];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  override async merge({ workspaceId, from, to }: PersonMerge): Promise<void> {
    await this.database.execute(MOVE, [workspaceId, from.id, to.id]);
  }

  override async erase({ workspaceId, person, addresses }: PersonErasure): Promise<void> {
    await this.database.execute(ERASE_IMPORTED, [workspaceId, person.id]);
    if (addresses.length > 0) await this.database.execute(ERASE, [workspaceId, addresses]);
  }

  async *export({ workspaceId, personId, addresses }: PersonToExport): AsyncGenerator<ExportedRows> {
    yield* exportedRows(this.database, {
      table: 'imported_people',
      columns: 'import_id, imported_at',
      where: 'workspace_id = $1 AND person_id = $2',
      values: [workspaceId, personId],
      key: { import_id: 'import_id' },
    });
    yield* exportedRows(this.database, {
      table: 'import_problems',
      columns: 'import_id, stage, line, kind, reason, address, record, created_at',
      where: 'workspace_id = $1 AND address = ANY($2::text[])',
      values: [workspaceId, addresses],
      key: { import_id: 'import_id', stage: 'stage', line: 'line' },
    });
  }
}
