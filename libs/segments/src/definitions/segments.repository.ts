import { Inject, Injectable } from '@nestjs/common';
import type { SegmentNode, SegmentUse } from '@dundun/domain';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { NIL } from '../conditions/plan.js';
import { SEGMENT_COLUMNS, type ChangeCause, type SegmentKind, type SegmentRow } from './segment.js';

/** What is stored of a segment. */
export interface StoredSegment {
  id: string;
  name: string;
  labels: string[];
  kind: SegmentKind;
  tree: SegmentNode | null;
  announces: boolean;
  copy_of: string | null;
}

const FIND = `SELECT ${SEGMENT_COLUMNS} FROM segments WHERE workspace_id = $1 AND id = $2 AND archived_at IS NULL`;
/** Its members are kept for longer, so that none are missing. */
const ARCHIVED = `
  SELECT ${SEGMENT_COLUMNS} FROM segments
  WHERE workspace_id = $1 AND id = $2 AND archived_at > now() - interval '1 day'`;
const ARCHIVED_IDS = `SELECT id FROM segments WHERE workspace_id = $1 AND archived_at > now() - interval '1 day' ORDER BY id`;
const ALL = `SELECT ${SEGMENT_COLUMNS} FROM segments WHERE workspace_id = $1 AND archived_at IS NULL ORDER BY id`;

