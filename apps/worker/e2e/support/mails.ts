import type { SmtpSink } from '@dundun/providers/testing';
import { basic, type Product } from '@dundun/testing';
import pg from 'pg';

const AT_ONCE = 16;

/** Has the api take so many emails. @returns the ids that it acknowledged */
export async function acceptMails(product: Product, count: number): Promise<string[]> {
  const ids: string[] = [];
  let left = count;
  const sender = async () => {
    while (left-- > 0) {
      const response = await fetch(`${product.apiUrl}/v1/send/email`, {
        method: 'POST',
        headers: { Authorization: basic(product.apiKey, product.apiSecret), 'Content-Type': 'application/json' },
        body: JSON.stringify({
          from: { name: 'Ada', email: 'ada@dundun.test' },
          to: 'grace@example.com',
          subject: 'Hello',
          text: 'Hello',
        }),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      ids.push(((await response.json()) as { id: string }).id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return ids;
}

/** How often each message arrived, by our id. */
export const arrivals = ({ counts }: Pick<SmtpSink, 'counts'>): Map<string, number> =>
  new Map([...counts].map(([messageId, count]) => [messageId.replace(/^<|@.*$/g, ''), count]));

export interface Tables {
  one<T>(sql: string, values?: unknown[]): Promise<T>;
  /** Messages that are not at their end. */
  inHand(): Promise<number>;
  /** Attempts whose outcome nobody has recorded. */
  underWay(): Promise<number>;
  close(): Promise<void>;
}

/** A look into the tables; each question names its column `value`. */
export function tablesOf(databaseUrl: string): Tables {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  const one = async <T>(sql: string, values: unknown[] = []) =>
    (await pool.query<{ value: T }>(sql, values)).rows[0]?.value as T;
  return {
    one,
    inHand: () => one<number>('SELECT count(*)::int AS value FROM messages WHERE due_at IS NOT NULL'),
    underWay: () => one<number>('SELECT count(*)::int AS value FROM attempts WHERE outcome IS NULL'),
    close: () => pool.end(),
  };
}
