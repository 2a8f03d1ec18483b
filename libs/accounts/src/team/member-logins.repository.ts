import type { Database } from '@dundun/platform/database';

/** The stored credentials of a member. */
export interface LoginRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  password_hash: string;
}

/** Finds a member by email in any workspace. Emails are unique across workspaces. */
export async function findLogin(database: Database, email: string): Promise<LoginRow | undefined> {
  const [row] = await database.query<LoginRow>(FIND, [email]);
  return row;
}

const FIND = {
  name: 'find-member-by-email',
  text: 'SELECT workspace_id, id, password_hash FROM members WHERE lower(email) = lower($1)',
};
