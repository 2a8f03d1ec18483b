import { UnknownListError } from './refusals/lists.js';
import { LimitedToListsError, RoleNeededError } from './refusals/sessions.js';

/** The roles of members, each with the rights of those before it. */
export const ROLES = ['viewer', 'marketer', 'admin', 'owner'] as const;

/** What a member may do: read, market, administer, or also decide about owners. */
export type Role = (typeof ROLES)[number];

/**
 * What an operation does for a member who is limited to some lists: `list` has the list's id in its path, `filtered` leaves out
 * what does not belong to the lists, `neutral` contains nothing about people. Others are refused.
 */
export type ForLimited = 'list' | 'filtered' | 'neutral';

/** What an operation requires of a member. */
export interface MemberRule {
  role: Role;
  limited?: ForLimited;
}

/** The rights of a member: the role, and the lists that the access is limited to. */
export interface MemberRights {
  role: Role;
  lists?: readonly string[];
}

/** Returns whether a role has the rights of another. */
export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/**
 * Checks the call of a member.
 * @param id the id in the path of the operation
 * @throws RoleNeededError, LimitedToListsError, UnknownListError
 */
export function checkMember({ role, lists }: MemberRights, rule: MemberRule, id?: string): void {
  if (!hasRole(role, rule.role)) throw new RoleNeededError(rule.role, role);
  if (lists === undefined) return;
  if (rule.limited === undefined) throw new LimitedToListsError();
  if (rule.limited === 'list' && !lists.includes(id?.toLowerCase() ?? '')) throw new UnknownListError();
}
