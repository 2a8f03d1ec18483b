import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** A list that has a public archive. */
export interface ArchivedListRow extends Record<string, unknown> {
  workspace_id: number;
  list_id: string;
  title: string;
}

/** A campaign of an archive. */
export interface ArchivedCampaignRow extends Record<string, unknown> {
  id: string;
  content_id: string;
  ended_at: Date;
}

const MOST = 50;

const OPEN = `INSERT INTO list_archives (workspace_id, list_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
const CLOSE = `DELETE FROM list_archives WHERE workspace_id = $1 AND list_id = $2`;
const IS_OPEN = `SELECT FROM list_archives WHERE workspace_id = $1 AND list_id = $2`;

/** The workspace follows from the list, which is all that a reader names. An archived list has no readers. */
const BY_LIST = `
  SELECT a.workspace_id, a.list_id, l.title FROM list_archives a
  JOIN lists l ON l.workspace_id = a.workspace_id AND l.id = a.list_id
  WHERE a.list_id = $1 AND l.archived_at IS NULL`;

/** What was sent to everybody on the list, so that any of them could show it to others. */
const CAMPAIGNS = `
  SELECT id, content_id, ended_at FROM campaigns
  WHERE workspace_id = $1 AND $2 = ANY(lists) AND segments = '{}' AND channel = 'email' AND state = 'sent' AND content_id IS NOT NULL
    AND transactional_reason IS NULL
    AND ($3::uuid IS NULL OR id = $3)
  ORDER BY ended_at DESC, id LIMIT ${MOST}`;

/** Stores which lists show their mail to everybody. */
@Injectable()
export class PublicArchivesRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  async set(workspaceId: number, listId: string, isPublic: boolean): Promise<void> {
    await this.database.execute(isPublic ? OPEN : CLOSE, [workspaceId, listId]);
  }

  async isPublic(workspaceId: number, listId: string): Promise<boolean> {
    return (await this.database.query(IS_OPEN, [workspaceId, listId])).length > 0;
  }

  /** @returns undefined if the list has no archive */
  async find(listId: string): Promise<ArchivedListRow | undefined> {
    const [row] = await this.database.query<ArchivedListRow>(BY_LIST, [listId]);
    return row;
  }

  /** Returns the latest campaigns of a list, or the one that is named. */
  campaigns({ workspace_id, list_id }: ArchivedListRow, id: string | null = null): Promise<ArchivedCampaignRow[]> {
    return this.database.query<ArchivedCampaignRow>(CAMPAIGNS, [workspace_id, list_id, id]);
  }
}
