import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { LRUCache } from 'lru-cache';
import { v7 } from 'uuid';

/** An attribute of one person. */
export interface SeenAttribute {
  workspaceId: number;
  name: string;
  /** The type of the value: string, number or boolean. */
  type: string;
  /** The call that named it, if the caller has the key alone. */
  callByKey?: object;
}

/** Names come from callers, including untrusted ones, so a workspace registers at most this many. */
const MOST_NAMES = 10_000;
/** Names that one call with the key alone may register. Values under further names are stored, but not registered. */
const MOST_NEWS_BY_KEY = 20;
const MOST_KNOWN = 100_000;
const MOST_FULL = 10_000;
const MIXED = 'mixed';

const FULL = `
  SELECT asked.id AS workspace_id FROM unnest($1::int[]) AS asked(id)
  WHERE (SELECT count(*) FROM (
    SELECT FROM attributes a WHERE a.workspace_id = asked.id LIMIT ${MOST_NAMES}) few) >= ${MOST_NAMES}`;

/** Inserts in key order, so that two processes that register the same names do not deadlock. */
const REGISTER = `
  INSERT INTO attributes AS known (workspace_id, id, name, type)
  SELECT seen."workspaceId", seen.id, seen.name, seen.type
  FROM jsonb_to_recordset($1::jsonb) AS seen("workspaceId" int, id uuid, name text, type text, "isFull" boolean)
  WHERE NOT seen."isFull"
    OR (SELECT true FROM attributes a WHERE a.workspace_id = seen."workspaceId" AND a.name = seen.name LIMIT 1)
  ORDER BY 1, 3
  ON CONFLICT (workspace_id, name) DO UPDATE SET type = '${MIXED}'
    WHERE known.type <> excluded.type AND known.type <> '${MIXED}'`;

const ALL = `SELECT id, name, type FROM attributes WHERE workspace_id = $1 ORDER BY name, id`;

export interface NamedAttribute extends Record<string, unknown> {
  id: string;
  name: string;
  type: 'string' | 'number' | 'boolean' | 'mixed';
}

const keyOf = ({ workspaceId, name }: SeenAttribute) => `${workspaceId} ${name}`;

/** The names and types of the attributes that people have. Names that this process has seen need no statement. */
@Injectable()
export class AttributeNames {
  private readonly known = new LRUCache<string, string>({ max: MOST_KNOWN });
  /** Workspaces that have reached the limit. */
  private readonly full = new LRUCache<number, true>({ max: MOST_FULL });

  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns all names in alphabetical order. */
  all(workspaceId: number): Promise<NamedAttribute[]> {
    return this.database.query<NamedAttribute>(ALL, [workspaceId]);
  }

  /** Registers new names, in the open transaction. */
  async register(seen: SeenAttribute[]): Promise<void> {
    const news = this.newsOf(seen);
    if (news.size === 0) return;
    const full = await this.fullOf([...news.values()].map(({ workspaceId }) => workspaceId));
    const rows = [...news.values()].map(({ workspaceId, name, type }) => ({
      ...{ workspaceId, name, type, id: v7() },
      isFull: full.has(workspaceId),
    }));
    await this.database.execute(REGISTER, [JSON.stringify(rows)]);
    // A rollback removes the rows, so cache them only after the commit.
    this.database.afterCommit(() => {
      for (const [key, { type }] of news) this.known.set(key, type);
      for (const workspaceId of full) this.full.set(workspaceId, true);
    });
  }

  private newsOf(seen: SeenAttribute[]): Map<string, SeenAttribute> {
    const news = new Map<string, SeenAttribute>();
    const counts = new Map<object, number>();
    for (const attribute of seen) {
      const key = keyOf(attribute);
      const type = news.get(key)?.type ?? this.known.get(key);
      if (type === attribute.type || type === MIXED) continue;
      const { callByKey } = attribute;
      if (callByKey && type === undefined) {
        const count = (counts.get(callByKey) ?? 0) + 1;
        if (count > MOST_NEWS_BY_KEY) continue;
        counts.set(callByKey, count);
      }
      news.set(key, type === undefined ? attribute : { ...attribute, type: MIXED });
    }
    return news;
  }

  private async fullOf(workspaceIds: number[]): Promise<Set<number>> {
    const ids = [...new Set(workspaceIds)];
    const unsure = ids.filter((id) => !this.full.has(id));
    const rows = unsure.length > 0 ? await this.database.query<{ workspace_id: number }>(FULL, [unsure]) : [];
    return new Set([...ids.filter((id) => this.full.has(id)), ...rows.map((row) => row.workspace_id)]);
  }
}
