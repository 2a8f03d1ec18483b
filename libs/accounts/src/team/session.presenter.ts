import type { SessionView } from '@dundun/contracts';
import type { Member } from './member.entity.js';
import type { Workspace } from '../workspaces/workspace.entity.js';

export const presentSession = (member: Member, workspace: Workspace, lacksFactor = false): SessionView => ({
  member: { id: member.id, email: member.email, name: member.name || null, role: member.role, lists: member.listIds },
  workspace: { id: String(workspace.id), name: workspace.name, plan: workspace.plan },
  two_factor_required: lacksFactor,
});
