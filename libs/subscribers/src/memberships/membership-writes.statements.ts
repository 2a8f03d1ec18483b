// Each statement takes its rows as one JSON parameter and inserts them in key order. Statements that look rows up have no
// name and are planned each time: a plan made while a table was small would outlive that.

export const FORGET_MEMBERSHIPS = {
  text: `
    DELETE FROM memberships m
    USING jsonb_to_recordset($1::jsonb) AS gone("workspaceId" int, "listId" uuid, "personId" uuid)
    WHERE m.workspace_id = gone."workspaceId" AND m.list_id = gone."listId" AND m.person_id = gone."personId"`,
};

export const KEEP_MEMBERSHIPS = {
  name: 'memberships-keep',
  text: `
    INSERT INTO memberships AS m (
      workspace_id, list_id, person_id, status, email_consent, sms_consent, confirmed_at)
    SELECT "workspaceId", "listId", "personId", status, consents->>'email', consents->>'sms',
      CASE WHEN confirmed THEN now() END
    FROM jsonb_to_recordset($1::jsonb) AS kept(
      "workspaceId" int, "listId" uuid, "personId" uuid, status text, consents jsonb, confirmed boolean)
    ORDER BY 1, 2, 3
    ON CONFLICT (workspace_id, list_id, person_id) DO UPDATE SET
      status = excluded.status, email_consent = excluded.email_consent, sms_consent = excluded.sms_consent,
      confirmed_at = coalesce(excluded.confirmed_at, m.confirmed_at), changed_at = now()`,
};

export const ADD_CONFIRMATIONS = {
  name: 'confirmations-add',
  text: `
    INSERT INTO confirmations (
      workspace_id, token_hash, list_id, person_id, address, sent, expires_at, ip, user_agent, request_id, method)
    SELECT "workspaceId", decode("tokenHash", 'hex'), "listId", "personId", address, sent, now() + interval '7 days', ip,
      "userAgent", "requestId", method
    FROM jsonb_to_recordset($1::jsonb) AS asked(
      "workspaceId" int, "tokenHash" text, "listId" uuid, "personId" uuid, address text, sent boolean, ip text,
      "userAgent" text, "requestId" text, method text)`,
};

export const USE_CONFIRMATIONS = {
  text: `
    UPDATE confirmations c SET used_at = now()
    FROM jsonb_to_recordset($1::jsonb) AS used("tokenHash" text) WHERE c.token_hash = decode(used."tokenHash", 'hex')`,
};

/** Lists that these people have left, with the addresses of the channels that they left. */
export const LISTS_LEFT = `
  SELECT m.workspace_id, m.list_id,
    CASE WHEN consent_status(m.status, m.email_consent, p.email) = 'unsubscribed' THEN p.email END AS email,
    CASE WHEN consent_status(m.status, m.sms_consent, p.number) = 'unsubscribed' THEN p.number END AS number
  FROM jsonb_to_recordset($1::jsonb) AS moved("workspaceId" int, id uuid)
  JOIN people p ON p.workspace_id = moved."workspaceId" AND p.id = moved.id
  JOIN memberships m ON m.workspace_id = p.workspace_id AND m.person_id = p.id
  WHERE 'unsubscribed' IN (m.status, m.email_consent, m.sms_consent)`;

export interface LeftList extends Record<string, unknown> {
  workspace_id: number;
  list_id: string;
  email: string | null;
  number: string | null;
}
