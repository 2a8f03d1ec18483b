import type { InvitationView, TeamMemberView } from '@dundun/contracts';
import type { Invitation } from './invitation.entity.js';
import type { Member } from './member.entity.js';

export const presentMember = ({ id, email, name, role, listIds, createdAt }: Member): TeamMemberView => ({
  id,
  email,
  name: name || null,
  role,
  lists: listIds,
  created_at: createdAt.toISOString(),
});

export const presentInvitation = (invitation: Invitation): InvitationView => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  lists: invitation.listIds,
  invited_by: invitation.invitedBy,
  sent_at: invitation.sentAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
});
