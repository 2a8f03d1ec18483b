import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { AutomationGraph, AutomationState, CompiledAutomation } from '@dundun/domain';
import { stableText } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { PublishedAutomation } from './published.js';

/** A version that people may enter. */
export interface LiveAutomation {
  id: string;
  version: number;
  compiled: PublishedAutomation;
}

/** A version to be published. */
interface NewVersion {
  graph: AutomationGraph;
  compiled: PublishedAutomation;
  /** Who publishes it. */
  by: string | null;
  state?: AutomationState;
  groupId?: string | null;
}

const CREATE = `INSERT INTO automations (workspace_id, id, name) VALUES ($1, $2, $3)`;
const PUBLISH = `
  WITH next AS (
    UPDATE automations SET live_version = coalesce(live_version, 0) + 1, state = $7, group_id = coalesce($8, group_id),
      enters = true, note = NULL, updated_at = now()
    WHERE workspace_id = $1 AND id = $2 RETURNING live_version)
  INSERT INTO automation_versions (workspace_id, automation_id, version, graph, compiled, hash, published_by)
  SELECT $1, $2, live_version, $3, $4, $5, $6 FROM next RETURNING version`;
const UNLISTEN = `DELETE FROM automation_triggers WHERE workspace_id = $1 AND automation_id = $2`;
const LISTEN = `INSERT INTO automation_triggers (workspace_id, kind, key, automation_id) VALUES ($1, $3, $4, $2)`;
const TRIGGERED = `
  SELECT DISTINCT a.id, a.live_version AS version
  FROM unnest($2::text[], $3::text[]) AS named(kind, key)
  JOIN automation_triggers t ON t.workspace_id = $1 AND t.kind = named.kind AND t.key = named.key
  JOIN automations a ON a.workspace_id = $1 AND a.id = t.automation_id AND a.state = 'live' AND a.enters
  ORDER BY 1`;
/** Whoever publishes or pauses waits until those who enter are inside. */
const HOLDS = `
  SELECT FROM automations WHERE workspace_id = $1 AND id = $2 AND live_version = $3 AND state = 'live' FOR SHARE`;
const OPEN = `
  SELECT a.id, a.live_version AS version FROM automations a
  WHERE a.workspace_id = $1 AND a.id = ANY($2::uuid[]) AND a.state = 'live' AND a.enters ORDER BY 1`;
/** What is due by another version's trigger is not due any more. */
const FORGET_DUE = `DELETE FROM due_entrances WHERE workspace_id = $1 AND automation_id = $2`;
const STOP_CLOCK = `DELETE FROM automation_clocks WHERE workspace_id = $1 AND automation_id = $2`;
const START_CLOCK = `INSERT INTO automation_clocks (workspace_id, automation_id) VALUES ($1, $2)`;
const VERSION = `
  SELECT compiled FROM automation_versions WHERE workspace_id = $1 AND automation_id = $2 AND version = $3`;

interface FoundRow extends Record<string, unknown> {
  id: string;
  version: number;
}

const MOST_VERSIONS = 500;

/** Returns what a version listens for, as triggers are found. */
const triggerKey = ({ trigger }: CompiledAutomation): string =>
  trigger.kind === 'event'
    ? trigger.event
    : trigger.kind === 'list'
      ? trigger.list
      : 'segment' in trigger
        ? trigger.segment
        : '';

/** Stores automations and their versions. */
@Injectable()
export class AutomationsRepository {
  /** Versions never change, so a process keeps those it has read. */
  private readonly versions = new Map<string, PublishedAutomation>();

  constructor(@Inject(Database) private readonly database: Database) {}

  async create(workspaceId: number, id: string, name: string): Promise<void> {
    await this.database.execute(CREATE, [workspaceId, id, name]);
  }

  /**
   * Makes a version the live one.
   * @param groupId the group of the messages from now on, if it is another
   * @returns its number
   */
  publish(
    workspaceId: number,
    id: string,
    { graph, compiled, by, state = 'live', groupId = null }: NewVersion,
  ): Promise<number | undefined> {
    return this.database.transaction(async () => {
      const hash = createHash('sha256').update(stableText(compiled)).digest();
      const values = [workspaceId, id, JSON.stringify(graph), JSON.stringify(compiled), hash, by, state, groupId];
      const [row] = await this.database.query<{ version: number }>(PUBLISH, values);
      await this.database.execute(UNLISTEN, [workspaceId, id]);
      await this.database.execute(LISTEN, [workspaceId, id, compiled.trigger.kind, triggerKey(compiled)]);
      // The clock first: a look that has it adds its people before they are forgotten.
      for (const statement of [STOP_CLOCK, FORGET_DUE]) await this.database.execute(statement, [workspaceId, id]);
      const { kind } = compiled.trigger;
      if (kind === 'date' || kind === 'schedule') await this.database.execute(START_CLOCK, [workspaceId, id]);
      return row?.version;
    });
  }

  /** Returns the live automations that one of these things triggers. */
  async triggered(workspaceId: number, things: readonly { kind: string; key: string }[]): Promise<LiveAutomation[]> {
    if (things.length === 0) return [];
    const columns = [things.map(({ kind }) => kind), things.map(({ key }) => key)];
    return this.found(workspaceId, await this.database.query<FoundRow>(TRIGGERED, [workspaceId, ...columns]));
  }

  /** Returns those of the automations that people may enter now. */
  async openTo(workspaceId: number, ids: readonly string[]): Promise<LiveAutomation[]> {
    if (ids.length === 0) return [];
    return this.found(workspaceId, await this.database.query<FoundRow>(OPEN, [workspaceId, ids]));
  }

  private async found(workspaceId: number, rows: readonly FoundRow[]): Promise<LiveAutomation[]> {
    const found: LiveAutomation[] = [];
    for (const { id, version } of rows)
      found.push({ id, version, compiled: await this.version(workspaceId, id, version) });
    return found;
  }

  /** Keeps an automation as it is until the open transaction ends. @returns whether this still is its live version */
  async holds(workspaceId: number, { id, version }: LiveAutomation): Promise<boolean> {
    return (await this.database.query(HOLDS, [workspaceId, id, version])).length > 0;
  }

  /** Returns a version that exists. */
  async version(workspaceId: number, id: string, version: number): Promise<PublishedAutomation> {
    const key = `${workspaceId} ${id} ${version}`;
    const kept = this.versions.get(key);
    if (kept) return kept;
    const [row] = await this.database.query<{ compiled: PublishedAutomation }>(VERSION, [workspaceId, id, version]);
    if (!row) throw new Error(`there is no version ${version} of the automation ${id}`);
    if (this.versions.size >= MOST_VERSIONS) this.versions.delete(this.versions.keys().next().value ?? '');
    this.versions.set(key, row.compiled);
    return row.compiled;
  }
}
