import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

const ADD = `
  INSERT INTO imported_people (workspace_id, import_id, person_id)
  SELECT $1, $2, person FROM unnest($3::uuid[]) AS person ORDER BY person
  ON CONFLICT (workspace_id, import_id, person_id) DO NOTHING`;

/** Who came by which import. */
@Injectable()
export class ImportedPeople {
  constructor(@Inject(Database) private readonly database: Database) {}

  async add(workspaceId: number, importId: string, people: readonly string[]): Promise<void> {
    if (people.length > 0) await this.database.execute(ADD, [workspaceId, importId, people]);
  }
}
