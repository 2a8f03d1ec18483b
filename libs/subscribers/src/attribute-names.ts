import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { LRUCache } from 'lru-cache';
import { v7 } from 'uuid';

/** An attribute as somebody has it. */
export interface SeenAttribute {
  workspaceId: number;
  name: string;
  /** Of its value: string, number or boolean. */
  type: string;
}

/** Names come from callers, also from those with the key alone: past these a workspace gets no more. */
const MOST_NAMES = 10_000;
const MOST_KNOWN = 100_000;
const MIXED = 'mixed';

/** In the order of its key, so that two processes that register the same names never wait in a circle. */
const REGISTER = `
  INSERT INTO attributes AS known (workspace_id, id, name, type)
  SELECT seen."workspaceId", seen.id, seen.name, seen.type
  FROM jsonb_to_recordset($1::jsonb) AS seen("workspaceId" int, id uuid, name text, type text)
  WHERE (SELECT count(*) FROM (
      SELECT FROM attributes a WHERE a.workspace_id = seen."workspaceId" LIMIT ${MOST_NAMES}) few) < ${MOST_NAMES}
    OR EXISTS (SELECT FROM attributes a WHERE a.workspace_id = seen."workspaceId" AND a.name = seen.name)
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

/** Which attributes people have, and of which type. Without a statement for names that this process has seen before. */
@Injectable()
export class AttributeNames {
  private readonly known = new LRUCache<string, string>({ max: MOST_KNOWN });

  constructor(@Inject(Database) private readonly database: Database) {}

  /** By name. */
  all(workspaceId: number): Promise<NamedAttribute[]> {
    return this.database.query<NamedAttribute>(ALL, [workspaceId]);
  }

  /** Joins the open transaction. */
  async register(seen: SeenAttribute[]): Promise<void> {
    const news = new Map<string, SeenAttribute>();
    for (const attribute of seen) {
      const key = keyOf(attribute);
      const type = news.get(key)?.type ?? this.known.get(key);
      if (type === attribute.type || type === MIXED) continue;
      news.set(key, type === undefined ? attribute : { ...attribute, type: MIXED });
    }
    if (news.size === 0) return;
    const rows = [...news.values()].map((attribute) => ({ ...attribute, id: v7() }));
    await this.database.execute(REGISTER, [JSON.stringify(rows)]);
    // A rollback takes the rows back, so only a commit makes them known.
    this.database.afterCommit(() => news.forEach(({ type }, key) => this.known.set(key, type)));
  }
}
