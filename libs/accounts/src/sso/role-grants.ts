import { hasRole, ROLES, type Role } from '@dundun/domain';

/** What OIDC_ROLES says: who has this value gets this role, in this workspace or in the first one. */
export interface RoleRule {
  value: string;
  role: Role;
  workspaceId: number | null;
}

const RULE = new RegExp(`^(.+)=(${ROLES.join('|')})(?:@(\\d{1,9}))?$`);

/** Parses `Group=role@workspace, …`. The value may contain anything but a comma. */
export const roleRules = (text = ''): RoleRule[] =>
  text.split(',').flatMap((part) => {
    const [, value = '', role, workspace] = RULE.exec(part.trim()) ?? [];
    return role ? [{ value: value.trim(), role: role as Role, workspaceId: workspace ? Number(workspace) : null }] : [];
  });

/** Returns the texts of a claim, whose name may be a path such as `realm_access.roles`. */
export function valuesOf(claims: Record<string, unknown>, name: string): string[] {
  // A name that is there as it stands wins: some providers use addresses with dots.
  const found = Object.hasOwn(claims, name)
    ? claims[name]
    : name
        .split('.')
        .reduce<unknown>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : null), claims);
  return [found].flat().filter((value): value is string => typeof value === 'string');
}

/** Returns the highest role of the values in each workspace. */
export function grantsOf(rules: RoleRule[], values: string[], first: number): Map<number, Role> {
  const grants = new Map<number, Role>();
  for (const { value, role, workspaceId } of rules) {
    const workspace = workspaceId ?? first;
    const earlier = grants.get(workspace);
    if (values.includes(value) && !(earlier && hasRole(earlier, role))) grants.set(workspace, role);
  }
  return grants;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