const INSERT = `INSERT INTO segments (workspace_id, id, name, labels, kind, tree, announces, copy_of) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
const INSERT_VERSION = `
  INSERT INTO segment_versions (workspace_id, segment_id, version, tree)
  SELECT workspace_id, id, version, tree FROM segments WHERE workspace_id = $1 AND id = $2`;

const CHANGE = `
  UPDATE segments SET name = coalesce($3, name), labels = coalesce($4, labels), announces = coalesce($5, announces), updated_at = now()
  WHERE workspace_id = $1 AND id = $2`;
const REDEFINE = `
  UPDATE segments SET tree = $3, version = version + 1, updated_at = now() WHERE workspace_id = $1 AND id = $2`;

/** Begins at the first person, whether a build is running or not. */
const BUILD = `
  UPDATE segments SET due_at = now(), build_cause = $3, build_after = '${NIL}', build_done = 0, attempts = 0, error = NULL,
    build_of = (SELECT count(*) FROM people WHERE workspace_id = $1)
  WHERE workspace_id = $1 AND id = $2`;

/** A build that runs begins again, because the day of its first slices is over. */
const TURN = `
  UPDATE segments s SET due_at = now(), build_after = '${NIL}', build_done = 0,
    build_cause = coalesce(CASE WHEN build_cause IN ('definition', 'refresh') THEN build_cause END,
      CASE WHEN EXISTS (SELECT FROM segment_uses u WHERE u.workspace_id = $1 AND u.segment_id = s.id AND u.what = 'day')
        THEN 'time' ELSE 'repair' END)
  WHERE s.workspace_id = $1 AND s.archived_at IS NULL AND s.kind = 'live'`;

const FORGET_USES = `DELETE FROM segment_uses WHERE workspace_id = $1 AND segment_id = $2`;
const ADD_USES = `
  INSERT INTO segment_uses (workspace_id, segment_id, what, key)
  SELECT $1, $2, what, key FROM jsonb_to_recordset($3::jsonb) AS given(what text, key text) ORDER BY what, key
  ON CONFLICT DO NOTHING`;
const USED_BY = `
  SELECT s.id, s.name FROM segment_uses u JOIN segments s ON s.workspace_id = u.workspace_id AND s.id = u.segment_id
  WHERE u.workspace_id = $1 AND u.what = 'segment' AND u.key = $2::uuid::text ORDER BY s.name, s.id`;

/** A workspace has at most 500 segments. */
const COPIES = `
  SELECT id, name FROM segments
  WHERE workspace_id = $1 AND copy_of = $2 AND due_at IS NOT NULL AND archived_at IS NULL ORDER BY name, id`;

/** A workspace has few campaigns. */
const CAMPAIGNS_WITH = `
  SELECT id, name FROM campaigns WHERE workspace_id = $1 AND ($2::uuid = ANY(segments) OR $2::uuid = ANY(without_segments))
  ORDER BY name, id`;

/** Whose recipients are not known yet. */
const CAMPAIGNS_AHEAD = `
  SELECT id, name FROM campaigns
  WHERE workspace_id = $1 AND ($2::uuid = ANY(segments) OR $2::uuid = ANY(without_segments))
    AND frozen_at IS NULL AND state NOT IN ('sent', 'canceled')
  ORDER BY name, id`;

/** A workspace has few automations. The id of a segment is nothing else, wherever the graph has it. */
const AUTOMATIONS_WITH = `
  SELECT a.id, a.name FROM automations a
  CROSS JOIN LATERAL (
    SELECT graph FROM automation_versions v
    WHERE v.workspace_id = $1 AND v.automation_id = a.id AND v.version = a.live_version OFFSET 0) AS live
  WHERE a.workspace_id = $1 AND a.state <> 'stopped' AND strpos(live.graph::text, $2::uuid::text) > 0
  ORDER BY a.name, a.id`;

const ARCHIVE = `
  UPDATE segments SET archived_at = now(), due_at = NULL, updated_at = now() WHERE workspace_id = $1 AND id = $2`;

const RESTORE = `UPDATE segments SET archived_at = NULL, updated_at = now() WHERE workspace_id = $1 AND id = $2`;

const TOUCH = `INSERT INTO touched_people (workspace_id, person_id, reason) SELECT $1, unnest($2::uuid[]), 'manual'`;

/** Stores segments, their versions and what they depend on. */
@Injectable()
export class SegmentsRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  async find(workspaceId: number, id: string): Promise<SegmentRow | undefined> {
    const [row] = await this.database.query<SegmentRow>(FIND, [workspaceId, id]);
    return row;
  }

  /** Returns a segment that was archived within a day. */
  async findArchived(workspaceId: number, id: string): Promise<SegmentRow | undefined> {
    const [row] = await this.database.query<SegmentRow>(ARCHIVED, [workspaceId, id]);
    return row;
  }

  /** Returns the segments that may still be restored. */
  async archivedIds(workspaceId: number): Promise<string[]> {
    return (await this.database.query<{ id: string }>(ARCHIVED_IDS, [workspaceId])).map(({ id }) => id);
  }

  all(workspaceId: number): Promise<SegmentRow[]> {
    return this.database.query<SegmentRow>(ALL, [workspaceId]);
  }

  /** Returns all segments, locked in the order of their ids until the open transaction ends. */
  lockAll(workspaceId: number): Promise<SegmentRow[]> {
    return this.database.query<SegmentRow>(`${ALL} FOR UPDATE`, [workspaceId]);
  }

  async page(workspaceId: number, page: PageRequest): Promise<Page<SegmentRow>> {
    const { where, orderAndLimit, values } = keyset(page, 'created_at', 'id', 2);
    const rows = await this.database.query<SegmentRow>(
      `SELECT ${SEGMENT_COLUMNS} FROM segments WHERE workspace_id = $1 AND archived_at IS NULL AND ${where} ${orderAndLimit}`,
      [workspaceId, ...values],
    );
    return toPage(page, rows, (row) => ({ at: row.created_at.toISOString(), id: row.id }));
  }

  async insert(
    workspaceId: number,
    { id, name, labels, kind, tree, announces, copy_of }: StoredSegment,
  ): Promise<void> {
    const text = tree && JSON.stringify(tree);
    await this.database.execute(INSERT, [workspaceId, id, name, labels, kind, text, announces, copy_of]);
    await this.database.execute(INSERT_VERSION, [workspaceId, id]);
  }

  /** Changes what is given. */
  async change(
    workspaceId: number,
    id: string,
    { name, labels, announces }: Partial<Pick<StoredSegment, 'name' | 'labels' | 'announces'>>,
  ): Promise<void> {
    await this.database.execute(CHANGE, [workspaceId, id, name ?? null, labels ?? null, announces ?? null]);
  }

  async redefine(workspaceId: number, id: string, tree: SegmentNode): Promise<void> {
    await this.database.execute(REDEFINE, [workspaceId, id, JSON.stringify(tree)]);
    await this.database.execute(INSERT_VERSION, [workspaceId, id]);
  }

  /** Makes the worker evaluate everybody. */
  async build(workspaceId: number, id: string, cause: ChangeCause): Promise<void> {
    await this.database.execute(BUILD, [workspaceId, id, cause]);
  }

  /** Evaluates every live segment again, because a day began. */
  async turnDay(workspaceId: number): Promise<void> {
    await this.database.execute(TURN, [workspaceId]);
  }

  async replaceUses(workspaceId: number, id: string, uses: readonly SegmentUse[]): Promise<void> {
    await this.database.execute(FORGET_USES, [workspaceId, id]);
    await this.database.execute(ADD_USES, [workspaceId, id, JSON.stringify(uses)]);
  }

  /** Returns the segments with this one as a condition. */
  usedBy(workspaceId: number, id: string): Promise<{ id: string; name: string }[]> {
    return this.database.query<{ id: string; name: string }>(USED_BY, [workspaceId, id]);
  }

  /** Returns the segments that are still being filled with the people of this one. */
  copiesOf(workspaceId: number, id: string): Promise<{ id: string; name: string }[]> {
    return this.database.query<{ id: string; name: string }>(COPIES, [workspaceId, id]);
  }

  /** Returns the campaigns with this segment in their audience, or left out of it. */
  campaignsWith(workspaceId: number, id: string): Promise<{ id: string; name: string }[]> {
    return this.database.query<{ id: string; name: string }>(CAMPAIGNS_WITH, [workspaceId, id]);
  }

  /** Returns the campaigns that would lose this segment before their recipients are known. */
  campaignsAhead(workspaceId: number, id: string): Promise<{ id: string; name: string }[]> {
    return this.database.query<{ id: string; name: string }>(CAMPAIGNS_AHEAD, [workspaceId, id]);
  }

  /** Returns the automations that name this segment anywhere. */
  automationsWith(workspaceId: number, id: string): Promise<{ id: string; name: string }[]> {
    return this.database.query<{ id: string; name: string }>(AUTOMATIONS_WITH, [workspaceId, id]);
  }

  async archive(workspaceId: number, id: string): Promise<void> {
    await this.database.execute(ARCHIVE, [workspaceId, id]);
    await this.database.execute(FORGET_USES, [workspaceId, id]);
  }

  /** Takes an archived segment back, with the members it had. */
  async restore(workspaceId: number, id: string): Promise<void> {
    await this.database.execute(RESTORE, [workspaceId, id]);
  }

  /** Tells the follower of people who were added or removed by hand in this transaction. */
  async touch(workspaceId: number, people: readonly string[]): Promise<void> {
    await this.database.execute(TOUCH, [workspaceId, people]);
  }
}
