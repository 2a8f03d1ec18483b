import type { MemberView } from '@dundun/contracts';
import type { MembershipStatus } from '@dundun/domain';
import type { FoundPerson } from '@dundun/people';
import type { ChannelStatuses } from './channel-statuses.service.js';
import type { MemberAttributes } from './member-attributes.repository.js';

/** Presents a person who was found on a list. */
export const presentMember = (
  row: FoundPerson,
  channels: ChannelStatuses = { email: null, sms: null },
  attributes: MemberAttributes = {},
): MemberView => ({
  uid: row.uid,
  email: row.email,
  number: row.number,
  first_name: row.first_name,
  last_name: row.last_name,
  status: row.status as MembershipStatus,
  email_status: channels.email,
  sms_status: channels.sms,
  joined_at: (row.joined_at as Date).toISOString(),
  attributes,
});
