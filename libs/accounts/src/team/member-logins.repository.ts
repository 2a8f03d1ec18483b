import type { Database } from '@dundun/platform/database';

/** What a sign-in is checked against. */
export interface LoginRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  password_hash: string;
}

/** Finds the member with this email address, in whatever workspace: the address decides which one it is. */
export async function findLogin(database: Database, email: string): Promise<LoginRow | undefined> {
  const [row] = await database.query<LoginRow>(FIND, [email]);
  return row;
}

const FIND = {
  name: 'find-member-by-email',
  text: 'SELECT workspace_id, id, password_hash FROM members WHERE lower(email) = lower($1)',
};
