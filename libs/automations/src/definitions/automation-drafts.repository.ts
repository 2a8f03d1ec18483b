import { Inject, Injectable } from '@nestjs/common';
import type { Approval, AutomationState, ConversionGoal, JsonObject } from '@dundun/domain';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { AUTOMATION_COLUMNS, type AutomationFilter, type AutomationRow } from './automation.js';

const FIND = `SELECT ${AUTOMATION_COLUMNS} FROM automations WHERE workspace_id = $1 AND id = $2`;
const INSERT = `INSERT INTO automations (workspace_id, id, name, draft) VALUES ($1, $2, $3, $4)`;
const UPDATE = `
  UPDATE automations SET name = $3, draft = $4, approval = NULL, updated_at = now() WHERE workspace_id = $1 AND id = $2`;
/** It stays the same version. */
const APPROVE = `UPDATE automations SET approval = $3 WHERE workspace_id = $1 AND id = $2`;
const AIM = `UPDATE automations SET conversion = $3 WHERE workspace_id = $1 AND id = $2`;
const DELETE = `DELETE FROM automations WHERE workspace_id = $1 AND id = $2`;
const VERSIONS = `
  SELECT version, graph, published_by, published_at FROM automation_versions
  WHERE workspace_id = $1 AND automation_id = $2 ORDER BY version DESC LIMIT 200`;

/** A pause keeps its beginning until it ends; whoever opens an automation opens it for newcomers too. */
const MOVE = `
  UPDATE automations SET state = $3, enters = $4, note = NULL, is_ending = is_ending OR $3 = 'stopped',
    paused_at = CASE WHEN $3 = 'paused' THEN coalesce(paused_at, now()) END, updated_at = now()
  WHERE workspace_id = $1 AND id = $2`;

/** What a list names of a workspace, for the checks of a graph. */
const KNOWN = `
  SELECT id, 'list' AS kind FROM lists WHERE workspace_id = $1 AND id = ANY($2::uuid[]) AND archived_at IS NULL
  UNION ALL
  SELECT id, 'segment' FROM segments WHERE workspace_id = $1 AND id = ANY($2::uuid[]) AND archived_at IS NULL`;

/** A version with the graph that was drawn. */
export interface VersionRow extends Record<string, unknown> {
  version: number;
  graph: JsonObject;
  published_by: string | null;
  published_at: Date;
}

/** Stores what is drawn, and the states of automations. A workspace has few, so only their order has an index. */
@Injectable()
export class AutomationDrafts {
  constructor(@Inject(Database) private readonly database: Database) {}

  async find(workspaceId: number, id: string): Promise<AutomationRow | undefined> {
    const [row] = await this.database.query<AutomationRow>(FIND, [workspaceId, id]);
    return row;
  }

  /** Returns an automation, locked until the open transaction ends: rounds that step its runs have ended, and others wait. */
  async lock(workspaceId: number, id: string): Promise<AutomationRow | undefined> {
    const [row] = await this.database.query<AutomationRow>(`${FIND} FOR UPDATE`, [workspaceId, id]);
    return row;
  }

  async page(workspaceId: number, page: PageRequest, { q, state }: AutomationFilter): Promise<Page<AutomationRow>> {
    const { where, orderAndLimit, values } = keyset(page, 'created_at', 'id', 4);
    const rows = await this.database.query<AutomationRow>(
      `SELECT ${AUTOMATION_COLUMNS} FROM automations
       WHERE workspace_id = $1 AND ($2::text IS NULL OR strpos(lower(name), $2) > 0) AND ($3::text IS NULL OR state = $3)
         AND ${where} ${orderAndLimit}`,
      [workspaceId, q?.trim().toLowerCase() || null, state ?? null, ...values],
    );
    return toPage(page, rows, (row) => ({ at: row.created_at.toISOString(), id: row.id }));
  }

  async insert(workspaceId: number, id: string, name: string, draft: JsonObject): Promise<void> {
    await this.database.execute(INSERT, [workspaceId, id, name, JSON.stringify(draft)]);
  }

  async update(workspaceId: number, id: string, name: string, draft: JsonObject): Promise<void> {
    await this.database.execute(UPDATE, [workspaceId, id, name, JSON.stringify(draft)]);
  }

  /** Notes what became of a request for approval. A change of the draft removes it. */
  async approve(workspaceId: number, id: string, approval: Approval): Promise<void> {
    await this.database.execute(APPROVE, [workspaceId, id, JSON.stringify(approval)]);
  }

  /** Stores what an automation is for. The draft stays the same version. */
  async aim(workspaceId: number, id: string, goal: ConversionGoal | null): Promise<void> {
    await this.database.execute(AIM, [workspaceId, id, goal && JSON.stringify(goal)]);
  }

  async delete(workspaceId: number, id: string): Promise<void> {
    await this.database.execute(DELETE, [workspaceId, id]);
  }

  async move(workspaceId: number, id: string, state: AutomationState, enters: boolean): Promise<void> {
    await this.database.execute(MOVE, [workspaceId, id, state, enters]);
  }

  versions(workspaceId: number, id: string): Promise<VersionRow[]> {
    return this.database.query<VersionRow>(VERSIONS, [workspaceId, id]);
  }

  /** Returns which of these ids are lists and segments that are not archived. */
  async known(workspaceId: number, ids: readonly string[]): Promise<{ lists: Set<string>; segments: Set<string> }> {
    const rows = await this.database.query<{ id: string; kind: string }>(KNOWN, [workspaceId, ids]);
    const of = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id));
    return { lists: of('list'), segments: of('segment') };
  }
}
