import type { Database } from '@dundun/platform/database';

/** Identifies an integration that is due for a test. */
export interface DueTestRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
}

/**
 * Claims up to `most` email integrations of all workspaces that are due for a test: after an hour, and after a minute while
 * their calls fail.
 */
export const claimDueTests = (database: Database, most: number): Promise<DueTestRow[]> =>
  database.query<DueTestRow>(CLAIM_DUE, [most]);

/** What a test of an account found. */
export interface TestFindings {
  /** The domains that the account can send from; null keeps the stored ones. */
  domains: string[] | null;
  /** What could not be checked. */
  unchecked: string | null;
}

/** Stores the time and the findings of a test. @returns whether the integration exists */
export const noteTest = async (
  database: Database,
  workspaceId: number,
  id: string,
  { domains, unchecked }: TestFindings,
): Promise<boolean> => (await database.execute(NOTE_TEST, [workspaceId, id, domains, unchecked])) > 0;

/** Stores the failure of an account; null clears it. @returns whether that changed anything */
export const noteHealth = async (
  database: Database,
  workspaceId: number,
  id: string,
  failure: string | null,
): Promise<boolean> => (await database.execute(NOTE_HEALTH, [workspaceId, id, failure])) > 0;

/**
 * Counts a failed call of an account that its provider did not reject: the second one since the last success marks it as
 * failing, since the first.
 * @param isCertain whether this call alone is enough
 */
export const noteFailedCall = async (
  database: Database,
  workspaceId: number,
  id: string,
  { failure, isCertain }: { failure: string; isCertain: boolean },
): Promise<boolean> => (await database.execute(NOTE_FAILED_CALL, [workspaceId, id, failure, isCertain])) > 0;

const CLAIM_DUE = {
  name: 'claim-due-integrations',
  text: `
    WITH due AS MATERIALIZED (
      SELECT workspace_id, id FROM integrations
      WHERE channel = 'email' AND enabled
        AND coalesce(tested_at, created_at) < now() - CASE WHEN failed_at IS NULL THEN interval '1 hour' ELSE interval '1 minute' END
      ORDER BY tested_at NULLS FIRST LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    UPDATE integrations i SET tested_at = now() FROM due
    WHERE i.workspace_id = due.workspace_id AND i.id = due.id
    RETURNING i.workspace_id, i.id`,
};

const NOTE_TEST = `
  UPDATE integrations SET tested_at = now(), domains = coalesce($3, domains), unchecked = $4
  WHERE workspace_id = $1 AND id = $2`;

const NOTE_HEALTH = `
  UPDATE integrations SET
    failure = $3, failing_since = CASE WHEN $3::text IS NOT NULL THEN coalesce(failing_since, failed_at, now()) END,
    failed_at = CASE WHEN $3::text IS NOT NULL THEN failed_at END
  WHERE workspace_id = $1 AND id = $2 AND (
    failure IS DISTINCT FROM $3 OR (failing_since IS NULL) <> ($3::text IS NULL)
    OR (failed_at IS NOT NULL AND $3::text IS NULL))`;

/** A failure that no second one followed within ten minutes counts as over. */
const HAS_FAILED = "(failing_since IS NOT NULL OR coalesce(failed_at > now() - interval '10 minutes', false))";

const NOTE_FAILED_CALL = `
  UPDATE integrations SET
    failed_at = CASE WHEN ${HAS_FAILED} THEN coalesce(failed_at, now()) ELSE now() END,
    failing_since = CASE
      WHEN ${HAS_FAILED} THEN coalesce(failing_since, failed_at)
      WHEN $4 THEN now() END,
    failure = CASE WHEN ${HAS_FAILED} OR $4 THEN $3 END
  WHERE workspace_id = $1 AND id = $2`;
