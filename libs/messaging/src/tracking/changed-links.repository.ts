import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { LRUCache } from 'lru-cache';
import { setTimeout as after } from 'node:timers/promises';

/** The other targets of links, by their numbers. */
type ChangedTargets = ReadonlyMap<number, string>;

/** How long an answer holds, and how long a failure keeps the next question back. */
const FRESH_MS = 2_000;
/** The age up to which an answer is given at once, while the next one is on its way. */
const RECENT_MS = 10_000;
/** The longest time that a reader waits for an answer. */
const WAIT_MS = 300;
const MOST = 5_000;
const NONE: ChangedTargets = new Map();

const FIND = {
  name: 'changed-links-find',
  text: `SELECT link, url FROM content_link_changes WHERE workspace_id = $1 AND content_id = $2 ORDER BY link`,
};
const PUT = `
  INSERT INTO content_link_changes (workspace_id, content_id, link, url) VALUES ($1, $2, $3, $4)
  ON CONFLICT (workspace_id, content_id, link) DO UPDATE SET url = excluded.url, changed_at = now()`;

/** Returns where links lead now. A brace is encoded, because a template would begin an output with it. */
export const targetsNow = (links: readonly string[], changed: ChangedTargets): string[] =>
  links.map((sent, number) => {
    const url = changed.get(number);
    return url?.replaceAll('{', '%7B').replaceAll('}', '%7D') ?? sent;
  });

/** Stores where links of contents lead since somebody changed them. The contents stay as they were sent. */
@Injectable()
export class ChangedLinks {
  /** A test sets another one. */
  clock = (): number => performance.now();

  private readonly known = new LRUCache<string, ChangedTargets, [workspaceId: number, contentId: string]>({
    max: MOST,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now: () => this.clock() },
    ignoreFetchAbort: true,
    fetchMethod: (_, before, { context }) => this.ask(before, ...context),
  });

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the changes of a content, as of some moments ago. Readers who click do not wait for the database: if it is
   * slow or not available, they are led where the link led before. Never rejects.
   */
  async of(workspaceId: number, contentId: string): Promise<ChangedTargets> {
    const key = `${workspaceId} ${contentId}`;
    const before = this.known.peek(key, { allowStale: true });
    const isRecent = this.known.getRemainingTTL(key) > FRESH_MS - RECENT_MS;
    const asked = this.known.fetch(key, { context: [workspaceId, contentId] });
    if (before && isRecent) return before;
    const late = after(WAIT_MS, before, { ref: false });
    return (await Promise.race([asked, late])) ?? NONE;
  }

  /** Returns the changes of a content. @throws UnavailableError */
  async now(workspaceId: number, contentId: string): Promise<ChangedTargets> {
    const rows = await this.database.query<{ link: number; url: string }>(FIND, [workspaceId, contentId]);
    return rows.length === 0 ? NONE : new Map(rows.map(({ link, url }) => [link, url]));
  }

  async put(workspaceId: number, contentId: string, link: number, url: string): Promise<void> {
    await this.database.execute(PUT, [workspaceId, contentId, link, url]);
  }

  /** Returns the changes of a content, or those of before. Never rejects, so that a failure is remembered as well. */
  private async ask(
    before: ChangedTargets | undefined,
    workspaceId: number,
    contentId: string,
  ): Promise<ChangedTargets> {
    try {
      return await this.now(workspaceId, contentId);
    } catch (error) {
      if (!(error instanceof UnavailableError))
        this.logger.error({ err: error, workspace_id: workspaceId }, 'the changed links of a content cannot be read');
      return before ?? NONE;
    }
  }
}
