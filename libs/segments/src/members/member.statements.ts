/**
 * CTEs that record what `changed` says: segment, person, whether the person entered, why, and the entry of the feed that caused it. Of
 * a segment that asks for it, they are entries of the feed. What a build of new conditions fills is no news; of those who were
 * erased or merged the feed says so itself.
 */
const recorded = (workspace: string): string => `
  logged AS (
    INSERT INTO segment_changes (workspace_id, segment_id, person_id, entered, cause, cause_id)
    SELECT ${workspace}, segment_id, person_id, entered, cause, cause_id FROM changed),
  announced AS (
    INSERT INTO feed_entries (workspace_id, type, data)
    SELECT ${workspace}, CASE WHEN c.entered THEN 'segment.entered' ELSE 'segment.left' END, jsonb_build_object(
      'segment_id', s.id, 'name', s.name, 'uid', p.uid, 'cause', c.cause, 'at', feed_time(now()))
    FROM segments s JOIN changed c ON c.segment_id = s.id
    CROSS JOIN LATERAL (SELECT uid FROM people WHERE workspace_id = ${workspace} AND id = c.person_id OFFSET 0) AS p
    WHERE s.workspace_id = ${workspace} AND s.announces AND c.cause <> 'definition'
      AND (s.due_at IS NULL OR s.build_cause IS DISTINCT FROM 'definition' OR c.person_id <= s.build_after)
    ORDER BY s.id, c.person_id),
  sum AS MATERIALIZED (
    SELECT segment_id, count(*) FILTER (WHERE entered) AS entered, count(*) FILTER (WHERE NOT entered) AS gone
    FROM changed GROUP BY 1),
  counted AS (
    UPDATE segments s SET member_count = s.member_count + sum.entered - sum.gone
    FROM sum WHERE s.workspace_id = ${workspace} AND s.id = sum.segment_id AND sum.entered <> sum.gone),
  dated AS (
    INSERT INTO segment_days AS known (workspace_id, segment_id, day, members, entered, gone)
    SELECT s.workspace_id, s.id, (now() AT TIME ZONE 'UTC')::date, s.member_count + sum.entered - sum.gone, sum.entered, sum.gone
    FROM segments s JOIN sum ON sum.segment_id = s.id WHERE s.workspace_id = ${workspace} ORDER BY s.id
    ON CONFLICT (workspace_id, segment_id, day) DO UPDATE SET members = excluded.members,
      entered = known.entered + excluded.entered, gone = known.gone + excluded.gone)
  SELECT segment_id, person_id, entered, cause FROM changed`;

/**
 * $2 to $6: segments, people, whether each enters, the entries that caused it, and the causes. A person to whom a build of new
 * conditions has not come yet enters or leaves by that definition, whichever of the two decides first.
 */
export const WRITE = `
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::uuid[], $6::text[])
      AS g(segment_id, person_id, entered, cause_id, cause)),
  gone AS (
    DELETE FROM segment_members WHERE ctid = ANY(ARRAY(
      SELECT m.ctid FROM given g CROSS JOIN LATERAL (
        SELECT ctid FROM segment_members
        WHERE workspace_id = $1 AND segment_id = g.segment_id AND person_id = g.person_id OFFSET 0) AS m
      WHERE NOT g.entered))
    RETURNING segment_id, person_id),
  come AS (
    INSERT INTO segment_members (workspace_id, segment_id, person_id)
    SELECT $1, segment_id, person_id FROM given WHERE entered ORDER BY segment_id, person_id
    ON CONFLICT DO NOTHING RETURNING segment_id, person_id),
  building AS MATERIALIZED (
    SELECT id, build_after FROM segments
    WHERE workspace_id = $1 AND id = ANY($2::uuid[]) AND due_at IS NOT NULL AND build_cause = 'definition'),
  changed AS MATERIALIZED (
    SELECT segment_id, person_id, g.entered, g.cause_id,
      CASE WHEN g.cause <> 'manual' AND EXISTS (
        SELECT FROM building b WHERE b.id = segment_id AND (person_id <= b.build_after) IS NOT TRUE)
      THEN 'definition' ELSE g.cause END AS cause
    FROM (SELECT * FROM come UNION ALL SELECT * FROM gone) AS c JOIN given g USING (segment_id, person_id)),
  ${recorded('$1')}`;

/** SQL of what the statement of a slice is about. */
interface SliceWrite {
  workspace: string;
  cause: string;
  /** Selects ids of those who match. */
  matching: string;
  segment: string;
  /** Limits a column to the people of the slice: begins with AND. */
  within: (column: string) => string;
}

/** Returns the statement that makes those who match the members of a slice. Differences are sets, which no statistics turn into loops. */
export const sliceWrite = ({ matching, segment, within, ...to }: SliceWrite): string => `
  WITH wanted AS MATERIALIZED (${matching}),
  known AS MATERIALIZED (
    SELECT m.person_id FROM segment_members m
    WHERE m.workspace_id = ${to.workspace} AND m.segment_id = ${segment}${within('m.person_id')}),
  gone AS (
    DELETE FROM segment_members WHERE ctid = ANY(ARRAY(
      SELECT m.ctid FROM (SELECT person_id FROM known EXCEPT SELECT id FROM wanted) AS g CROSS JOIN LATERAL (
        SELECT ctid FROM segment_members
        WHERE workspace_id = ${to.workspace} AND segment_id = ${segment} AND person_id = g.person_id OFFSET 0) AS m))
    RETURNING person_id),
  come AS (
    INSERT INTO segment_members (workspace_id, segment_id, person_id)
    SELECT ${to.workspace}, ${segment}, id FROM (SELECT id FROM wanted EXCEPT SELECT person_id FROM known) AS new ORDER BY id
    ON CONFLICT DO NOTHING RETURNING person_id),
  changed AS MATERIALIZED (
    SELECT ${segment} AS segment_id, person_id, true AS entered, NULL::uuid AS cause_id, ${to.cause} AS cause FROM come
    UNION ALL SELECT ${segment}, person_id, false, NULL, ${to.cause} FROM gone),
  ${recorded(to.workspace)}`;
