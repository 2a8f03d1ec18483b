import { Inject, Injectable } from '@nestjs/common';
import type { HookOwner } from '@dundun/accounts';
import { Database } from '@dundun/platform/database';
import type { Cost, DeliveryReport } from '@dundun/providers';
import { validate } from 'uuid';
import { kept, LONGEST_ID } from '../message/storable.js';
import { reportTime } from './report-policy.js';

/** A stored report. */
export interface ReportRow extends Record<string, unknown> {
  workspace_id: number;
  integration_id: string;
  event_id: string;
  reference: string | null;
  provider_message_id: string | null;
  /** Null until the report is matched to its message. */
  message_id: string | null;
  kind: DeliveryReport['kind'];
  bounce: DeliveryReport['bounce'] | null;
  recipient: string | null;
  detail: string;
  cost: Cost | null;
  reported_at: Date | null;
  received_at: Date;
}

/** How long a report waits for its message. Providers also report mail that was not sent through Dundun. */
const WAIT = "interval '7 days'";
/**
 * Reports of each integration that one pass matches. An account that also sends elsewhere reports much that never
 * matches; the limit keeps its reports from delaying those of other integrations.
 */
export const MOST_AT_ONCE = 500;
const FORGET_AT_ONCE = 5_000;

/** Reads and writes the reports of providers. */
@Injectable()
export class DeliveryReportRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Stores reports once and matches them where possible. @returns the new rows */
  async store({ workspaceId, integrationId }: HookOwner, reports: DeliveryReport[]): Promise<ReportRow[]> {
    if (reports.length === 0) return [];
    const rows = reports.map((report) => rowOf(workspaceId, integrationId, report));
    return this.database.query<ReportRow>(STORE, [JSON.stringify(rows)]);
  }

  /** Looks at waiting reports that are due, up to `most` of each integration. @returns them, matched or not */
  match(most: number): Promise<ReportRow[]> {
    return this.database.query<ReportRow>(MATCH, [most]);
  }

  /** Deletes up to 5,000 reports that waited too long for a message. @returns how many */
  forgetUnmatched(): Promise<number> {
    return this.database.execute(FORGET_UNMATCHED, [FORGET_AT_ONCE]);
  }

  /** Clears recipient and detail, because a provider's text about a mailbox usually names it. */
  async forgetRecipients(reports: ReportRow[]): Promise<void> {
    if (reports.length > 0) await this.database.execute(FORGET_RECIPIENTS, [JSON.stringify(reports)]);
  }

  /** Returns the reports of one message, oldest first. */
  of(workspaceId: number, messageId: string): Promise<ReportRow[]> {
    return this.database.query<ReportRow>(OF_MESSAGE, [workspaceId, messageId]);
  }
}

const rowOf = (workspaceId: number, integrationId: string, report: DeliveryReport) => ({
  workspace_id: workspaceId,
  integration_id: integrationId,
  event_id: kept(report.eventId, 500),
  reference: report.reference !== null && validate(report.reference) ? report.reference : null,
  provider_message_id: report.providerId === null ? null : kept(report.providerId, LONGEST_ID),
  kind: report.kind,
  bounce: report.bounce ?? null,
  recipient: report.recipient === null ? null : kept(report.recipient, 320),
  detail: kept(report.detail, 2_000),
  cost: report.cost ?? null,
  reported_at: reportTime(report.at),
});

/** Finds the message of report `r`, once its outcome is recorded: an outcome still in flight would overwrite the report. */
const ABOUT = `
  SELECT m.id FROM messages m
  WHERE m.workspace_id = r.workspace_id AND m.status NOT IN ('scheduled', 'queued', 'sending') AND m.id = coalesce(
    r.reference,
    (SELECT a.message_id FROM attempts a
     WHERE a.workspace_id = r.workspace_id AND a.integration_id = r.integration_id
       AND a.provider_message_id = r.provider_message_id LIMIT 1))`;

const STORE = `
  INSERT INTO delivery_reports (workspace_id, integration_id, event_id, reference, provider_message_id, kind, bounce,
                                recipient, detail, cost, reported_at, message_id)
  SELECT DISTINCT ON (r.workspace_id, r.integration_id, r.event_id)
    r.workspace_id, r.integration_id, r.event_id, r.reference, r.provider_message_id, r.kind, r.bounce,
    r.recipient, r.detail, r.cost, r.reported_at, (${ABOUT})
  FROM jsonb_to_recordset($1::jsonb) AS r(
    workspace_id int, integration_id uuid, event_id text, reference uuid, provider_message_id text, kind text, bounce text,
    recipient text, detail text, cost jsonb, reported_at timestamptz)
  ORDER BY r.workspace_id, r.integration_id, r.event_id
  ON CONFLICT (workspace_id, integration_id, event_id) DO NOTHING
  RETURNING *`;

/**
 * Skips through the index to find the integrations, then takes the due reports of each. An unmatched report waits as long
 * again as it has waited so far: its message is about to be recorded, or never will be.
 */
const MATCH = `
  WITH RECURSIVE owners AS (
    (SELECT workspace_id, integration_id FROM delivery_reports WHERE message_id IS NULL
     ORDER BY workspace_id, integration_id, look_at LIMIT 1)
    UNION ALL
    SELECT next.* FROM owners CROSS JOIN LATERAL (
      SELECT d.workspace_id, d.integration_id FROM delivery_reports d
      WHERE d.message_id IS NULL AND (d.workspace_id, d.integration_id) > (owners.workspace_id, owners.integration_id)
      ORDER BY d.workspace_id, d.integration_id, d.look_at LIMIT 1) AS next
  ),
  waiting AS MATERIALIZED (
    SELECT r.workspace_id, r.integration_id, r.event_id, (${ABOUT}) AS message_id
    FROM owners CROSS JOIN LATERAL (
      SELECT d.* FROM delivery_reports d
      WHERE d.workspace_id = owners.workspace_id AND d.integration_id = owners.integration_id
        AND d.message_id IS NULL AND d.look_at <= now()
      ORDER BY d.look_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS r
  )
  UPDATE delivery_reports r SET
    message_id = waiting.message_id, look_at = now() + greatest(interval '2 seconds', now() - r.received_at)
  FROM waiting
  WHERE r.workspace_id = waiting.workspace_id AND r.integration_id = waiting.integration_id
    AND r.event_id = waiting.event_id
  RETURNING r.*`;

/** IS TRUE selects the index that is for this statement alone. */
const FORGET_UNMATCHED = `
  DELETE FROM delivery_reports WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM delivery_reports WHERE (message_id IS NULL) IS TRUE AND received_at < now() - ${WAIT}
    ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED))`;

const FORGET_RECIPIENTS = `
  UPDATE delivery_reports d SET recipient = NULL, detail = ''
  FROM jsonb_to_recordset($1::jsonb) AS report(workspace_id int, integration_id uuid, event_id text)
  WHERE d.workspace_id = report.workspace_id AND d.integration_id = report.integration_id
    AND d.event_id = report.event_id`;

const OF_MESSAGE = `
  SELECT * FROM delivery_reports WHERE workspace_id = $1 AND message_id = $2 ORDER BY received_at, event_id`;
