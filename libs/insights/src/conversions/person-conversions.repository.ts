import { Inject, Injectable } from '@nestjs/common';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonMerge,
  type PersonToExport,
  type RowsToErase,
  type RowsToMove,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';
import { NIL } from 'uuid';

const LOCK = `SELECT FROM conversion_positions WHERE workspace_id = $1 FOR UPDATE`;
const counted = (person: string) => `
  SELECT owner_id, '${NIL}'::uuid AS content_id FROM conversions WHERE workspace_id = $1 AND person_id = ${person} AND counts
  UNION SELECT owner_id, content_id FROM conversions
  WHERE workspace_id = $1 AND person_id = ${person} AND counts AND content_id IS NOT NULL`;
/** Two people who become one are one. By key, whatever the statistics say; under the lock no row moves between the reads. */
const COUNT_ONCE = `
  WITH twice AS MATERIALIZED ((${counted('$2')}) INTERSECT (${counted('$3')}))
  UPDATE conversion_counts SET count = count - 1 WHERE ctid = ANY(ARRAY(
    SELECT c.ctid FROM twice CROSS JOIN LATERAL (
      SELECT ctid FROM conversion_counts c
      WHERE c.workspace_id = $1 AND c.owner_id = twice.owner_id AND c.content_id = twice.content_id
        AND c.what = 'people' AND c.currency = '' OFFSET 0) AS c))`;
const MOVE = `UPDATE conversions SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`;

/** Only where something has a goal. */
const MARK = `
  INSERT INTO conversion_people (workspace_id, person_id)
  SELECT $1, $2 WHERE EXISTS (SELECT FROM conversion_positions WHERE workspace_id = $1)
  ON CONFLICT DO NOTHING`;
const UNMARK = `DELETE FROM conversion_people WHERE workspace_id = $1 AND person_id = $2`;

/** The conversions of one person stay those of one nobody, so that people are still counted. */
const ERASE = `
  WITH nobody AS MATERIALIZED (SELECT gen_random_uuid() AS id)
  UPDATE conversions SET person_id = nobody.id, order_key = NULL FROM nobody WHERE workspace_id = $1 AND person_id = $2`;

/** What is kept of a person: which events counted for which campaign. */
@Injectable()
export class PersonConversions extends PersonRows {
  readonly name = 'conversions';
  override readonly movesUnproven = true;
  readonly columns = ['conversions.person_id', 'conversions.order_key', 'conversion_people.person_id'];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  override async merge({ workspaceId, from, to }: PersonMerge): Promise<void> {
    await this.database.query(LOCK, [workspaceId]);
    await this.database.execute(COUNT_ONCE, [workspaceId, from.id, to.id]);
    await this.database.execute(MOVE, [workspaceId, from.id, to.id]);
  }

  /** Moves nothing. Events and messages move with each chunk, and the person is attributed again after the last one. */
  override async moveChunk({ workspaceId, to }: RowsToMove): Promise<number> {
    await this.database.execute(MARK, [workspaceId, to]);
    return 0;
  }

  override async eraseChunk({ workspaceId, personId }: RowsToErase): Promise<number> {
    await this.database.query(LOCK, [workspaceId]);
    await this.database.execute(UNMARK, [workspaceId, personId]);
    return this.database.execute(ERASE, [workspaceId, personId]);
  }

  async *export({ workspaceId, personId }: PersonToExport): AsyncGenerator<ExportedRows> {
    yield* exportedRows(this.database, {
      values: [workspaceId, personId],
      table: 'conversions',
      from: 'conversions c',
      columns: 'c.event_id, c.owner_id, c.message_id, c.at, c.amount, c.currency, c.order_key',
      where: 'c.workspace_id = $1 AND c.person_id = $2',
      key: { 'c.event_id': 'event_id' },
    });
  }
}
