import { caller, type Call, type Tenant } from '@dundun/testing';
import { rows } from './database.js';
import { unique } from './fixtures.js';

/** A member of the workspace with the owner's password. */
const ADD = `
  WITH login AS (
    INSERT INTO logins (id, email, password_hash)
    SELECT gen_random_uuid(), $3, password_hash FROM logins WHERE email = $2 RETURNING id
  )
  INSERT INTO members (workspace_id, id, email, name, role, list_ids, login_id)
  SELECT $1, gen_random_uuid(), $3, 'Member', $4, $5::uuid[], id FROM login`;

/** Adds a member to the workspace and signs in. @returns a client with the session */
export async function aSession(tenant: Tenant, role: string, lists: string[] | null = null): Promise<Call> {
  const email = `${unique(role)}@dundun.test`;
  await rows(tenant, ADD, [tenant.workspaceId, tenant.email, email, role, lists]);
  return signedIn(tenant, { email, password: tenant.password });
}

/** Signs a member in. @returns a client with the session, as the console calls the api */
export async function signedIn(tenant: Tenant, member: { email: string; password: string }): Promise<Call> {
  const call = caller(tenant);
  const answer = await call('POST /console/session', { as: 'none', body: member });
  if (answer.status !== 200) throw new Error(`the sign-in failed: ${answer.text}`);
  const Cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return (route, options = {}) =>
    call(route, { ...options, as: 'none', headers: { ...consoleHeaders(tenant), Cookie, ...options.headers } });
}

/** The headers by which the api recognizes a call of its own console. */
export const consoleHeaders = ({ environment }: Pick<Tenant, 'environment'>) => ({
  Origin: environment.CONSOLE_URL ?? `http://127.0.0.1:${environment.CONSOLE_PORT}`,
});
