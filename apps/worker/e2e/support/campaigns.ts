import { unaccounted, type CampaignAccounts } from '@dundun/domain';
import type { SmtpSink } from '@dundun/providers/testing';
import { basic, type Product } from '@dundun/testing';
import type { Tables } from './mails.js';

/** A campaign as the api shows it. */
interface ShownCampaign {
  state: string;
  people: CampaignAccounts;
  messages: Record<string, number>;
}

/** Calls the api with the secret. @throws Error with the answer of a refusal */
export async function call<T>({ apiUrl, apiKey, apiSecret }: Product, operation: string, body?: object): Promise<T> {
  const [method, path] = operation.split(' ') as [string, string];
  const headers = { Authorization: basic(apiKey, apiSecret), 'Content-Type': 'application/json' };
  const response = await fetch(`${apiUrl}${path}`, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const PEOPLE = `
  INSERT INTO people (workspace_id, id, uid, uid_updateable, email)
  SELECT (SELECT min(id) FROM workspaces), gen_random_uuid(), 'u' || n, false, 'reader-' || n || '@example.com'
  FROM generate_series($1::int, $2::int) AS n`;
/** Readers and leavers lie between each other in the order in which an audience is frozen. */
const MEMBERS = `
  INSERT INTO memberships (workspace_id, list_id, person_id, status)
  SELECT workspace_id, $1, id, CASE WHEN substr(uid, 2)::int <= $2 THEN 'subscribed' ELSE 'unsubscribed' END
  FROM people WHERE uid LIKE 'u%'`;
const PIECE = 5_000;

/** Makes a list of readers and of people who have left it. @returns its id */
export async function aListOf(product: Product, tables: Tables, readers: number, leavers = 0): Promise<string> {
  const { id } = await call<{ id: string }>(product, 'POST /v1/lists', { title: 'Readers' });
  for (let first = 1; first <= readers + leavers; first += PIECE)
    await tables.one(PEOPLE, [first, Math.min(first + PIECE - 1, readers + leavers)]);
  await tables.one(MEMBERS, [id, readers]);
  return id;
}

/** Starts a campaign to a list that cannot be taken back any more. @returns its id */
export async function aStartedCampaign(product: Product, list: string, perMinute: number): Promise<string> {
  const body = { name: 'News', lists: [list], subject: 'News', text: 'Hello', per_minute: perMinute };
  const { id } = await call<{ id: string }>(product, 'POST /console/campaigns', body);
  const at = new Date(Date.now() - 1_000).toISOString();
  await call(product, `POST /console/campaigns/${id}/start`, { at });
  return id;
}

export const shown = (product: Product, id: string): Promise<ShownCampaign> =>
  call<ShownCampaign>(product, `GET /console/campaigns/${id}`);

/** Returns what a campaign cannot account for: people of its audience, and messages that wait. */
export async function missing(
  product: Product,
  tables: Tables,
  id: string,
): Promise<[people: number, messages: number]> {
  const { people, messages } = await shown(product, id);
  const statement = 'SELECT count(*)::int AS value FROM messages WHERE group_id = $1 AND due_at IS NOT NULL';
  return [unaccounted(people), (messages.waiting ?? 0) - (await tables.one<number>(statement, [id]))];
}

/** Counts how often each address gets a mail, and notes when the last one came. */
export function watch(sink: SmtpSink): { arrived: Map<string, number>; lastAt: () => number } {
  const arrived = new Map<string, number>();
  let last = 0;
  sink.onMessage = ({ envelope }) => {
    last = Date.now();
    for (const address of envelope.to) arrived.set(address, (arrived.get(address) ?? 0) + 1);
  };
  return { arrived, lastAt: () => last };
}

/** Returns who got a mail more often than attempts without a known outcome explain, with all attempts. */
export async function unexplained(tables: Tables, arrived: ReadonlyMap<string, number>): Promise<string[]> {
  const found: string[] = [];
  for (const [address, count] of arrived) {
    if (count === 1) continue;
    const attempts = await tables.one<string[]>(
      `SELECT coalesce(array_agg(concat_ws(' ', coalesce(a.outcome, 'open'), a.detail) ORDER BY a.number), '{}') AS value
       FROM attempts a JOIN messages m ON m.workspace_id = a.workspace_id AND m.id = a.message_id
       WHERE m.recipients->0->>'address' = $1`,
      [address],
    );
    const unknown = attempts.filter((attempt) => attempt.startsWith('unknown')).length;
    if (unknown < count - 1) found.push(`${address} ${count} times: ${attempts.join(', ')}`);
  }
  return found;
}
