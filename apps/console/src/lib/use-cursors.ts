'use client';

import { parseAsString, useQueryStates } from 'nuqs';

/** The page of a listing, stored in the URL: a reload shows the same rows, and Back works. */
export function useCursors() {
  const [{ after, before }, set] = useQueryStates({ after: parseAsString, before: parseAsString }, { history: 'push' });
  return {
    query: { ...(after ? { next_cursor: after } : {}), ...(before && !after ? { previous_cursor: before } : {}) },
    isFirst: !after && !before,
    older: (cursor: string) => void set({ after: cursor, before: null }),
    newer: (cursor: string) => void set({ after: null, before: cursor }),
    /** For a changed filter, which also replaces its history entry. */
    reset: () => void set({ after: null, before: null }, { history: 'replace' }),
  };
}
