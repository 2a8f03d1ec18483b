import { Inject, Injectable } from '@nestjs/common';
import type { MessageStatus } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { groupCounts } from '../message/message-groups.statements.js';
import type { Recipient } from '../message/message.js';
import type { OwnedId } from '../message/signed-id.js';
import type { ReportRow } from './delivery-reports.repository.js';

/** A message with a report, as far as a report can change it. */
export interface ReportedMessage extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  status: MessageStatus;
  list_id: string | null;
  recipients: Recipient[];
}

/** Reads and writes the messages that reports are about. */
@Injectable()
export class ReportedMessages {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Locks the messages of matched reports until the transaction ends, and returns the messages that still exist. */
  lock(reports: ReportRow[]): Promise<ReportedMessage[]> {
    const keys = reports.map(({ workspace_id, message_id }) => ({ workspace_id, id: message_id }));
    return this.database.query<ReportedMessage>(LOCK, [JSON.stringify(keys)]);
  }

  /** Stores status and recipients, and ends the messages. */
  async change(messages: ReportedMessage[]): Promise<void> {
    if (messages.length > 0) await this.database.query(CHANGE, [JSON.stringify(messages)]);
  }

  /** Stores the latest cost that a provider stated for each message. */
  async charge(reports: ReportRow[]): Promise<void> {
    const costs = reports.filter(({ cost }) => cost !== null);
    if (costs.length > 0) await this.database.execute(CHARGE, [JSON.stringify(costs)]);
  }

  /**
   * Returns the recipients of an email.
   * @returns undefined if it does not exist or already has `mostReports` reports of this integration
   */
  async recipientsOf(
    { workspaceId, id }: OwnedId,
    integrationId: string,
    mostReports: number,
  ): Promise<Recipient[] | undefined> {
    const values = [workspaceId, id, integrationId, mostReports];
    const [message] = await this.database.query<{ recipients: Recipient[] }>(RECIPIENTS, values);
    return message?.recipients;
  }
}

const LOCK = `
  SELECT m.workspace_id, m.id, m.status, m.list_id, m.recipients
  FROM jsonb_to_recordset($1::jsonb) AS asked(workspace_id int, id uuid)
  JOIN messages m ON m.workspace_id = asked.workspace_id AND m.id = asked.id
  ORDER BY m.workspace_id, m.id FOR UPDATE OF m`;

/**
 * A held message need not wait any longer. The new claim fences off a worker that has just stopped waiting. A message that its group has
 * replaced has its place in the counts already.
 */
const CHANGE = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS given(workspace_id int, id uuid, status text, recipients jsonb)),
  before AS MATERIALIZED (
    SELECT m.workspace_id, m.id, m.group_id, m.status, m.ended_at IS NOT NULL AS has_ended,
      (m.replaced_by = 'group') IS TRUE AS is_replaced
    FROM given JOIN messages m ON m.workspace_id = given.workspace_id AND m.id = given.id),
  changed AS (
  UPDATE messages m SET
    status = given.status, recipients = given.recipients, due_at = NULL, ended_at = coalesce(m.ended_at, now()),
    claim = m.claim + 1,
    reason = CASE WHEN given.status IN ('sent', 'delivered') THEN NULL ELSE coalesce(m.reason, given.recipients->0->>'detail') END
  FROM given WHERE m.workspace_id = given.workspace_id AND m.id = given.id
  RETURNING m.workspace_id, m.group_id, m.status, (m.replaced_by = 'group') IS TRUE AS is_replaced),
  moves AS (
    SELECT workspace_id, group_id, status, 1 AS by FROM changed WHERE NOT is_replaced
    UNION ALL SELECT workspace_id, group_id, status, -1 FROM before WHERE has_ended AND NOT is_replaced),
  ${groupCounts('moves')}
  SELECT 1 FROM changed`;

const CHARGE = `
  UPDATE messages m SET cost = charged.cost
  FROM (
    SELECT DISTINCT ON (workspace_id, message_id) workspace_id, message_id, cost
    FROM jsonb_to_recordset($1::jsonb) AS told(workspace_id int, message_id uuid, cost jsonb, received_at timestamptz)
    ORDER BY workspace_id, message_id, received_at DESC) AS charged
  WHERE m.workspace_id = charged.workspace_id AND m.id = charged.message_id`;

const RECIPIENTS = `
  SELECT m.recipients FROM messages m
  WHERE m.workspace_id = $1 AND m.id = $2 AND m.channel = 'email' AND $4 > (
    SELECT count(*) FROM delivery_reports r
    WHERE r.workspace_id = m.workspace_id AND r.message_id = m.id AND r.integration_id = $3)`;
