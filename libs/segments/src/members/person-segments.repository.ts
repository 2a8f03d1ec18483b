import { Inject, Injectable } from '@nestjs/common';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonMerge,
  type PersonToExport,
  type RowsToErase,
  type RowsToMove,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';

const CHUNK = 1_000;

/** The follower counts both again and decides again which segments they are in. */
const TOUCH = `
  INSERT INTO touched_people (workspace_id, person_id)
  SELECT $1, person FROM unnest($2::uuid[]) AS person
  WHERE EXISTS (SELECT FROM segment_positions WHERE workspace_id = $1)`;

/** Segments that do not follow what happens keep the person who is there. */
const INHERIT = `
  WITH held AS MATERIALIZED (
    SELECT s.id FROM segments s WHERE s.workspace_id = $1 AND s.kind <> 'live' AND s.id IN (
      SELECT segment_id FROM segment_members WHERE workspace_id = $1 AND person_id = $2) ORDER BY s.id FOR UPDATE),
  come AS (
    INSERT INTO segment_members (workspace_id, segment_id, person_id)
    SELECT $1, id, $3::uuid FROM held ORDER BY id ON CONFLICT DO NOTHING RETURNING segment_id),
  logged AS (
    INSERT INTO segment_changes (workspace_id, segment_id, person_id, entered, cause)
    SELECT $1, segment_id, $3::uuid, true, 'merge' FROM come),
  announced AS (
    INSERT INTO feed_entries (workspace_id, type, data)
    SELECT $1, 'segment.entered', jsonb_build_object(
      'segment_id', s.id, 'name', s.name, 'uid', p.uid, 'cause', 'merge', 'at', feed_time(now()))
    FROM come JOIN segments s ON s.workspace_id = $1 AND s.id = come.segment_id AND s.announces AND s.archived_at IS NULL
    JOIN people p ON p.workspace_id = $1 AND p.id = $3::uuid ORDER BY s.id)
  UPDATE segments s SET member_count = s.member_count + 1 FROM come WHERE s.workspace_id = $1 AND s.id = come.segment_id`;

/** Segments are locked before their members, in the order in which the follower locks them. */
const LEAVE = `
  WITH mine AS MATERIALIZED (
    SELECT segment_id FROM segment_members WHERE workspace_id = $1 AND person_id = $2),
  held AS MATERIALIZED (
    SELECT id FROM segments WHERE workspace_id = $1 AND id IN (SELECT segment_id FROM mine) ORDER BY id FOR UPDATE),
  gone AS (
    DELETE FROM segment_members m USING held
    WHERE m.workspace_id = $1 AND m.segment_id = held.id AND m.person_id = $2 RETURNING m.segment_id)
  UPDATE segments s SET member_count = s.member_count - 1 FROM gone
  WHERE s.workspace_id = $1 AND s.id = gone.segment_id`;

/** Also members of a segment that was deleted, which upkeep has not reached. */
const FORGET = [
  'DELETE FROM segment_members WHERE workspace_id = $1 AND person_id = $2',
  'DELETE FROM touched_people WHERE workspace_id = $1 AND person_id = $2',
  'DELETE FROM event_totals WHERE workspace_id = $1 AND person_id = $2',
];

const FORGET_DAYS = `
  DELETE FROM event_days d USING event_names n
  WHERE n.workspace_id = $1 AND d.workspace_id = $1 AND d.name_id = n.id AND d.person_id = $2`;

const FORGET_CHANGES = `
  DELETE FROM segment_changes WHERE (workspace_id, xid, id) IN (
    SELECT workspace_id, xid, id FROM segment_changes WHERE workspace_id = $1 AND person_id = $2 LIMIT ${CHUNK})`;

/** What segments keep of a person: memberships, their changes, and the counts of events. */
@Injectable()
export class PersonSegments extends PersonRows {
  readonly name = 'segments';
  readonly columns = [
    'segment_members.person_id',
    'segment_changes.person_id',
    'event_totals.person_id',
    'event_days.person_id',
    'touched_people.person_id',
  ];
  override readonly kept = {
    'touched_people.address': 'a change of a suppression, deleted within seconds by the worker that follows it',
  };

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  override async merge({ workspaceId, from, to }: PersonMerge): Promise<void> {
    await this.database.execute(INHERIT, [workspaceId, from.id, to.id]);
    await this.database.execute(TOUCH, [workspaceId, [from.id, to.id]]);
  }

  /** Nothing moves: counts follow from the events that have moved. */
  override async moveChunk({ workspaceId, from, to }: RowsToMove): Promise<number> {
    await this.database.execute(TOUCH, [workspaceId, [from, to]]);
    return 0;
  }

  override async eraseChunk({ workspaceId, personId }: RowsToErase): Promise<number> {
    const values = [workspaceId, personId];
    let count = 0;
    for (const statement of [LEAVE, ...FORGET, FORGET_DAYS, FORGET_CHANGES])
      count += await this.database.execute(statement, values);
    return count;
  }

  async *export({ workspaceId, personId }: PersonToExport): AsyncGenerator<ExportedRows> {
    const of = { values: [workspaceId, personId] };
    yield* exportedRows(this.database, {
      ...of,
      table: 'segment_members',
      from: 'segment_members m JOIN segments s ON s.workspace_id = m.workspace_id AND s.id = m.segment_id',
      columns: 'm.segment_id, s.name, m.since',
      where: 'm.workspace_id = $1 AND m.person_id = $2',
      key: { 'm.segment_id': 'segment_id' },
    });
    yield* exportedRows(this.database, {
      ...of,
      table: 'segment_changes',
      columns: 'segment_id, entered, cause, at, id',
      where: 'workspace_id = $1 AND person_id = $2',
      key: { segment_id: 'segment_id', at: 'at', id: 'id' },
    });
    yield* exportedRows(this.database, {
      ...of,
      table: 'event_totals',
      from: 'event_totals t JOIN event_names n ON n.workspace_id = t.workspace_id AND n.id = t.name_id',
      columns: 'n.id, n.name, n.tests, t.count, t.first_at, t.last_at',
      where: 't.workspace_id = $1 AND t.person_id = $2',
      key: { 'n.id': 'id' },
    });
  }
}
