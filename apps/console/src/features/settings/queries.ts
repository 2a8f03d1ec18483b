'use client';

import { answerOf } from '@dundun/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 60_000;

const read = (signal: AbortSignal) => answerOf(api.GET('/console/refused-confirmations', { signal }));

/** The budgets that refused confirmation mail in the last seven days. */
export function useRefusedConfirmations() {
  return useQuery({
    queryKey: ['refused-confirmations'],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: REFRESH_MS,
  });
}
