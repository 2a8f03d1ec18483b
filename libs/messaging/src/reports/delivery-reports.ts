import { Inject, Injectable } from '@nestjs/common';
import type { HookOwner } from '@dundun/accounts';
import { stopKeyword, type MessageStatus } from '@dundun/domain';
import { Database, type Expiry } from '@dundun/platform/database';
import type { Cost, DeliveryReport, InboundSms } from '@dundun/providers';
import { validate } from 'uuid';
import { ListSuppressions, type ListSuppression } from '../suppressions/list-suppressions.repository.js';
import { ReportedConsents } from './reported-consents.repository.js';
import { ReportedOptOuts } from './reported-opt-outs.repository.js';
import type { Recipient } from '../message/message.js';
import { afterReport, isErased, reportedAddress, reportedRecipient } from './report-policy.js';
import { kept, LONGEST_ID } from '../message/storable.js';
import { Suppressions } from '../suppressions/suppressions.repository.js';

/** A report as it is stored. */
export interface ReportRow extends Record<string, unknown> {
  workspace_id: number;
  integration_id: string;
  event_id: string;
  reference: string | null;
  provider_message_id: string | null;
  message_id: string | null;
  kind: DeliveryReport['kind'];
  bounce: DeliveryReport['bounce'] | null;
  recipient: string | null;
  detail: string;
  cost: Cost | null;
  reported_at: Date | null;
  received_at: Date;
}

interface Reported extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  status: MessageStatus;
  list_id: string | null;
  recipients: Recipient[];
}

/** Reports of mail that never came through here are forgotten after this. */
const WAIT = "interval '7 days'";
/** Of each integration in a turn: whoever else sends through an account of ours, its events fill no other's turn. */
export const MOST_AT_ONCE = 500;
const FORGET_AT_ONCE = 5_000;

/** Inbound SMS that come again after this are heeded again. */
export const inboundSmsExpiry: Expiry = { table: 'inbound_sms', column: 'received_at', after: '90 days' };

/**
 * What providers report about messages: stored once, in any order, and applied to the message they are about. A report
 * that overtakes the outcome it is about, or comes before its message is known, waits for it.
 */
