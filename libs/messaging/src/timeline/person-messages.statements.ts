import { groupCounts } from '../message/message-groups.statements.js';
import { ERASED } from '../message/message.js';

const CHUNK = 200;

/**
 * Redacts messages of a person that are not in flight; a later sweep finds the others. A queued message to this person
 * alone is canceled, and its new claim fences off a worker that holds it. An address counts as the person's if the message
 * was sent to them under it, whatever addresses they got later.
 */
export const REDACT = `
  WITH linked AS (
    SELECT message_id, array_agg(address) AS keys FROM message_people
    WHERE workspace_id = $1 AND person_id = $2 GROUP BY message_id
  ),
  rested AS MATERIALIZED (
    SELECT m.id, m.due_at IS NOT NULL AS was_open, jsonb_array_length(m.recipients) <= 1 AS alone, linked.keys || ARRAY(
      SELECT lower(r->>'address') FROM jsonb_array_elements(m.recipients) AS r WHERE r->>'key' = ANY(linked.keys)) AS addresses
    FROM linked JOIN messages m ON m.workspace_id = $1 AND m.id = linked.message_id
    WHERE m.status NOT IN ('sending', 'held')
    ORDER BY m.id LIMIT ${CHUNK} FOR UPDATE OF m
  ),
  redacted AS (
    UPDATE messages m SET
      claim = m.claim + (m.due_at IS NOT NULL)::int,
      status = CASE WHEN alone AND m.due_at IS NOT NULL THEN 'canceled' ELSE m.status END,
      ended_at = CASE WHEN alone AND m.due_at IS NOT NULL THEN now() ELSE m.ended_at END,
      due_at = CASE WHEN alone THEN NULL ELSE m.due_at END,
      content = CASE WHEN alone THEN '{}' ELSE m.content END,
      metadata = CASE WHEN alone THEN NULL ELSE m.metadata END,
      reason = CASE WHEN alone THEN NULL ELSE m.reason END,
      recipients = (
        SELECT jsonb_agg(CASE WHEN alone OR lower(r->>'address') = ANY(addresses) THEN r - 'key' || jsonb_build_object(
            'address', '${ERASED}', 'name', NULL, 'detail', NULL,
            'status', CASE r->>'status' WHEN 'queued' THEN 'suppressed' ELSE r->>'status' END) ELSE r END ORDER BY at)
        FROM jsonb_array_elements(m.recipients) WITH ORDINALITY AS each(r, at))
    FROM rested WHERE m.workspace_id = $1 AND m.id = rested.id
    RETURNING m.id, m.workspace_id, m.group_id, m.status, rested.alone, rested.addresses, rested.was_open
  ),
  moves AS (SELECT workspace_id, group_id, status, 1 AS by FROM redacted WHERE alone AND was_open),
  ${groupCounts('moves')},
  unlinked AS (
    DELETE FROM message_people WHERE workspace_id = $1 AND person_id = $2 AND message_id IN (SELECT id FROM rested))
  SELECT id, alone, addresses FROM redacted`;

// Rows of messages sent to this person alone.
export const HITS = `DELETE FROM hits WHERE workspace_id = $1 AND message_id = ANY($2::uuid[])`;
export const ATTACHMENTS = `DELETE FROM message_attachments WHERE workspace_id = $1 AND message_id = ANY($2::uuid[])`;
export const INBOX = `DELETE FROM inbox_messages WHERE workspace_id = $1 AND message_id = ANY($2::uuid[])`;
export const ATTEMPTS = `
  UPDATE attempts SET detail = NULL WHERE workspace_id = $1 AND message_id = ANY($2::uuid[]) AND detail IS NOT NULL`;
/** Of messages to several people, which others still find. */
export const WORDS = `
  UPDATE message_words w SET words = search_words(m.workspace_id, message_text(m.content, m.recipients))
  FROM messages m
  WHERE w.workspace_id = $1 AND w.message_id = ANY($2::uuid[]) AND m.workspace_id = $1 AND m.id = w.message_id`;
export const REPORTS = `DELETE FROM delivery_reports WHERE workspace_id = $1 AND message_id = ANY($2::uuid[])`;

export const REPORTS_OF_ADDRESS = `
  DELETE FROM delivery_reports d USING jsonb_to_recordset($2::jsonb) AS shared(id uuid, addresses text[])
  WHERE d.workspace_id = $1 AND d.message_id = shared.id AND lower(d.recipient) = ANY(shared.addresses)`;

const LINKS = 1_000;

/** Moves the links between messages and people. */
export const MOVE = `
  WITH chunk AS MATERIALIZED (
    SELECT address, message_id FROM message_people WHERE workspace_id = $1 AND person_id = $2 LIMIT ${LINKS})
  UPDATE message_people mp SET person_id = $3 FROM chunk
  WHERE mp.workspace_id = $1 AND mp.address = chunk.address AND mp.message_id = chunk.message_id`;

/** $2: addresses of the person. Leaves out addresses that another person has by now and may have used. */
export const FORGET_WHO_SAID = `
  UPDATE reported_consents r SET address = NULL, text_said = NULL
  WHERE workspace_id = $1 AND address = ANY($2::text[])
    AND NOT EXISTS (SELECT FROM person_keys k WHERE k.workspace_id = $1 AND k.kind IN ('email', 'number') AND k.value = r.address)`;

/** Returns only the person's own recipient entries; the others belong to other people. */
export const EXPORTED_MESSAGE = `
  m.id, m.channel, m.status, m.sender, m.list_id, m.reason, m.created_at, m.ended_at, content_of(m.workspace_id, m.content) AS content, m.tags, m.metadata,
  (SELECT jsonb_agg(r - 'key') FROM jsonb_array_elements(m.recipients) AS r
   WHERE lower(coalesce(r->>'key', r->>'address')) IN (
     SELECT mp.address FROM message_people mp
     WHERE mp.workspace_id = m.workspace_id AND mp.message_id = m.id AND mp.person_id = $2)) AS recipients`;
