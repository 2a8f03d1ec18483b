import {
  once,
  type Database,
  type IdempotencyClaim,
  type Replayed,
  type StoredAnswer,
} from '@dundun/platform/database';

class NotDoneYet extends Error {}

/**
 * For work of many transactions: the answer is stored behind it, for a key held meanwhile would keep a transaction open as
 * long. Two at the same time both do the work, which therefore must be such that doing it twice does no harm.
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
