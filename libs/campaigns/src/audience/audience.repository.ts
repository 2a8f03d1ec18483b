import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { consentLists, type Audience } from '../definitions/campaign.js';
import { followedSlice } from './followed.statements.js';
import type { Reader } from './reader.js';

/** Somebody whom the audience matches, with what decides whether a message may go out. */
export interface Candidate extends Record<string, unknown> {
  person_id: string;
  /** Of the channel: an email address or a number. */
  address: string | null;
  /** Their own time zone, as it was given. */
  tz: string | null;
  /** Archived, or erased at this moment: in no audience. Nor is a recipient of a followed campaign who is not meant. */
  is_gone: boolean;
  is_excluded: boolean;
  /** The first list in the order of consent where the person is subscribed. */
  list_id: string | null;
  since: Date | null;
  /** Since when the workspace knows the person; null if they are gone. */
  known_since: Date | null;
  is_pending: boolean;
  has_left: boolean;
  /** Until when they want no marketing. */
  paused_until: Date | null;
}

/** Before the first person. */
export const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Each list and segment is read in the order of its key, so a slice costs what it holds, however large the workspace. The order names
 * the list, so that an index of people is no way to it: a list of few would be looked for among all members of the workspace.
 */
const NAMED = `
    SELECT DISTINCT person_id, true AS is_meant FROM (
      SELECT m.person_id FROM unnest($3::uuid[]) AS source(id) CROSS JOIN LATERAL (
        SELECT person_id FROM memberships
        WHERE workspace_id = $1 AND (list_id, person_id) > (source.id, $2::uuid) AND list_id <= source.id
        ORDER BY list_id, person_id LIMIT $6) AS m
      UNION ALL
      SELECT m.person_id FROM unnest($4::uuid[]) AS source(id) CROSS JOIN LATERAL (
        SELECT person_id FROM segment_members
        WHERE workspace_id = $1 AND (segment_id, person_id) > (source.id, $2::uuid) AND segment_id <= source.id
        ORDER BY segment_id, person_id LIMIT $6) AS m) AS found
    ORDER BY person_id LIMIT $6`;

/** Up to $6 people after one id. */
const sliceOf = (source: string, address: string, consent: string) => `
  WITH candidates AS MATERIALIZED (${source})
  SELECT c.person_id, ${address} AS address, p.tz, p.id IS NULL OR NOT c.is_meant AS is_gone, l.list_id, l.since, p.created_at AS known_since,
    EXISTS (SELECT FROM memberships m WHERE m.workspace_id = $1 AND m.list_id = ANY($7::uuid[]) AND m.person_id = c.person_id
      AND m.status <> 'unsubscribed' OFFSET 0)
    OR EXISTS (SELECT FROM segment_members m WHERE m.workspace_id = $1 AND m.segment_id = ANY($8::uuid[])
      AND m.person_id = c.person_id OFFSET 0) AS is_excluded,
    coalesce(l.is_pending, false) AS is_pending, coalesce(l.has_left, false) AS has_left,
    p.marketing_paused_until AS paused_until
  FROM candidates c
  LEFT JOIN people p ON p.workspace_id = $1 AND p.id = c.person_id AND p.archived_at IS NULL
  LEFT JOIN LATERAL (
    SELECT (array_agg(m.list_id ORDER BY array_position($5::uuid[], m.list_id)) FILTER (WHERE m.status = 'subscribed'))[1] AS list_id,
      (array_agg(m.joined_at ORDER BY array_position($5::uuid[], m.list_id)) FILTER (WHERE m.status = 'subscribed'))[1] AS since,
      bool_or(m.status = 'pending') AS is_pending, bool_or(m.status = 'unsubscribed') AS has_left
    FROM (
      SELECT m.list_id, m.joined_at, consent_status(m.status, ${consent}, ${address}) AS status
      FROM memberships m WHERE m.workspace_id = $1 AND m.list_id = ANY($5::uuid[]) AND m.person_id = c.person_id OFFSET 0) AS m
  ) AS l ON true
  ORDER BY c.person_id`;

const slicesOf = (source: string) => ({
  email: sliceOf(source, 'p.email', 'm.email_consent'),
  sms: sliceOf(source, 'p.number', 'm.sms_consent'),
});
const SLICE = slicesOf(NAMED);
const FOLLOWED = slicesOf(followedSlice('$6'));

/** One person at a time: of an array, the planner may read all of a workspace by another index that ends in the id. */
const READERS = `
  SELECT p.* FROM unnest($2::uuid[]) AS wanted(id)
  CROSS JOIN LATERAL (
    SELECT uid, email, number, first_name, last_name, meta FROM people WHERE workspace_id = $1 AND id = wanted.id OFFSET 0) AS p`;

/** One person at a time, as above. */
const LANGUAGES = `
  SELECT p.language, count(*)::int AS people FROM unnest($2::uuid[]) AS wanted(id)
  CROSS JOIN LATERAL (
    SELECT CASE WHEN jsonb_typeof(meta->'language') = 'string' THEN meta->>'language' END AS language
    FROM people WHERE workspace_id = $1 AND id = wanted.id OFFSET 0) AS p
  GROUP BY p.language`;

/** Of people who did nothing with their last mails: behind those who clicked, 0, and those who opened one, 1. */
export const LAST_RANK = 2;
const LOOKED_AT = 10;

/** Messages have ids in the order of their acceptance. What machines opened and clicked is less than 2. */
const RANKS = `
  SELECT g.key, CASE WHEN bool_or(e.clicked = 2) THEN 0 ELSE 1 END AS rank
  FROM unnest($2::text[]) AS g(key)
  CROSS JOIN LATERAL (
    SELECT message_id FROM message_people WHERE workspace_id = $1 AND address = left(g.key, 500)
    ORDER BY message_id DESC LIMIT ${LOOKED_AT}) AS m
  CROSS JOIN LATERAL (
    SELECT opened, clicked FROM message_engagement e WHERE e.workspace_id = $1 AND e.message_id = m.message_id OFFSET 0) AS e
  WHERE e.clicked = 2 OR e.opened = 2
  GROUP BY g.key`;

/** Reads whom an audience matches, slice by slice in the order of ids. */
@Injectable()
export class Audiences {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns up to `most` people after one id, in the order of their ids; none after the end. */
  slice(audience: Audience, after: string, most: number): Promise<Candidate[]> {
    const { workspace_id, channel, lists, segments, without_lists, without_segments, follows } = audience;
    return this.database.query<Candidate>((follows ? FOLLOWED : SLICE)[channel], [
      workspace_id,
      after,
      ...(follows ? [follows.campaign, follows.who] : [lists, segments]),
      consentLists(audience),
      most,
      without_lists,
      without_segments,
    ]);
  }

  /** Returns the ranks of addresses, in their normal form, by what their readers did with their last mails; others have the last rank. */
  async ranks(workspaceId: number, keys: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.query<{ key: string; rank: number }>(RANKS, [workspaceId, keys]);
    return new Map(rows.map(({ key, rank }) => [key, rank]));
  }

  /** Returns how many of the people read each language, as their attribute says; null for those without one. */
  languages(workspaceId: number, people: readonly string[]): Promise<{ language: string | null; people: number }[]> {
    return this.database.query(LANGUAGES, [workspaceId, people]);
  }

  /** Returns what is known of people, in any order. */
  readers(workspaceId: number, people: readonly string[]): Promise<Reader[]> {
    return this.database.query<Reader & Record<string, unknown>>(READERS, [workspaceId, people]);
  }
}
