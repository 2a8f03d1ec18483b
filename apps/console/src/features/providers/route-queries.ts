'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const KEY = ['routes'] as const;

const read = (signal: AbortSignal) => answerOf(api.GET('/console/routes', { signal }));

export type Routes = Awaited<ReturnType<typeof read>>;
export type EmailPath = 'transactional' | 'marketing';
/** Integration ids; null is the service's own provider. */
export type Order = (string | null)[];

export function useRoutes() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => read(signal) });
}

/** Optimistic: moving back is just as easy. An empty order restores the default. */
export function usePutRoute(path: EmailPath) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (integrations: Order) =>
      answerOf(api.PUT('/console/routes/{path}', { params: { path: { path } }, body: { integrations } })),
    mutationKey: KEY,
    scope: { id: `route ${path}` },
    onMutate: async (integrations) => {
      await client.cancelQueries({ queryKey: KEY });
      const before = client.getQueryData<Routes>(KEY);
      const others = before?.data.filter((route) => route.path !== path) ?? [];
      const mine = integrations.length > 0 ? [{ channel: 'email' as const, path, integrations }] : [];
      client.setQueryData<Routes>(KEY, { data: [...others, ...mine] });
      return before;
    },
    onError: (_error, _order, before) => client.setQueryData(KEY, before),
    // An answer that is older than the order on the page would move the steps back for a moment.
    onSettled: () =>
      client.isMutating({ mutationKey: KEY }) > 1 ? undefined : client.invalidateQueries({ queryKey: KEY }),
  });
}
