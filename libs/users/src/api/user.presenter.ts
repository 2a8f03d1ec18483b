import type { UserView } from '@dundun/contracts';
import type { UserPart, UserRow } from './user-parts.repository.js';

/** Builds the API's view of a user from a person and the parts in other tables. */
export function presentUser(row: UserRow, part: UserPart): UserView {
  return {
    id: row.uid,
    uid: row.uid,
    uid_updateable: row.uid_updateable,
    first_name: row.first_name,
    last_name: row.last_name,
    number: row.number,
    email: row.email,
    devices: row.devices.map(({ token, platform, verified }) => ({
      ...{ token, platform: platform ?? null },
      ...(verified === false && { verified }),
    })),
    accounts: part.accounts,
    is_account: row.is_account,
    member_count: part.memberCount,
    archived: row.archived_at !== null,
    tracking_refused: row.tracking_refused_at !== null,
    marketing_paused_until: row.marketing_paused_until?.toISOString() ?? null,
    lists: part.lists,
    segments: part.segments,
    meta: row.meta,
    created_at: row.created_at.toISOString(),
    last_interaction: part.lastInteraction?.toISOString() ?? null,
    stats: part.stats,
  };
}
