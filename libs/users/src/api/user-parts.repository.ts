import { Inject, Injectable } from '@nestjs/common';
import type { UserAccountView, UserDeviceView, UserListView, UserSegmentView, UserStatsView } from '@dundun/contracts';
import type { Scalar } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** The row of a person from which a user is built. */
export interface UserRow extends Record<string, unknown> {
  id: string;
  uid: string;
  uid_updateable: boolean;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  number: string | null;
  meta: Record<string, Scalar>;
  devices: UserDeviceView[];
  is_account: boolean;
  archived_at: Date | null;
  tracking_refused_at: Date | null;
  /** Null once it is over. */
  marketing_paused_until: Date | null;
  created_at: Date;
}

/** The parts of a user that other tables hold. */
export interface UserPart {
  lists: UserListView[];
  accounts: UserAccountView[];
  segments: UserSegmentView[];
  memberCount: number;
  stats: UserStatsView;
  lastInteraction: Date | null;
}

type Of<T> = T & { person_id: string } & Record<string, unknown>;

const LISTS = `
  SELECT person_id, list_id AS id, status = 'subscribed' AS subscribed FROM memberships
  WHERE workspace_id = $1 AND person_id = ANY($2::uuid[]) ORDER BY joined_at, list_id`;

const ACCOUNTS = `
  SELECT a.person_id, account.uid AS id, a.role FROM account_members a
  JOIN people account ON account.workspace_id = a.workspace_id AND account.id = a.account_id
  WHERE a.workspace_id = $1 AND a.person_id = ANY($2::uuid[]) ORDER BY a.joined_at, a.account_id`;

const SEGMENTS = `
  SELECT m.person_id, m.segment_id AS id FROM segment_members m
  JOIN segments s ON s.workspace_id = m.workspace_id AND s.id = m.segment_id AND s.archived_at IS NULL
  WHERE m.workspace_id = $1 AND m.person_id = ANY($2::uuid[]) ORDER BY s.created_at, m.segment_id`;

const MEMBERS = `
  SELECT account_id AS person_id, count(*)::int AS count FROM account_members
  WHERE workspace_id = $1 AND account_id = ANY($2::uuid[]) GROUP BY account_id`;

const LAST_EVENTS = `
  SELECT named.id AS person_id, last.received_at AS at FROM unnest($2::uuid[]) AS named(id)
  CROSS JOIN LATERAL (
    SELECT received_at FROM events WHERE workspace_id = $1 AND person_id = named.id
    ORDER BY received_at DESC, id DESC LIMIT 1) AS last`;

/**
 * Counts messages, including those sent to an address before its person was known. An accepted message counts as delivered
 * until the provider reports otherwise; opens and clicks by machines do not count.
 */
const STATS = `
  SELECT mp.person_id,
    count(*) FILTER (WHERE m.status IN ('sent', 'delivered', 'complained'))::int AS delivered,
    count(*) FILTER (WHERE m.status IN ('failed', 'bounced'))::int AS failed,
    coalesce(sum(seen.opens), 0)::int AS opened, coalesce(sum(seen.clicks), 0)::int AS clicked,
    count(*) FILTER (WHERE seen.opens > 0)::int AS unique_opens,
    count(*) FILTER (WHERE seen.clicks > 0)::int AS unique_clicks,
    max(seen.last) AS at
  FROM (
    SELECT person_id, message_id FROM message_people WHERE workspace_id = $1 AND person_id = ANY($2::uuid[])
    UNION
    SELECT k.person_id, link.message_id FROM person_keys k
    JOIN message_people link ON link.workspace_id = k.workspace_id AND link.address = k.value AND link.person_id IS NULL
    WHERE k.workspace_id = $1 AND k.person_id = ANY($2::uuid[]) AND k.kind <> 'device') AS mp
  JOIN messages m ON m.workspace_id = $1 AND m.id = mp.message_id
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE h.kind = 'open') AS opens, count(*) FILTER (WHERE h.kind = 'click') AS clicks,
      max(h.at) AS last
    FROM hits h WHERE h.workspace_id = m.workspace_id AND h.message_id = m.id AND NOT h.machine) AS seen
  GROUP BY mp.person_id`;

const nothing = (): UserPart => ({
  lists: [],
  accounts: [],
  segments: [],
  memberCount: 0,
  stats: { delivered: 0, failed: 0, opened: 0, clicked: 0, unique_opens: 0, unique_clicks: 0 },
  lastInteraction: null,
});

/** Reads the parts of users from other tables, for a whole page at once. */
@Injectable()
export class UserParts {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @returns the parts of every given person, by id */
  async of(workspaceId: number, ids: string[]): Promise<Map<string, UserPart>> {
    const read = <T>(statement: string) => this.database.query<Of<T>>(statement, [workspaceId, ids]);
    const [lists, accounts, segments, members, events, stats] = [
      await read<UserListView>(LISTS),
      await read<UserAccountView>(ACCOUNTS),
      await read<{ id: string }>(SEGMENTS),
      await read<{ count: number }>(MEMBERS),
      await read<{ at: Date }>(LAST_EVENTS),
      await read<UserStatsView & { at: Date | null }>(STATS),
    ];
    const parts = new Map(ids.map((id) => [id, nothing()]));
    const part = (id: string) => parts.get(id) as UserPart;
    for (const { person_id, id, subscribed } of lists) part(person_id).lists.push({ id, subscribed });
    for (const { person_id, id, role } of accounts) part(person_id).accounts.push({ id, role });
    for (const { person_id, id } of segments) part(person_id).segments.push({ id, suppressed: false });
    for (const { person_id, count } of members) part(person_id).memberCount = count;
    for (const { person_id, at } of events) part(person_id).lastInteraction = at;
    for (const { person_id, at, ...counts } of stats) {
      const user = part(person_id);
      user.stats = counts;
      if (at !== null && (user.lastInteraction === null || at > user.lastInteraction)) user.lastInteraction = at;
    }
    return parts;
  }
}
