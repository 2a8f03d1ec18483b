import type { QueryState } from '@tanstack/react-query';

export type Freshness = Pick<QueryState, 'data' | 'status' | 'dataUpdatedAt' | 'fetchFailureCount'>;

/** One failed try may be an accident. */
const ACCIDENTS = 1;

/** Returns the time of the oldest data that is shown though refetching it fails; null if all of it is fresh. */
export function staleSince(shown: readonly Freshness[]): number | null {
  const stale = shown.filter(
    ({ data, status, fetchFailureCount }) =>
      data !== undefined && (status === 'error' || fetchFailureCount > ACCIDENTS),
  );
  return stale.length === 0 ? null : Math.min(...stale.map(({ dataUpdatedAt }) => dataUpdatedAt));
}