@Injectable()
export class DeliveryReports {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Suppressions) private readonly suppressions: Suppressions,
    @Inject(ListSuppressions) private readonly lists: ListSuppressions,
    @Inject(ReportedOptOuts) private readonly optOuts: ReportedOptOuts,
    @Inject(ReportedConsents) private readonly consents: ReportedConsents,
  ) {}

  /** @returns how many of the reports were new */
  take(
    { workspaceId, integrationId }: HookOwner,
    reports: DeliveryReport[],
    inbound: InboundSms[] = [],
  ): Promise<number> {
    return this.database.transaction(async () => {
      const rows = reports.map((report) => rowOf(workspaceId, integrationId, report));
      const fresh = rows.length > 0 ? await this.database.query<ReportRow>(STORE, [JSON.stringify(rows)]) : [];
      await this.apply(fresh.filter(({ message_id }) => message_id !== null));
      for (const report of fresh.filter(isOfNoMessage)) await this.optOut(report, report.recipient);
      for (const sms of await this.unheard({ workspaceId, integrationId }, inbound)) await this.heed(workspaceId, sms);
      return fresh.length;
    });
  }

  /** Applies what has waited and can be matched by now. @returns how many it looked at, and how many it matched */
  matchWaiting(most = MOST_AT_ONCE): Promise<{ looked: number; matched: number }> {
    return this.database.transaction(async () => {
      const looked = await this.database.query<ReportRow>(MATCH, [most]);
      const matched = looked.filter(({ message_id }) => message_id !== null);
      await this.apply(matched);
      return { looked: looked.length, matched: matched.length };
    });
  }

  /** Gives up what has waited too long. @returns how many */
  forgetStrangers(): Promise<number> {
    return this.database.execute(FORGET, [FORGET_AT_ONCE]);
  }

  /** Of one message, oldest first. */
  of(workspaceId: number, messageId: string): Promise<ReportRow[]> {
    return this.database.query<ReportRow>(
      `SELECT * FROM delivery_reports WHERE workspace_id = $1 AND message_id = $2 ORDER BY received_at, event_id`,
      [workspaceId, messageId],
    );
  }

  private async apply(reports: ReportRow[]): Promise<void> {
    if (reports.length === 0) return;
    const keys = reports.map(({ workspace_id, message_id }) => ({ workspace_id, id: message_id }));
    const messages = await this.database.query<Reported>(LOCK, [JSON.stringify(keys)]);
    const byId = new Map(messages.map((message) => [`${message.workspace_id} ${message.id}`, message]));
    const changed = new Set<Reported>();
    const ofErased: ReportRow[] = [];
    const left: ListSuppression[] = [];
    // In the order of their people, as everybody suppresses: others would wait for each other.
    const inOrder = [...reports].sort((a, b) => (a.recipient ?? '').localeCompare(b.recipient ?? ''));
    for (const report of inOrder) {
      const message = byId.get(`${report.workspace_id} ${String(report.message_id)}`);
      if (!message) continue;
      const next = afterReport(message.recipients, report);
      if (next) changed.add(Object.assign(message, next));
      const about = reportedRecipient(message.recipients, report);
      if (about && isErased(about)) ofErased.push(report);
      left.push(...(await this.draw(message, report)));
    }
    if (ofErased.length > 0) await this.database.execute(FORGET_WHOM, [JSON.stringify(ofErased)]);
    if (changed.size > 0) await this.database.execute(CHANGE, [JSON.stringify([...changed])]);
    const costs = reports.filter(({ cost }) => cost !== null);
    if (costs.length > 0) await this.database.execute(CHARGE, [JSON.stringify(costs)]);
    await this.lists.add(left);
  }

  /** What follows for the person, beyond this message. @returns which list they left, if they did */
  private async draw(message: Reported, report: ReportRow): Promise<ListSuppression[]> {
    const { kind, bounce, detail } = report;
    const address = reportedAddress(message.recipients, report);
    if (address === null) return [];
    const { workspace_id: workspaceId, id: messageId, list_id: listId } = message;
    const suppress = (reason: 'bounce' | 'complaint') =>
      this.suppressions.add([{ workspaceId, address, reason, detail, messageId }]);
    if (kind === 'bounced' && bounce === 'hard') await suppress('bounce');
    else if (kind === 'bounced' && bounce === 'soft')
      await this.suppressions.countSoftBounce(workspaceId, address, messageId, detail);
    else if (kind === 'complained') await suppress('complaint');
    else if (kind === 'unsubscribed' && listId) {
      await this.optOuts.add({ workspaceId, listId, address });
      return [{ workspaceId, listId, address }];
    } else if (kind === 'unsubscribed') await this.optOut(report, address);
    return [];
  }

  /** Somebody asked the provider for nothing more at all; of a phone that is a STOP, which START lifts. */
  private async optOut(report: ReportRow, address: string | null): Promise<void> {
    if (address === null) return;
    const { workspace_id: workspaceId, message_id: messageId, detail } = report;
    const saidAt = report.reported_at ?? report.received_at;
    const reason = address.includes('@') ? 'unsubscribe' : 'stop';
    await this.suppressions.add([{ workspaceId, address, reason, detail, messageId }]);
    await this.consents.add({ workspaceId, address, action: 'unsubscribed', method: 'provider', saidAt });
  }

  /** Those that did not come before: a provider repeats what it got no answer for, however late. */
  private async unheard({ workspaceId, integrationId }: HookOwner, inbound: InboundSms[]): Promise<InboundSms[]> {
    if (inbound.length === 0) return [];
    const byId = new Map(inbound.map((sms) => [kept(sms.eventId, 500), sms]));
    const values = [workspaceId, integrationId, JSON.stringify([...byId.keys()])];
    const fresh = await this.database.query<{ event_id: string }>(HEAR, values);
    const ids = new Set(fresh.map(({ event_id }) => event_id));
    return [...byId].filter(([id]) => ids.has(id)).map(([, sms]) => sms);
  }

  private async heed(workspaceId: number, { from, body, at }: InboundSms): Promise<void> {
    const word = stopKeyword(body);
    if (word === null) return;
    const saidAt = isStorable(at) ? at : null;
    const action = word === 'stop' ? 'unsubscribed' : 'resumed';
    if (word === 'start') await this.suppressions.resume(workspaceId, from, saidAt);
    else await this.suppressions.add([{ workspaceId, address: from, reason: 'stop', detail: body, saidAt }]);
    await this.consents.add({ workspaceId, address: from, action, method: 'sms', textSaid: body, saidAt });
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
  reported_at: isStorable(report.at) ? report.at : null,
});

