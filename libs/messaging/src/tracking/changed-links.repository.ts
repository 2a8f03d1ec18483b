import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { LRUCache } from 'lru-cache';

/** The other targets of links, by their numbers. */
type ChangedTargets = ReadonlyMap<number, string>;

/** How long a change takes to be followed by every process. */
const FRESH_MS = 2_000;
const MOST = 5_000;
const NONE: ChangedTargets = new Map();

const FIND = {
  name: 'changed-links-find',
  text: `SELECT link, url FROM content_link_changes WHERE workspace_id = $1 AND content_id = $2 ORDER BY link`,
};
const PUT = `
  INSERT INTO content_link_changes (workspace_id, content_id, link, url) VALUES ($1, $2, $3, $4)
  ON CONFLICT (workspace_id, content_id, link) DO UPDATE SET url = excluded.url, changed_at = now()`;

/** Stores where links of contents lead since somebody changed them. The contents stay as they were sent. */
@Injectable()
export class ChangedLinks {
  private readonly known = new LRUCache<string, { targets: ChangedTargets; until: number }>({ max: MOST });

  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the changes of a content, as of some moments ago; those of before while the database is not available. */
  async of(workspaceId: number, contentId: string): Promise<ChangedTargets> {
    const key = `${workspaceId} ${contentId}`;
    const known = this.known.get(key);
    if (known && known.until > Date.now()) return known.targets;
    try {
      const targets = await this.now(workspaceId, contentId);
      this.known.set(key, { targets, until: Date.now() + FRESH_MS });
      return targets;
    } catch {
      // A reader who clicks is led to the target of before rather than nowhere.
      return known?.targets ?? NONE;
    }
  }

  /** Returns the changes of a content. @throws UnavailableError */
  async now(workspaceId: number, contentId: string): Promise<ChangedTargets> {
    const rows = await this.database.query<{ link: number; url: string }>(FIND, [workspaceId, contentId]);
    return rows.length === 0 ? NONE : new Map(rows.map(({ link, url }) => [link, url]));
  }

  async put(workspaceId: number, contentId: string, link: number, url: string): Promise<void> {
    await this.database.execute(PUT, [workspaceId, contentId, link, url]);
  }
}
