'use client';

import { answerOf } from '@dundun/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 60_000;

const read = (signal: AbortSignal) => answerOf(api.GET('/console/refused-confirmations', { signal }));

export type RefusingBudget = Awaited<ReturnType<typeof read>>['data'][number];

/** The budgets that refused confirmation mail in the last seven days. */
export function useRefusedConfirmations() {
  return useQuery({
    queryKey: ['refused-confirmations'],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: REFRESH_MS,
  });
}
