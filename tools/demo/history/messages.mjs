import { idAt } from './ids.mjs';

/** They begin as queued, so that the feed of the service says how each of them ended. */
const STORE = `
  WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS given(
      workspace_id int, id uuid, channel text, lane text, list_id uuid, group_id uuid, source text, sender jsonb, recipients jsonb,
      content jsonb, segments smallint, tags text[], metadata jsonb, at timestamptz, ended_at timestamptz, provider text, outcome text,
      said text, reference text)),
  stored AS (
    INSERT INTO messages (workspace_id, id, channel, lane, due_at, attempts, list_id, group_id, source, sender, recipients, content,
      segments, tags, metadata, created_at)
    SELECT workspace_id, id, channel, lane, NULL, (outcome IS NOT NULL)::int, list_id, group_id, source, sender, recipients, content,
      segments, tags, metadata, at
    FROM given),
  tried AS (
    INSERT INTO attempts (workspace_id, message_id, number, provider, started_at, ended_at, outcome, provider_message_id, detail)
    SELECT workspace_id, id, 1, provider, at + interval '1 second', least(ended_at, at + interval '2 seconds'), outcome, reference, said
    FROM given WHERE outcome IS NOT NULL)
  INSERT INTO message_tags (workspace_id, tag, created_at, message_id)
  SELECT workspace_id, tag, at, id FROM given CROSS JOIN unnest(tags) AS tag`;
const END = `
  UPDATE messages m SET status = given.status, reason = given.reason, ended_at = given.ended_at
  FROM jsonb_to_recordset($1::jsonb) AS given(workspace_id int, id uuid, status text, reason text, ended_at timestamptz)
  WHERE m.workspace_id = given.workspace_id AND m.id = given.id`;
const HITS = `
  INSERT INTO hits (workspace_id, message_id, at, id, kind, link, user_agent, reason)
  SELECT workspace_id, message_id, at, id, kind, link, agent, reason FROM jsonb_to_recordset($1::jsonb) AS given(
    workspace_id int, message_id uuid, at timestamptz, id uuid, kind text, link smallint, agent text, reason text)`;
const SUPPRESS = `
  INSERT INTO suppressions (workspace_id, address, reason, detail, message_id, created_at)
  SELECT workspace_id, address, reason, detail, message_id, at FROM jsonb_to_recordset($1::jsonb) AS given(
    workspace_id int, address text, reason text, detail text, message_id uuid, at timestamptz)
  ON CONFLICT DO NOTHING`;
const HOLD = `UPDATE messages SET status = 'held', reason = $3, ended_at = NULL WHERE workspace_id = $1 AND id = $2`;

const PROVIDERS = { email: 'postmark', sms: 'twilio' };
const GONE = { bounced: 'bounce', complained: 'complaint' };

/** Writes messages with their attempts, tags, opens and clicks, and suppresses the addresses of those that bounced for good. */
export async function writeMessages({ database, workspace }, messages) {
  const rows = messages.map((message) => rowOf(workspace, message));
  await database.write(STORE, rows);
  await database.write(END, rows.map(({ workspace_id, id, status, reason, ended_at }) => ({ workspace_id, id, status, reason, ended_at }))); // prettier-ignore
  await database.write(
    HITS,
    messages.flatMap(({ id, hits = [] }) =>
      hits.map((hit) => ({
        ...hit,
        workspace_id: workspace,
        message_id: id,
        id: idAt(hit.at, `${id} ${hit.kind} ${hit.at}`),
        at: new Date(hit.at).toISOString(),
      })),
    ),
  );
  await database.write(
    SUPPRESS,
    messages.flatMap(({ id, to, fate: { status, said, isLast }, ended }) =>
      isLast
        ? [{ workspace_id: workspace, address: to, reason: GONE[status], detail: said, message_id: id, at: new Date(ended).toISOString() }] // prettier-ignore
        : [],
    ),
  );
}

/** Leaves a message for a person to decide, as the service does when a text may have arrived. */
export const hold = ({ database, workspace }, id) =>
  database.query(HOLD, [workspace, id, 'the provider may have sent it: the connection was lost before the answer']);

function rowOf(workspace, { id, channel, to, at, ended, fate, sender, content, list, group, tags, metadata }) {
  const { status, said, outcome } = fate;
  return {
    workspace_id: workspace,
    id,
    channel,
    lane: group ? 'bulk' : 'fast',
    status,
    list_id: list ?? null,
    group_id: group ?? null,
    source: channel === 'sms' ? 'twilio' : null,
    sender,
    recipients: [{ address: to, name: null, kind: 'to', status, detail: said }],
    content,
    segments: channel === 'sms' ? 1 : null,
    tags: tags ?? null,
    metadata: metadata ?? null,
    at: new Date(at).toISOString(),
    ended_at: new Date(ended).toISOString(),
    provider: PROVIDERS[channel],
    outcome: outcome ?? null,
    said,
    reference: outcome === 'accepted' ? id : null,
    reason: status === 'delivered' || status === 'sent' ? null : said,
  };
}
