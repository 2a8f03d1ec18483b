import {
  once,
  type Database,
  type IdempotencyClaim,
  type Replayed,
  type StoredAnswer,
} from '@dundun/platform/database';

class NotDoneYet extends Error {}

/**
 * Applies an idempotency key to work of many transactions: the answer is stored after the work, because holding the key would keep
 * a transaction open. Concurrent calls both do the work, which must therefore be idempotent.
 */
export async function onceDone(
  database: Database,
  claim: IdempotencyClaim,
  work: () => Promise<unknown>,
): Promise<StoredAnswer | Replayed> {
  try {
    return await once(database, claim, () => Promise.reject(new NotDoneYet()));
  } catch (error) {
    if (!(error instanceof NotDoneYet)) throw error;
  }
  const body = await work();
  return once(database, claim, () => Promise.resolve({ body }));
}
