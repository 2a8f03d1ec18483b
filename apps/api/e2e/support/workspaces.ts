import { caller, type Call, type Product } from '@dundun/testing';
import { createHash } from 'node:crypto';
import { rows } from './database.js';
import { unique } from './fixtures.js';

/** Credentials of an API key, and calls made with them. */
export interface Credentials {
  key: string;
  secret: string;
  call: Call;
}

/** A workspace beside the bootstrapped one. */
export interface Neighbour extends Credentials {
  id: number;
}

// The admin commands do the same, but each takes a process and a second.
const MAKE = `
  WITH made AS (INSERT INTO workspaces (name, plan) VALUES ('Neighbour', $1) RETURNING id),
  domain AS (
    INSERT INTO sending_domains (workspace_id, id, domain, connected_at)
    SELECT id, gen_random_uuid(), $2, now() FROM made WHERE $2::text IS NOT NULL
  )
  INSERT INTO api_keys (workspace_id, id, name, key, secret_hash)
  SELECT id, gen_random_uuid(), 'Key', $3, $4 FROM made RETURNING workspace_id AS id`;

/** Makes another workspace of the same installation, with a key and, when asked, a connected domain. */
export async function anotherWorkspace(
  product: Product,
  { plan = 'unlimited', domain = null }: { plan?: 'free' | 'unlimited'; domain?: string | null } = {},
): Promise<Neighbour> {
  const [key, secret] = [unique('dk'), unique('ds')];
  const hash = createHash('sha256').update(secret).digest();
  const [made] = await rows<{ id: number }>(product, MAKE, [plan, domain, key, hash]);
  return { id: (made as { id: number }).id, ...credentials(product, key, secret) };
}

/** One more key of a workspace, made as an operator makes it. */
export async function anotherKey(product: Product, workspaceId = 1, ...options: string[]): Promise<Credentials> {
  const made = await product.admin('key', 'create', '--workspace', String(workspaceId), ...options);
  const { key, secret } = made as { key: string; secret: string };
  return credentials(product, key, secret);
}

const credentials = ({ apiUrl }: Product, key: string, secret: string): Credentials => ({
  key,
  secret,
  call: caller({ apiUrl, apiKey: key, apiSecret: secret }),
});
