export const ARCHIVE = `
  UPDATE people SET archived_at = coalesce(archived_at, now()), updated_at = now() WHERE workspace_id = $1 AND id = $2`;

/** The ledger of consents is append-only for everybody else. */
export const ALLOW_ERASING = `SET LOCAL dundun.erasing = 'on'`;

/** That somebody agreed or declined is kept without who it was; what was shown to them may name them. */
const CONSENTS = `
  UPDATE consents SET person_id = NULL, address = NULL, ip = NULL, user_agent = NULL, request_id = NULL, text_shown = NULL, text_said = NULL
  WHERE workspace_id = $1 AND person_id = $2`;

/** $2: addresses of the person. One that is somebody else's now may have been said by them. */
export const FORGET_WHO_SAID = `
  UPDATE reported_consents r SET address = NULL, text_said = NULL
  WHERE workspace_id = $1 AND address = ANY($2::text[])
    AND NOT EXISTS (SELECT FROM person_keys k WHERE k.workspace_id = $1 AND k.kind IN ('email', 'number') AND k.value = r.address)`;

/** Those that lead to the person, beside their own. */
export const UIDS_MERGED = `SELECT uid FROM merged_uids WHERE workspace_id = $1 AND person_id = $2`;

/** Members of an account can be very many, and are taken away by the job. */
export const ERASE = [
  CONSENTS,
  `DELETE FROM confirmations WHERE workspace_id = $1 AND person_id = $2`,
  `DELETE FROM account_members WHERE workspace_id = $1 AND person_id = $2`,
  `DELETE FROM merged_uids WHERE workspace_id = $1 AND person_id = $2`,
  `DELETE FROM people WHERE workspace_id = $1 AND id = $2`,
];

/** Merges into this person: what they still have to move is erased instead, and their uids are forgotten. One that looks for nothing more gets no address. */
export const TAKE_OVER_JOBS = `
  UPDATE user_jobs SET to_person = NULL, addresses = CASE WHEN due_at IS NULL THEN addresses ELSE addresses || $3::text[] END,
    details = details - '{source,destination}'::text[]
  WHERE workspace_id = $1 AND to_person = $2`;
