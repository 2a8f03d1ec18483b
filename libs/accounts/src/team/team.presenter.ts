import type { InvitationView, TeamMemberView } from '@dundun/contracts';
import type { Invitation } from './invitation.entity.js';
import type { SeenMember } from './team.service.js';

export const presentMember = (member: SeenMember): TeamMemberView => ({
  id: member.id,
  email: member.email,
  name: member.name || null,
  role: member.role,
  lists: member.listIds,
  created_at: member.createdAt.toISOString(),
  two_factor: member.hasFactor,
  last_seen_at: member.lastSeenAt?.toISOString() ?? null,
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
