import { Inject, Injectable } from '@nestjs/common';
import { ERASED } from '@dundun/messaging';
import { Database } from '@dundun/platform/database';

const CHUNK = 200;

/**
 * Messages of somebody that are at rest: what a provider has in hand now, or may have, is found by a later turn. What did
 * not go out yet to this person alone is canceled; one more claim fences off a worker that has it in memory. An address
 * is theirs because the message was sent to them by it, whatever addresses they had later.
 */
const REDACT = `
  WITH linked AS (
    SELECT message_id, array_agg(address) AS keys FROM message_people
    WHERE workspace_id = $1 AND person_id = $2 GROUP BY message_id
  ),
  rested AS MATERIALIZED (
    SELECT m.id, jsonb_array_length(m.recipients) <= 1 AS alone, linked.keys || ARRAY(
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
      reason = CASE WHEN alone THEN NULL ELSE m.reason END,
      recipients = (
        SELECT jsonb_agg(CASE WHEN alone OR lower(r->>'address') = ANY(addresses) THEN r - 'key' || jsonb_build_object(
            'address', '${ERASED}', 'name', NULL, 'detail', NULL,
            'status', CASE r->>'status' WHEN 'queued' THEN 'suppressed' ELSE r->>'status' END) ELSE r END ORDER BY at)
        FROM jsonb_array_elements(m.recipients) WITH ORDINALITY AS each(r, at))
    FROM rested WHERE m.workspace_id = $1 AND m.id = rested.id
    RETURNING m.id, rested.alone, rested.addresses
  ),
  unlinked AS (
    DELETE FROM message_people WHERE workspace_id = $1 AND person_id = $2 AND message_id IN (SELECT id FROM rested))
  SELECT id, alone, addresses FROM redacted`;

// What belongs to messages that went to this person alone.
const HITS = `DELETE FROM hits WHERE workspace_id = $1 AND message_id = ANY($2::uuid[])`;
const INBOX = `DELETE FROM inbox_messages WHERE workspace_id = $1 AND message_id = ANY($2::uuid[])`;
const ATTEMPTS = `
  UPDATE attempts SET detail = NULL WHERE workspace_id = $1 AND message_id = ANY($2::uuid[]) AND detail IS NOT NULL`;
const REPORTS = `DELETE FROM delivery_reports WHERE workspace_id = $1 AND message_id = ANY($2::uuid[])`;

const REPORTS_OF_ADDRESS = `
  DELETE FROM delivery_reports d USING jsonb_to_recordset($2::jsonb) AS shared(id uuid, addresses text[])
  WHERE d.workspace_id = $1 AND d.message_id = shared.id AND lower(d.recipient) = ANY(shared.addresses)`;

interface Redacted extends Record<string, unknown> {
  id: string;
  alone: boolean;
  addresses: string[];
}

/** Takes a person out of the messages that they were sent. */
@Injectable()
export class EraseMessages {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @returns how many messages there were */
  async chunk(workspaceId: number, personId: string): Promise<number> {
    const messages = await this.database.query<Redacted>(REDACT, [workspaceId, personId]);
    if (messages.length === 0) return 0;
    const alone = messages.filter((message) => message.alone).map(({ id }) => id);
    for (const statement of [HITS, INBOX, ATTEMPTS, REPORTS])
      await this.database.execute(statement, [workspaceId, alone]);
    const shared = messages.filter((message) => !message.alone);
    await this.database.execute(REPORTS_OF_ADDRESS, [workspaceId, JSON.stringify(shared)]);
    return messages.length;
  }
}
