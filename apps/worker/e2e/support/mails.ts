import type { SmtpSink } from '@dundun/providers/testing';
import { basic, type Product } from '@dundun/testing';
import pg from 'pg';

const AT_ONCE = 16;

/** Sends this many emails through the api. @returns the acknowledged ids */
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

/** Returns how often each message arrived, by message id. */
export const arrivals = ({ counts }: Pick<SmtpSink, 'counts'>): Map<string, number> =>
  new Map([...counts].map(([messageId, count]) => [messageId.replace(/^<|@.*$/g, ''), count]));

export interface Tables {
  one<T>(sql: string, values?: unknown[]): Promise<T>;
  /** Counts messages without a final status. */
  inHand(): Promise<number>;
  /** Counts attempts without an outcome. */
  underWay(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a connection to the tables. Each query names its column `value`. */
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
