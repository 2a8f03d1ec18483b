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

/**
 * Takes the person out of recipient rows, which keep their place in the numbers: ids of nobody, and no hash of the address.
 * Campaigns are locked first, in the order in which everything else locks them. $3 is why those who waited are skipped.
 */
const anonymize = (rows: string) => `
  WITH mine AS MATERIALIZED (${rows}),
  held AS MATERIALIZED (
    SELECT id FROM campaigns WHERE workspace_id = $1 AND id IN (SELECT campaign_id FROM mine) ORDER BY id FOR UPDATE),
  gone AS (
    UPDATE campaign_recipients r SET person_id = gen_random_uuid(), address_key = gen_random_uuid(),
      state = CASE r.state WHEN 'planned' THEN 'skipped' ELSE r.state END,
      reason = CASE r.state WHEN 'planned' THEN $3 ELSE r.reason END
    FROM mine JOIN held ON held.id = mine.campaign_id
    WHERE r.workspace_id = $1 AND r.campaign_id = mine.campaign_id AND r.person_id = $2
    RETURNING r.campaign_id, mine.state),
  changes AS (
    SELECT campaign_id, 'planned' AS what, '' AS reason, -1 AS by FROM gone WHERE state = 'planned'
    UNION ALL SELECT campaign_id, 'skipped', $3, 1 FROM gone WHERE state = 'planned'),
  counted AS (
    INSERT INTO campaign_counts AS c (workspace_id, campaign_id, what, reason, count)
    SELECT $1, campaign_id, what, reason, by FROM changes ORDER BY 2, 3, 4
    ON CONFLICT (workspace_id, campaign_id, what, reason) DO UPDATE SET count = c.count + excluded.count)
  SELECT count(*)::int AS count FROM gone`;

const ERASE = anonymize(
  `SELECT campaign_id, state FROM campaign_recipients WHERE workspace_id = $1 AND person_id = $2`,
);

/** A campaign that reaches both people keeps the row of the one who stays. */
const GIVE_WAY = anonymize(`
  SELECT r.campaign_id, r.state FROM campaign_recipients r
  JOIN campaign_recipients o ON o.workspace_id = $1 AND o.campaign_id = r.campaign_id AND o.person_id = $4
  WHERE r.workspace_id = $1 AND r.person_id = $2`);

const MOVE = `UPDATE campaign_recipients SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`;

/** What campaigns keep of a person: that they were a recipient. */
@Injectable()
export class PersonCampaigns extends PersonRows {
  readonly name = 'campaigns';
  readonly columns = ['campaign_recipients.person_id'];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  override async merge({ workspaceId, from, to }: PersonMerge): Promise<void> {
    await this.database.query(GIVE_WAY, [workspaceId, from.id, 'merged', to.id]);
    await this.database.execute(MOVE, [workspaceId, from.id, to.id]);
  }

  override async eraseChunk({ workspaceId, personId }: RowsToErase): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(ERASE, [workspaceId, personId, 'erased']);
    return row?.count ?? 0;
  }

  async *export({ workspaceId, personId }: PersonToExport): AsyncGenerator<ExportedRows> {
    yield* exportedRows(this.database, {
      values: [workspaceId, personId],
      table: 'campaign_recipients',
      from: 'campaign_recipients r JOIN campaigns c ON c.workspace_id = r.workspace_id AND c.id = r.campaign_id',
      columns: `r.campaign_id, c.name, c.transactional_reason, r.list_id, r.state, r.reason, nullif(r.send_at, 'infinity') AS send_at, r.variant, r.message_id`,
      where: 'r.workspace_id = $1 AND r.person_id = $2',
      key: { 'r.campaign_id': 'campaign_id' },
    });
  }
}
