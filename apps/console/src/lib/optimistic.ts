import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Cached answers whose keys begin with a key, and what a change makes of each. */
export interface Changed {
  queryKey: QueryKey;
  change: (data: unknown) => unknown;
}

/** Shows a change before the API has answered. @returns what takes it back, for a call that fails */
export async function showEarly(client: QueryClient, all: readonly Changed[]): Promise<() => void> {
  // An answer from before the change would hide it.
  await Promise.all(all.map(({ queryKey }) => client.cancelQueries({ queryKey })));
  const before = all.flatMap(({ queryKey }) => client.getQueriesData({ queryKey }));
  for (const { queryKey, change } of all)
    client.setQueriesData({ queryKey }, (data: unknown) => (data === undefined ? undefined : change(data)));
  return () => before.forEach(([queryKey, data]) => client.setQueryData(queryKey, data));
}

/** Changes the objects with an id, in an answer that is one of them, a list of them or a page of them. What is undefined stays. */
export function withChange(key: string, id: string, given: object): Changed['change'] {
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const change = (data: unknown): unknown => {
    if (Array.isArray(data)) return data.map(change);
    if (typeof data !== 'object' || data === null) return data;
    if (key in data && (data as Record<string, unknown>)[key] === id) return { ...data, ...fields };
    return 'data' in data && Array.isArray(data.data) ? { ...data, data: data.data.map(change) } : data;
  };
  return change;
}
