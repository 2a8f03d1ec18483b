import { Inject, Injectable } from '@nestjs/common';
import type { Approval, CampaignState, FollowUp, GuardMemory } from '@dundun/domain';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import {
  CAMPAIGN_COLUMNS,
  type CampaignFields,
  type CampaignFilter,
  type CampaignRow,
  type CampaignSender,
  type StoredDecision,
  type StoredHalt,
} from './campaign.js';
import type { StoredContent } from './stored-content.js';

const FIND = `SELECT ${CAMPAIGN_COLUMNS} FROM campaigns WHERE workspace_id = $1 AND id = $2`;

/** A workspace has few campaigns, so nothing but their order has an index. */
const MATCHES = `($3::text IS NULL OR state = $3) AND ($2::text IS NULL OR strpos(lower(name), $2) > 0
  OR strpos(lower(content ->> 'subject'), $2) > 0
  OR EXISTS (SELECT FROM unnest(labels) AS label WHERE strpos(lower(label), $2) > 0))`;

const INSERT = `
  INSERT INTO campaigns (workspace_id, id, name, labels, lists, segments, without_lists, without_segments, list_id, profile_id,
    content, track_opens, track_clicks, per_minute, variants, test, holdout, local_start, send_window, data, utm, channel, sms_source,
    sms_from, most_sms_segments, conversion, transactional_reason)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)`;
const UPDATE = `
  UPDATE campaigns SET name = $3, labels = $4, lists = $5, segments = $6, without_lists = $7, without_segments = $8, list_id = $9,
    profile_id = $10, content = $11, track_opens = $12, track_clicks = $13, per_minute = $14, variants = $15, test = $16,
    holdout = $17, local_start = $18, send_window = $19, data = $20, utm = $21, channel = $22, sms_source = $23, sms_from = $24,
    most_sms_segments = $25, conversion = $26, transactional_reason = $27, approval = CASE WHEN state <> 'draft' THEN approval END, updated_at = now()
  WHERE workspace_id = $1 AND id = $2`;
const FOLLOW = `UPDATE campaigns SET follows = $3 WHERE workspace_id = $1 AND id = $2`;
/** The change of each link is kept with what it replaced, for the log of changes. */
const LINK_CHANGED = `
  UPDATE campaigns SET changed_links = coalesce(changed_links, '{}') || jsonb_build_object($3::text, $4::text), updated_at = now()
  WHERE workspace_id = $1 AND id = $2`;
/** It stays the same version. */
const APPROVE = `UPDATE campaigns SET approval = $3 WHERE workspace_id = $1 AND id = $2`;
const DELETE = `DELETE FROM campaigns WHERE workspace_id = $1 AND id = $2`;

const SCHEDULE = `
  UPDATE campaigns SET state = 'scheduled', content_id = $3, sender = $4, start_at = $5, due_at = $5, started_by = $6,
    scheduled_at = now(), content_ids = $7, content_languages = $8, halt = NULL, guard = NULL, test_ended_at = NULL, decision = NULL, updated_at = now()
  WHERE workspace_id = $1 AND id = $2`;

/** A state that workers serve is due at once; in others they have nothing to do. */
const MOVE = `
  UPDATE campaigns SET state = $3, due_at = CASE WHEN $3 IN ('freezing', 'sending') THEN now() END,
    ended_at = CASE WHEN $3 IN ('sent', 'canceled') THEN now() END, halt = $4, updated_at = now()
  WHERE workspace_id = $1 AND id = $2`;

const TEST_ENDED = `UPDATE campaigns SET test_ended_at = now() WHERE workspace_id = $1 AND id = $2 RETURNING test_ended_at`;
const DECIDED = `UPDATE campaigns SET decision = $3, due_at = now(), updated_at = now() WHERE workspace_id = $1 AND id = $2`;

const REMEMBER = `UPDATE campaigns SET guard = $3 WHERE workspace_id = $1 AND id = $2`;

