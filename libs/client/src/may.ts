import type { operations } from './generated/schema.js';
import { RULES } from './generated/rules.js';
import type { SessionView } from './schemas.js';

/** The name of an operation, such as `createList`. */
export type OperationId = keyof operations;

const ROLES: readonly string[] = ['viewer', 'marketer', 'admin', 'owner'];

/** Returns whether the API admits a member to an operation. Of operations on one list, the lists of the member decide too. */
export function mayCall(
  { role, lists }: Pick<SessionView['member'], 'role' | 'lists'>,
  operation: OperationId,
): boolean {
  const rule: string | undefined = (RULES as Partial<Record<OperationId, string>>)[operation];
  if (rule === undefined) return true;
  const [needed = 'owner', limited] = rule.split(' ');
  return ROLES.indexOf(role) >= ROLES.indexOf(needed) && (lists === null || limited !== undefined);
}
