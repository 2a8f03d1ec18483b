import type { MemberView } from '@dundun/contracts';
import type { MemberRow } from './members.repository.js';

export const presentMember = (row: MemberRow): MemberView => ({
  uid: row.uid,
  email: row.email,
  number: row.number,
  first_name: row.firstName,
  last_name: row.lastName,
  status: row.status,
  joined_at: row.joinedAt.toISOString(),
});