const TAKE_BACK = `
  UPDATE campaigns SET state = 'draft', due_at = NULL, start_at = NULL, started_by = NULL, content_id = NULL, sender = NULL, sms_segments = 0,
    scheduled_at = NULL, content_ids = NULL, content_languages = NULL, test_ended_at = NULL, decision = NULL, frozen_after = NULL, frozen_at = NULL, fed_at = NULL, halt = NULL, guard = NULL, updated_at = now()
  WHERE workspace_id = $1 AND id = $2`;

const DUE = `
  SELECT workspace_id, id, state FROM campaigns WHERE due_at <= now() ORDER BY due_at LIMIT $1`;

const FROZE = `
  UPDATE campaigns SET frozen_after = $3, frozen_at = CASE WHEN $4 THEN now() END WHERE workspace_id = $1 AND id = $2`;

/** Counted once, with the first messages. */
const FED = `
  UPDATE campaigns SET fed_at = $3, due_at = now() + $4 * interval '1 ms', is_broadcast_counted = true
  WHERE workspace_id = $1 AND id = $2`;
const COUNT_BROADCAST = `
  UPDATE lists SET broadcast_count = broadcast_count + 1 WHERE workspace_id = $1 AND id = ANY($2::uuid[])`;

const MADE_SMS = `UPDATE campaigns SET sms_segments = sms_segments + $3 WHERE workspace_id = $1 AND id = $2`;

const POSTPONE = `
  UPDATE campaigns SET due_at = now() + $3 * interval '1 ms' WHERE workspace_id = $1 AND id = $2`;

const NAMES = `
  SELECT id, title AS name, 'list' AS kind, archived_at IS NOT NULL AS is_archived, false AS is_building, false AS has_failed
  FROM lists WHERE workspace_id = $1 AND id = ANY($2::uuid[])
  UNION ALL
  SELECT id, name, 'segment', archived_at IS NOT NULL, due_at IS NOT NULL AND build_cause IN ('definition', 'refresh'), error IS NOT NULL
  FROM segments WHERE workspace_id = $1 AND id = ANY($3::uuid[])`;

const EDITED = `
  SELECT s.name FROM segments s WHERE s.workspace_id = $1 AND s.id = ANY($2::uuid[]) AND EXISTS (
    SELECT FROM segment_versions v WHERE v.workspace_id = $1 AND v.segment_id = s.id AND v.created_at > $3)
  ORDER BY s.name`;

const SENT_BEFORE = `
  SELECT name FROM campaigns
  WHERE workspace_id = $1 AND id <> $2 AND start_at BETWEEN now() - interval '24 hours' AND now() + interval '24 hours'
    AND state NOT IN ('draft', 'canceled') AND lists = $3 AND segments = $4 AND list_id IS NOT DISTINCT FROM $5
    AND channel = $7 AND content -> $8 IS NOT DISTINCT FROM $6::jsonb -> $8
  ORDER BY start_at DESC LIMIT 1`;

const OWNERS = `SELECT email FROM members WHERE workspace_id = $1 AND role = 'owner' ORDER BY email`;

/** A list or segment that an audience names. */
export interface AudiencePart extends Record<string, unknown> {
  id: string;
  name: string;
  kind: 'list' | 'segment';
  is_archived: boolean;
  is_building: boolean;
  has_failed: boolean;
}

