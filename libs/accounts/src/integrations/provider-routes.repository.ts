import type { MessageChannel } from '@dundun/domain';
import type { Database } from '@dundun/platform/database';
import type { RoutePath } from './provider-set.js';

/** The route of one path. */
export interface OrderedRouteRow extends Record<string, unknown> {
  channel: MessageChannel;
  path: RoutePath;
  integration_ids: (string | null)[];
}

/** Returns the routes that a workspace has set. */
export const readRoutes = (database: Database, workspaceId: number): Promise<OrderedRouteRow[]> =>
  database.query<OrderedRouteRow>(LIST, [workspaceId]);

/** Serializes changes to the routes of a workspace. */
export async function lockRoutes(database: Database, workspaceId: number): Promise<void> {
  await database.execute(LOCK, [workspaceId]);
}

/** Replaces the route of one path; an empty one restores the default. Runs in a transaction after {@link lockRoutes}. */
export async function replaceRoute(
  database: Database,
  workspaceId: number,
  { channel, path, integrationIds }: { channel: MessageChannel; path: RoutePath; integrationIds: (string | null)[] },
): Promise<void> {
  await database.execute(DELETE, [workspaceId, channel, path]);
  await database.execute(INSERT, [workspaceId, channel, path, integrationIds]);
}

const LIST = `
  SELECT channel, path, array_agg(integration_id ORDER BY position) AS integration_ids
  FROM routes WHERE workspace_id = $1 GROUP BY channel, path ORDER BY channel, path`;

const LOCK = 'SELECT FROM workspaces WHERE id = $1 FOR NO KEY UPDATE';

const DELETE = 'DELETE FROM routes WHERE workspace_id = $1 AND channel = $2 AND path = $3';

const INSERT = `
  INSERT INTO routes (workspace_id, channel, path, position, integration_id)
  SELECT $1, $2, $3, ordinality, id FROM unnest($4::uuid[]) WITH ORDINALITY AS given(id, ordinality)`;
