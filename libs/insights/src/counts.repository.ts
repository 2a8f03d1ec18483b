import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { COUNT_EVENTS, SKETCHES, STORE_SKETCHES } from './count-events.statements.js';
import { COUNT_FEED, HORIZON, STRETCH } from './count-feed.statements.js';
import { withPeople } from './people-sketch.js';

/** A workspace in which something has happened that is not counted. */
export interface UncountedSource extends Record<string, unknown> {
  workspace_id: number;
  source: 'feed' | 'events';
  zone: string;
}

interface Sketched extends Record<string, unknown> {
  day: string;
  name: string;
  people: Buffer;
}

/** A new workspace is counted from its first entry. */
const ADD = `
  INSERT INTO insight_positions (workspace_id, source, since)
  SELECT w.id, given.source, w.created_at - interval '1 day' FROM workspaces w CROSS JOIN (VALUES ('feed'), ('events')) AS given(source)
  WHERE NOT EXISTS (SELECT FROM insight_positions p WHERE p.workspace_id = w.id AND p.source = given.source)
  ORDER BY 1, 2 ON CONFLICT DO NOTHING`;

/** Each lookup is the first row of an index. */
const UNCOUNTED = `
  SELECT p.workspace_id, p.source, w.time_zone AS zone FROM insight_positions p JOIN workspaces w ON w.id = p.workspace_id
  WHERE CASE p.source
    WHEN 'feed' THEN (SELECT true FROM feed_entries f
      WHERE f.workspace_id = p.workspace_id AND (f.xid, f.id) > (p.xid, p.id) AND f.xid < ${HORIZON}
      ORDER BY f.xid, f.id LIMIT 1)
    ELSE (SELECT true FROM events e
      WHERE e.workspace_id = p.workspace_id AND (e.xid, e.id) > (p.xid, p.id) AND e.xid < ${HORIZON}
        AND e.received_at >= p.since
      ORDER BY e.xid, e.id LIMIT 1)
    END
  ORDER BY random()`;

/**
 * Counts what happens in a workspace by following its feed. Counts and position are one transaction, so a worker that is killed has
 * counted a stretch or nothing, and no entry is counted twice.
 */
@Injectable()
export class Counts {
  constructor(@Inject(Database) private readonly database: Database) {}

  async uncounted(): Promise<UncountedSource[]> {
    await this.database.execute(ADD);
    return this.database.query<UncountedSource>(UNCOUNTED);
  }

  /** Counts the next stretch. @returns whether more may follow; false when another worker counts */
  async step({ workspace_id, source, zone }: UncountedSource): Promise<boolean> {
    if (source === 'events') return (await this.countEvents(workspace_id, zone)) === STRETCH;
    const [row] = await this.database.query<{ entries: number }>(COUNT_FEED, [workspace_id, zone]);
    return row?.entries === STRETCH;
  }

  private countEvents(workspaceId: number, zone: string): Promise<number> {
    return this.database.transaction(async () => {
      const rows = await this.database.query<Sketched & { events: number }>(COUNT_EVENTS, [workspaceId, zone]);
      if (rows.length === 0) return 0;
      const keys = JSON.stringify(rows.map(({ day, name }) => ({ day, name })));
      const known = await this.database.query<Sketched>(SKETCHES, [workspaceId, keys]);
      const sketches = new Map(known.map(({ day, name, people }) => [`${day} ${name}`, people]));
      const changed = rows.flatMap(({ day, name, people }) => {
        const sketch = withPeople(sketches.get(`${day} ${name}`) ?? null, people);
        return sketch ? [{ day, name, people: sketch.toString('base64') }] : [];
      });
      if (changed.length > 0) await this.database.execute(STORE_SKETCHES, [workspaceId, JSON.stringify(changed)]);
      return rows.reduce((sum, { events }) => sum + events, 0);
    });
  }
}
