import { InvalidInputError, hasRole, RoleNeededError, type Role } from '@dundun/domain';
import type { Caller } from '@dundun/platform/http';

/** Returns the role of a caller. Key and secret have the rights of an admin. */
const roleOf = ({ role = 'admin' }: Pick<Caller, 'role'>): Role => role;

/** Refuses decisions about owners by others than owners. @throws RoleNeededError */
export function checkMayDecide(caller: Pick<Caller, 'role'>, ...roles: Role[]): void {
  if (roles.includes('owner') && roleOf(caller) !== 'owner') throw new RoleNeededError('owner', roleOf(caller));
}

/** Refuses what only an owner who is signed in may do: no API key does. @throws RoleNeededError */
export function checkOwner(caller: Pick<Caller, 'role'>): void {
  if (caller.role !== 'owner') throw new RoleNeededError('owner', roleOf(caller));
}

/** Refuses to limit roles that administer the workspace. @throws InvalidInputError */
export function checkLimit(role: Role, lists: string[] | null): void {
  if (lists !== null && hasRole(role, 'admin'))
    throw new InvalidInputError([{ field: 'lists', message: 'must be null for admins and owners' }]);
}