/** Stores campaigns. Each change locks its campaign first. */
@Injectable()
export class CampaignsRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  async find(workspaceId: number, id: string): Promise<CampaignRow | undefined> {
    const [row] = await this.database.query<CampaignRow>(FIND, [workspaceId, id]);
    return row;
  }

  /** Returns a campaign, locked until the open transaction ends. */
  async lock(workspaceId: number, id: string): Promise<CampaignRow | undefined> {
    const [row] = await this.database.query<CampaignRow>(`${FIND} FOR UPDATE`, [workspaceId, id]);
    return row;
  }

  /** Returns a campaign for work that is due, locked until the open transaction ends; undefined if another worker has it. */
  async claim(workspaceId: number, id: string): Promise<CampaignRow | undefined> {
    const statement = `${FIND} AND due_at <= now() FOR UPDATE SKIP LOCKED`;
    const [row] = await this.database.query<CampaignRow>(statement, [workspaceId, id]);
    return row;
  }

  async page(workspaceId: number, page: PageRequest, { q, state }: CampaignFilter): Promise<Page<CampaignRow>> {
    const { where, orderAndLimit, values } = keyset(page, 'created_at', 'id', 4);
    const rows = await this.database.query<CampaignRow>(
      `SELECT ${CAMPAIGN_COLUMNS} FROM campaigns WHERE workspace_id = $1 AND ${MATCHES} AND ${where} ${orderAndLimit}`,
      [workspaceId, q?.trim().toLowerCase() || null, state ?? null, ...values],
    );
    return toPage(page, rows, (row) => ({ at: row.created_at.toISOString(), id: row.id }));
  }

  async insert(workspaceId: number, id: string, fields: CampaignFields): Promise<void> {
    await this.database.execute(INSERT, [workspaceId, id, ...valuesOf(fields)]);
  }

  async update(workspaceId: number, id: string, fields: CampaignFields): Promise<void> {
    await this.database.execute(UPDATE, [workspaceId, id, ...valuesOf(fields)]);
  }

  /** Makes recipients of another campaign the audience of a draft. */
  async follow(workspaceId: number, id: string, follows: FollowUp): Promise<void> {
    await this.database.execute(FOLLOW, [workspaceId, id, JSON.stringify(follows)]);
  }

  /** Notes where a link of a campaign leads instead of its target. */
  async linkChanged(workspaceId: number, id: string, sent: string, url: string): Promise<void> {
    await this.database.execute(LINK_CHANGED, [workspaceId, id, sent, url]);
  }

  /** Notes what became of a request for approval. A change of the draft removes it. */
  async approve(workspaceId: number, id: string, approval: Approval): Promise<void> {
    await this.database.execute(APPROVE, [workspaceId, id, JSON.stringify(approval)]);
  }

  async delete(workspaceId: number, id: string): Promise<void> {
    await this.database.execute(DELETE, [workspaceId, id]);
  }

  /** Starts a campaign at a time, with its content and sender as they are now. */
  async schedule(
    workspaceId: number,
    id: string,
    start: { contents: readonly StoredContent[]; sender: CampaignSender | null; at: Date; by: string },
  ): Promise<void> {
    const { contents, sender, at, by } = start;
    const ids = contents.map((content) => content.id);
    const languages = JSON.stringify(contents.map((content) => content.languages));
    const values = [workspaceId, id, ids[0], sender && JSON.stringify(sender), at, by, ids, languages];
    await this.database.execute(SCHEDULE, values);
  }

  /** @param halt why, if it moves to `halted` */
  async move(workspaceId: number, id: string, state: CampaignState, halt: StoredHalt | null = null): Promise<void> {
    await this.database.execute(MOVE, [workspaceId, id, state, halt && JSON.stringify(halt)]);
  }

  /** Notes that the messages of a test have ended. @returns when */
  async testEnded(workspaceId: number, id: string): Promise<Date> {
    const [row] = await this.database.query<{ test_ended_at: Date }>(TEST_ENDED, [workspaceId, id]);
    return (row as { test_ended_at: Date }).test_ended_at;
  }

  /** Stores the decision of a test; the rest of the campaign is due at once. */
  async decided(workspaceId: number, id: string, decision: StoredDecision): Promise<void> {
    await this.database.execute(DECIDED, [workspaceId, id, JSON.stringify(decision)]);
  }

  /** Stores what the guard remembers. */
  async remember(workspaceId: number, id: string, guard: GuardMemory): Promise<void> {
    await this.database.execute(REMEMBER, [workspaceId, id, JSON.stringify(guard)]);
  }

  /** Makes a campaign a draft again. */
  async takeBack(workspaceId: number, id: string): Promise<void> {
    await this.database.execute(TAKE_BACK, [workspaceId, id]);
  }

  /** Returns campaigns with work for a worker, the longest waiting first. */
  due(limit: number): Promise<Pick<CampaignRow, 'workspace_id' | 'id' | 'state'>[]> {
    return this.database.query(DUE, [limit]);
  }

  /** Notes the last person that the freeze has looked at. */
  async froze(workspaceId: number, id: string, after: string | null, isComplete: boolean): Promise<void> {
    await this.database.execute(FROZE, [workspaceId, id, after, isComplete]);
  }

  /** Notes a round of the feeder, and with the first one the broadcast of each list. */
  async fed(campaign: CampaignRow, fedAt: Date, nextMs: number): Promise<void> {
    const { workspace_id, id, lists, list_id, is_broadcast_counted } = campaign;
    await this.database.execute(FED, [workspace_id, id, fedAt, nextMs]);
    const broadcast = lists.length > 0 ? lists : list_id === null ? [] : [list_id];
    if (!is_broadcast_counted) await this.database.execute(COUNT_BROADCAST, [workspace_id, [...broadcast].sort()]);
  }

  /** Notes the segments of SMS that were made. */
  async madeSms({ workspace_id, id }: CampaignRow, segments: number): Promise<void> {
    await this.database.execute(MADE_SMS, [workspace_id, id, segments]);
  }

  async postpone(workspaceId: number, id: string, ms: number): Promise<void> {
    await this.database.execute(POSTPONE, [workspaceId, id, ms]);
  }

  /** Returns the lists and segments that an audience names, as far as they exist. */
  parts(workspaceId: number, lists: readonly string[], segments: readonly string[]): Promise<AudiencePart[]> {
    return this.database.query<AudiencePart>(NAMES, [workspaceId, lists, segments]);
  }

  /** Returns the names of the segments whose conditions were edited after a time. */
  async edited(workspaceId: number, segments: readonly string[], after: Date): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(EDITED, [workspaceId, segments, after]);
    return rows.map(({ name }) => name);
  }

  /** Returns the name of another campaign that had the same audience and subject, or the same text by SMS, within 24 hours. */
  async sentBefore(campaign: CampaignRow): Promise<string | undefined> {
    const { workspace_id, id, lists, segments, list_id, channel, content } = campaign;
    const part = channel === 'sms' ? 'text' : 'subject';
    const values = [workspace_id, id, lists, segments, list_id, JSON.stringify(content), channel, part];
    const [row] = await this.database.query<{ name: string }>(SENT_BEFORE, values);
    return row?.name;
  }

  /** Returns the addresses of the owners of a workspace. */
  async owners(workspaceId: number): Promise<string[]> {
    const rows = await this.database.query<{ email: string }>(OWNERS, [workspaceId]);
    return rows.map(({ email }) => email);
  }
}

const valuesOf = (fields: CampaignFields): unknown[] => [
  fields.name,
  fields.labels,
  fields.lists,
  fields.segments,
  fields.without_lists,
  fields.without_segments,
  fields.list_id,
  fields.profile_id,
  JSON.stringify(fields.content),
  fields.track_opens,
  fields.track_clicks,
  fields.per_minute,
  JSON.stringify(fields.variants),
  fields.test && JSON.stringify(fields.test),
  fields.holdout,
  fields.local_start && JSON.stringify(fields.local_start),
  fields.send_window && JSON.stringify(fields.send_window),
  JSON.stringify(fields.data),
  fields.utm && JSON.stringify(fields.utm),
  fields.channel,
  fields.sms_source,
  fields.sms_from,
  fields.most_sms_segments,
  fields.conversion && JSON.stringify(fields.conversion),
  fields.transactional_reason,
];
