import type { MemberView } from '@dundun/contracts';
import type { MemberRow } from './members.repository.js';

export const presentMember = (row: MemberRow): MemberView => ({
  uid: row.uid,
  email: row.email,
  number: row.number,
  first_name: row.first_name,
  last_name: row.last_name,
  status: row.status,
  joined_at: row.joined_at.toISOString(),
});
