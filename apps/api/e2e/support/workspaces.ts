import { caller, IDENTITY, runAdmin, type Call, type Installation, type Tenant } from '@dundun/testing';
import { createHash } from 'node:crypto';
import { rows } from './database.js';
import { unique } from './fixtures.js';

/** Credentials of an API key, and a client that uses them. */
export interface Credentials {
  key: string;
  secret: string;
  call: Call;
}

/** A workspace in addition to the bootstrapped one. */
export interface Neighbour extends Credentials {
  id: number;
}

// The admin commands do the same, but each costs a process and a second.
const MAKE = `
  WITH made AS (
    INSERT INTO workspaces (name, plan, strict_public_keys, sender_name, postal_address)
    VALUES ('Neighbour', $1, true, $5, $6) RETURNING id),
  domain AS (
    INSERT INTO sending_domains (workspace_id, id, domain, connected_at)
    SELECT id, gen_random_uuid(), $2, now() FROM made WHERE $2::text IS NOT NULL
  )
  INSERT INTO api_keys (workspace_id, id, name, key, secret_hash)
  SELECT id, gen_random_uuid(), 'Key', $3, $4 FROM made RETURNING workspace_id AS id`;

/** Copies what the bootstrap gave the first workspace, except its key and its owner's email. */
const FURNISH = `
  WITH login AS (
    INSERT INTO logins (id, email, password_hash)
    SELECT gen_random_uuid(), $2, password_hash FROM logins
    WHERE id = (SELECT login_id FROM members WHERE workspace_id = 1 ORDER BY created_at LIMIT 1) RETURNING id
  ),
  member AS (
    INSERT INTO members (workspace_id, id, email, name, role, login_id)
    SELECT $1, gen_random_uuid(), $2, 'Owner', 'owner', id FROM login
  ),
  known AS MATERIALIZED (SELECT id AS was, gen_random_uuid() AS id FROM templates WHERE workspace_id = 1),
  template AS (
    INSERT INTO templates (workspace_id, id, name, version)
    SELECT $1, known.id, t.name, t.version FROM known JOIN templates t ON t.workspace_id = 1 AND t.id = was
  ),
  version AS (
    INSERT INTO template_versions (workspace_id, template_id, version, subject, html, text, variables, required_variables)
    SELECT $1, known.id, v.version, v.subject, v.html, v.text, v.variables, v.required_variables
    FROM known JOIN template_versions v ON v.workspace_id = 1 AND v.template_id = was
  )
  INSERT INTO integrations (workspace_id, id, channel, provider, source, settings, sender_ids)
  SELECT $1, gen_random_uuid(), channel, provider, source, settings, sender_ids FROM integrations
  WHERE workspace_id = 1 AND sealed_settings IS NULL`;

/** Makes another workspace of the same installation, with a key and, on request, a connected domain. */
export async function anotherWorkspace(
  installation: Pick<Installation, 'apiUrl' | 'databaseUrl'>,
  { plan = 'unlimited', domain = null }: { plan?: 'free' | 'unlimited'; domain?: string | null } = {},
): Promise<Neighbour> {
  const [key, secret] = [unique('dk'), unique('ds')];
  const hash = createHash('sha256').update(secret).digest();
  const [made] = await rows<{ id: number }>(installation, MAKE, [plan, domain, key, hash, ...Object.values(IDENTITY)]);
  return { id: (made as { id: number }).id, ...credentials(installation, key, secret) };
}

/** Makes a workspace with everything the first one has after the bootstrap. */
export async function openWorkspace(
  installation: Installation,
  { plan = 'unlimited' }: { plan?: 'free' | 'unlimited' } = {},
): Promise<Tenant> {
  const { BOOTSTRAP_DOMAIN: domain = null, BOOTSTRAP_PASSWORD: password = '' } = installation.environment;
  const { id, key, secret } = await anotherWorkspace(installation, { plan, domain });
  const email = `${unique('owner')}@dundun.test`;
  await rows(installation, FURNISH, [id, email]);
  return { ...installation, workspaceId: id, apiKey: key, apiSecret: secret, email, password };
}

/** Creates another key of a workspace by the admin command. */
export async function anotherKey(tenant: Tenant, ...options: string[]): Promise<Credentials> {
  const made = await runAdmin(tenant, 'key', 'create', '--workspace', String(tenant.workspaceId), ...options);
  const { key, secret } = made as { key: string; secret: string };
  return credentials(tenant, key, secret);
}

const credentials = ({ apiUrl }: Pick<Installation, 'apiUrl'>, key: string, secret: string): Credentials => ({
  key,
  secret,
  call: caller({ apiUrl, apiKey: key, apiSecret: secret }),
});
