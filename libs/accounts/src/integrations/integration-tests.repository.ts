import type { Database } from '@dundun/platform/database';

/** Identifies an integration that is due for a test. */
export interface DueTestRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
}

/** Claims up to `most` email integrations of all workspaces that were not tested for an hour. */
export const claimDueTests = (database: Database, most: number): Promise<DueTestRow[]> =>
  database.query<DueTestRow>(CLAIM_DUE, [most]);

/**
 * Stores the time of a test.
 * @param domains the domains that the account can send from; null keeps the stored ones
 * @returns whether the integration exists
 */
export const noteTest = async (
  database: Database,
  workspaceId: number,
  id: string,
  domains: string[] | null,
): Promise<boolean> => (await database.execute(NOTE_TEST, [workspaceId, id, domains])) > 0;

/** Stores the failure of an account; null clears it. @returns whether that changed anything */
export const noteHealth = async (
  database: Database,
  workspaceId: number,
  id: string,
  failure: string | null,
): Promise<boolean> => (await database.execute(NOTE_HEALTH, [workspaceId, id, failure])) > 0;

const CLAIM_DUE = {
  name: 'claim-due-integrations',
  text: `
    WITH due AS MATERIALIZED (
      SELECT workspace_id, id FROM integrations
      WHERE channel = 'email' AND enabled AND coalesce(tested_at, created_at) < now() - interval '1 hour'
      ORDER BY tested_at NULLS FIRST LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    UPDATE integrations i SET tested_at = now() FROM due
    WHERE i.workspace_id = due.workspace_id AND i.id = due.id
    RETURNING i.workspace_id, i.id`,
};

const NOTE_TEST = `
  UPDATE integrations SET tested_at = now(), domains = coalesce($3, domains) WHERE workspace_id = $1 AND id = $2`;

const NOTE_HEALTH = `
  UPDATE integrations SET
    failure = $3, failing_since = CASE WHEN $3::text IS NOT NULL THEN coalesce(failing_since, now()) END
  WHERE workspace_id = $1 AND id = $2 AND (failure IS DISTINCT FROM $3 OR (failing_since IS NULL) <> ($3::text IS NULL))`;