/** An opt-out that some providers report without saying of which message; then no message is to be waited for. */
const isOfNoMessage = ({ kind, reference, provider_message_id }: ReportRow) =>
  kind === 'unsubscribed' && reference === null && provider_message_id === null;

/** PostgreSQL reads no year of more than four digits. */
const isStorable = (at: Date | null) => at !== null && at.getUTCFullYear() > 0 && at.getUTCFullYear() < 10_000;

const HEAR = `
  INSERT INTO inbound_sms (workspace_id, integration_id, event_id)
  SELECT $1, $2, event_id FROM jsonb_array_elements_text($3::jsonb) AS event_id ORDER BY event_id
  ON CONFLICT DO NOTHING
  RETURNING event_id`;

/** The message that a report is about, once its outcome is recorded: what is on its way would be written over it. */
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
 * Integrations by skipping through the index, and of each those whose turn has come. What is not found waits as long again as it
 * has waited: its message is about to be recorded, or it is a stranger's and never will be.
 */
const MATCH = `
  WITH RECURSIVE owners AS (
    (SELECT workspace_id, integration_id FROM delivery_reports WHERE message_id IS NULL
     ORDER BY workspace_id, integration_id LIMIT 1)
    UNION ALL
    SELECT next.* FROM owners CROSS JOIN LATERAL (
      SELECT d.workspace_id, d.integration_id FROM delivery_reports d
      WHERE d.message_id IS NULL AND (d.workspace_id, d.integration_id) > (owners.workspace_id, owners.integration_id)
      ORDER BY d.workspace_id, d.integration_id LIMIT 1) AS next
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

const FORGET = `
  DELETE FROM delivery_reports WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM delivery_reports WHERE message_id IS NULL AND received_at < now() - ${WAIT}
    ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED))`;

const LOCK = `
  SELECT m.workspace_id, m.id, m.status, m.list_id, m.recipients
  FROM jsonb_to_recordset($1::jsonb) AS asked(workspace_id int, id uuid)
  JOIN messages m ON m.workspace_id = asked.workspace_id AND m.id = asked.id
  ORDER BY m.workspace_id, m.id FOR UPDATE OF m`;

/** Whoever held it for this word need not wait any longer; a worker that has just given up waiting is fenced off. */
const CHANGE = `
  UPDATE messages m SET
    status = changed.status, recipients = changed.recipients, due_at = NULL, ended_at = coalesce(m.ended_at, now()),
    claim = m.claim + 1,
    reason = CASE WHEN changed.status IN ('sent', 'delivered') THEN NULL ELSE coalesce(m.reason, changed.recipients->0->>'detail') END
  FROM jsonb_to_recordset($1::jsonb) AS changed(workspace_id int, id uuid, status text, recipients jsonb)
  WHERE m.workspace_id = changed.workspace_id AND m.id = changed.id`;

/** What a provider says of a mailbox mostly names it. */
const FORGET_WHOM = `
  UPDATE delivery_reports d SET recipient = NULL, detail = ''
  FROM jsonb_to_recordset($1::jsonb) AS report(workspace_id int, integration_id uuid, event_id text)
  WHERE d.workspace_id = report.workspace_id AND d.integration_id = report.integration_id
    AND d.event_id = report.event_id`;

/** The provider's last word on what a message cost. */
const CHARGE = `
  UPDATE messages m SET cost = charged.cost
  FROM (
    SELECT DISTINCT ON (workspace_id, message_id) workspace_id, message_id, cost
    FROM jsonb_to_recordset($1::jsonb) AS told(workspace_id int, message_id uuid, cost jsonb, received_at timestamptz)
    ORDER BY workspace_id, message_id, received_at DESC) AS charged
  WHERE m.workspace_id = charged.workspace_id AND m.id = charged.message_id`;
