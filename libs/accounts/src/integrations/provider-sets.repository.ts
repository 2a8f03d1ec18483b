import { Inject, Injectable } from '@nestjs/common';
import { Seal } from '@dundun/platform/config';
import { Database, TtlCache } from '@dundun/platform/database';
import { type IntegrationRow, ProviderSet, type RouteRow } from './provider-set.js';

/** The provider sets of workspaces, cached for up to a second. */
@Injectable()
export class ProviderSets {
  private readonly known: TtlCache<number, ProviderSet>;
  private readonly none: ProviderSet;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
  ) {
    this.known = new TtlCache(database, (workspaceIds) => this.load(workspaceIds));
    this.none = new ProviderSet([], [], seal);
  }

  async of(workspaceId: number): Promise<ProviderSet> {
    return (await this.known.recall(String(workspaceId), () => workspaceId)) ?? this.none;
  }

  /** Clears the cache after a change; other processes notice within a second. */
  forget(): void {
    this.known.clear();
  }

  private async load(workspaceIds: number[]): Promise<(ProviderSet | null)[]> {
    const rows = await this.database.query<LoadedRow>(LOAD, [workspaceIds]);
    const byWorkspace = new Map(rows.map((row) => [row.workspace_id, row]));
    return workspaceIds.map((id) => {
      const row = byWorkspace.get(id);
      return row ? new ProviderSet(row.integrations, row.routes, this.seal) : null;
    });
  }
}

interface LoadedRow extends Record<string, unknown> {
  workspace_id: number;
  integrations: IntegrationRow[];
  routes: RouteRow[];
}

const LOAD = {
  name: 'load-provider-sets',
  text: `
    SELECT i.workspace_id,
      jsonb_agg(jsonb_build_object(
        'id', i.id, 'channel', i.channel, 'provider', i.provider, 'source', i.source, 'endpoint', i.endpoint,
        'settings', i.settings, 'sealed_settings', i.sealed_settings, 'sender_ids', i.sender_ids, 'domains', i.domains,
        'rate_limit', i.rate_limit, 'version', i.updated_at,
        'health', CASE WHEN i.failing_since IS NOT NULL THEN 'failing' WHEN i.failed_at IS NOT NULL THEN 'failed' ELSE 'fine' END
        ) ORDER BY i.created_at, i.id) AS integrations,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('channel', r.channel, 'path', r.path, 'integration_id', r.integration_id)
          ORDER BY r.channel, r.path, r.position)
        FROM routes r WHERE r.workspace_id = i.workspace_id), '[]') AS routes
    FROM integrations i WHERE i.workspace_id = ANY($1::int[]) AND i.enabled
    GROUP BY i.workspace_id`,
};
