import { Inject, Injectable } from '@nestjs/common';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonMerge,
  type PersonToExport,
  type RowsToErase,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';

/** Who was two people has got what both got. */
const MERGE = `
  INSERT INTO contact_budgets AS b (workspace_id, person_id, channel, day, day_used, week, week_used)
  SELECT workspace_id, $3, channel, day, day_used, week, week_used FROM contact_budgets
  WHERE workspace_id = $1 AND person_id = $2 ORDER BY channel
  ON CONFLICT (workspace_id, person_id, channel) DO UPDATE SET
    day = greatest(b.day, excluded.day),
    day_used = CASE WHEN b.day >= excluded.day THEN b.day_used ELSE 0 END + CASE WHEN excluded.day >= b.day THEN excluded.day_used ELSE 0 END,
    week = greatest(b.week, excluded.week),
    week_used = CASE WHEN b.week >= excluded.week THEN b.week_used ELSE 0 END + CASE WHEN excluded.week >= b.week THEN excluded.week_used ELSE 0 END`;
const ERASE = `DELETE FROM contact_budgets WHERE workspace_id = $1 AND person_id = $2`;

/** How often marketing has reached a person lately. */
@Injectable()
export class PersonContacts extends PersonRows {
  readonly name = 'contact budgets';
  readonly columns = ['contact_budgets.person_id'];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  override async merge({ workspaceId, from, to }: PersonMerge): Promise<void> {
    await this.database.execute(MERGE, [workspaceId, from.id, to.id]);
    await this.database.execute(ERASE, [workspaceId, from.id]);
  }

  override eraseChunk({ workspaceId, personId }: RowsToErase): Promise<number> {
    return this.database.execute(ERASE, [workspaceId, personId]);
  }

  async *export({ workspaceId, personId }: PersonToExport): AsyncGenerator<ExportedRows> {
    yield* exportedRows(this.database, {
      values: [workspaceId, personId],
      table: 'contact_budgets',
      from: 'contact_budgets b',
      columns: 'b.channel, b.day, b.day_used, b.week, b.week_used',
      where: 'b.workspace_id = $1 AND b.person_id = $2',
      key: { 'b.channel': 'channel' },
    });
  }
}
