import { Inject, Injectable } from '@nestjs/common';
import { localDay, type LocalDate } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { HORIZON } from '../counts/feed-entries.repository.js';

/** How far the members of a workspace are current, and its calendar. */
export interface SegmentPosition extends Record<string, unknown> {
  xid: string;
  id: string;
  day: LocalDate | null;
  zone: string;
  today: LocalDate;
}

/** A workspace that has something to do. */
export interface WorkspaceWork extends Record<string, unknown> {
  workspace_id: number;
  is_behind: boolean | null;
  is_building: boolean | null;
}

const COLUMNS = `p.xid::text AS xid, p.id, p.day::text AS day, w.time_zone AS zone`;

const ADD = `INSERT INTO segment_positions (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING`;

const lock = (how: string) => `
  SELECT ${COLUMNS} FROM segment_positions p JOIN workspaces w ON w.id = p.workspace_id
  WHERE p.workspace_id = $1 FOR UPDATE OF p ${how}`;

const READ = `
  SELECT ${COLUMNS} FROM workspaces w LEFT JOIN segment_positions p ON p.workspace_id = w.id WHERE w.id = $1`;

/** Each lookup is the first row of an index. */
const WORK = `
  SELECT p.workspace_id,
    ((SELECT true FROM feed_entries f
      WHERE f.workspace_id = p.workspace_id AND (f.xid, f.id) > (p.xid, p.id) AND f.xid < ${HORIZON}
      ORDER BY f.xid, f.id LIMIT 1)
    OR (SELECT true FROM events e
      WHERE e.workspace_id = p.workspace_id AND (e.xid, e.id) > (p.xid, p.id) AND e.xid < ${HORIZON}
        AND e.received_at > now() - interval '31 days'
      ORDER BY e.xid, e.id LIMIT 1)
    OR (SELECT true FROM touched_people t
      WHERE t.workspace_id = p.workspace_id AND t.xid < ${HORIZON} ORDER BY t.xid, t.id LIMIT 1)
    OR p.day IS DISTINCT FROM (now() AT TIME ZONE w.time_zone)::date) AS is_behind,
    ((SELECT true FROM segments s
      WHERE s.workspace_id = p.workspace_id AND s.due_at <= now() ORDER BY s.due_at LIMIT 1)
    OR (SELECT true FROM event_names n
      WHERE n.workspace_id = p.workspace_id AND n.backfilled_at IS NULL ORDER BY n.id LIMIT 1)) AS is_building
  FROM segment_positions p JOIN workspaces w ON w.id = p.workspace_id
  ORDER BY random()`;

const MOVE = `UPDATE segment_positions SET xid = $2, id = $3, moved_at = now() WHERE workspace_id = $1`;
const TURN = `UPDATE segment_positions SET day = $2 WHERE workspace_id = $1`;

type Read = Omit<SegmentPosition, 'today'> & Record<string, unknown>;
const withToday = (row: Read): SegmentPosition =>
  ({ ...row, today: localDay(new Date(), row.zone as string) }) as SegmentPosition;

/** The positions of workspaces with segments. A change of members or counts needs the lock of the workspace's row. */
@Injectable()
export class SegmentPositions {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Locks the position until the open transaction ends, and creates it for the first segment. */
  async lock(workspaceId: number): Promise<SegmentPosition> {
    await this.database.execute(ADD, [workspaceId]);
    const [row] = await this.database.query<Read>(lock(''), [workspaceId]);
    return withToday(row as Read);
  }

  /** Locks the position unless another transaction has it. */
  async tryLock(workspaceId: number): Promise<SegmentPosition | undefined> {
    const [row] = await this.database.query<Read>(lock('SKIP LOCKED'), [workspaceId]);
    return row && withToday(row);
  }

  /** Returns zone and day of a workspace, without a lock. */
  async calendar(workspaceId: number): Promise<Pick<SegmentPosition, 'zone' | 'today'>> {
    const [row] = await this.database.query<Read>(READ, [workspaceId]);
    return withToday(row as Read);
  }

  /** Returns the workspaces with segments, in random order. */
  work(): Promise<WorkspaceWork[]> {
    return this.database.query<WorkspaceWork>(WORK);
  }

  async move(workspaceId: number, { xid, id }: { xid: string; id: string }): Promise<void> {
    await this.database.execute(MOVE, [workspaceId, xid, id]);
  }

  async turn(workspaceId: number, day: LocalDate): Promise<void> {
    await this.database.execute(TURN, [workspaceId, day]);
  }
}
