import { Inject, Injectable } from '@nestjs/common';
import { Database, keysetById, positionById, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import type { CampaignRow } from '../definitions/campaign.js';

type Named = Pick<CampaignRow, 'workspace_id' | 'id'>;

/** One recipient for the pages. */
export interface RecipientRow extends Record<string, unknown> {
  person_id: string;
  uid: string | null;
  email: string | null;
  number: string | null;
  state: 'planned' | 'queued' | 'skipped' | 'held_out';
  reason: string | null;
  variant: number | null;
  list_id: string | null;
  message_id: string | null;
  message_status: string | null;
}

/** One recipient of the exported file. */
export interface ExportedRecipient extends Record<string, unknown> {
  person_id: string;
  uid: string | null;
  email: string | null;
  number: string | null;
  list_title: string | null;
  state: RecipientRow['state'];
  reason: string | null;
  message_id: string | null;
  message_status: string | null;
  /** 0 none, 1 machines only, 2 a person. */
  opened: number;
  clicked: number;
  left_at: Date | null;
  conversions: number;
  /** An amount for each currency. */
  revenue: string | null;
}

const EXPORT = `
  WITH next AS MATERIALIZED (
    SELECT person_id, list_id, state, reason, message_id FROM campaign_recipients
    WHERE workspace_id = $1 AND campaign_id = $2 AND person_id > $3 ORDER BY workspace_id, campaign_id, person_id LIMIT $4)
  SELECT next.person_id, p.uid, p.email, p.number, l.title AS list_title, next.state, next.reason, next.message_id,
    m.status AS message_status, coalesce(e.opened, 0) AS opened, coalesce(e.clicked, 0) AS clicked, e.left_at,
    c.conversions, c.revenue
  FROM next
  LEFT JOIN LATERAL (SELECT uid, email, number FROM people WHERE workspace_id = $1 AND id = next.person_id OFFSET 0) AS p ON true
  LEFT JOIN LATERAL (SELECT title FROM lists WHERE workspace_id = $1 AND id = next.list_id OFFSET 0) AS l ON true
  LEFT JOIN LATERAL (SELECT status FROM messages WHERE workspace_id = $1 AND id = next.message_id OFFSET 0) AS m ON true
  LEFT JOIN LATERAL (
    SELECT opened, clicked, left_at FROM message_engagement WHERE workspace_id = $1 AND message_id = next.message_id OFFSET 0
  ) AS e ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(each.conversions), 0)::int AS conversions,
      string_agg(trim_scale(each.amount) || CASE each.currency WHEN '' THEN '' ELSE ' ' || each.currency END, ', ' ORDER BY each.currency) AS revenue
    FROM (
      SELECT currency, sum(amount) AS amount, count(*) FILTER (WHERE counts) AS conversions FROM conversions
      WHERE workspace_id = $1 AND message_id = next.message_id GROUP BY currency OFFSET 0) AS each) AS c
  ORDER BY next.person_id`;

/** Reads the recipients of campaigns for pages and files. */
@Injectable()
export class RecipientPages {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the recipients behind a person, for a file. @param after the nil uuid for the first ones */
  exported({ workspace_id, id }: Named, after: string, most: number): Promise<ExportedRecipient[]> {
    return this.database.query<ExportedRecipient>(EXPORT, [workspace_id, id, after, most]);
  }

  /** Returns a page of recipients in the order of their key, those whom the workspace has known for the shortest time first. */
  async page(
    { workspace_id, id }: Named,
    { state, reason }: { state?: string; reason?: string },
    page: PageRequest,
  ): Promise<Page<RecipientRow>> {
    const { where, orderAndLimit, values } = keysetById(page, 'person_id', 5);
    const rows = await this.database.query<RecipientRow>(
      `WITH page AS MATERIALIZED (
         SELECT person_id, state, variant, reason, list_id, message_id FROM campaign_recipients
         WHERE workspace_id = $1 AND campaign_id = $2 AND ($3::text IS NULL OR state = $3) AND ($4::text IS NULL OR reason = $4)
           AND ${where} ${orderAndLimit})
       SELECT page.*, p.uid, p.email, p.number, m.status AS message_status FROM page
       LEFT JOIN LATERAL (SELECT uid, email, number FROM people WHERE workspace_id = $1 AND id = page.person_id OFFSET 0) AS p ON true
       LEFT JOIN LATERAL (SELECT status FROM messages WHERE workspace_id = $1 AND id = page.message_id OFFSET 0) AS m ON true
       ORDER BY page.person_id ${page.before ? 'ASC' : 'DESC'}`,
      [workspace_id, id, state ?? null, reason ?? null, ...values],
    );
    return toPage(page, rows, ({ person_id }) => positionById(person_id));
  }
}
