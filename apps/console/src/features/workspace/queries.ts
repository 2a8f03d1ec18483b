'use client';

import { answerOf } from '@dundun/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

export function useWorkspace() {
  return useQuery({
    queryKey: ['workspace'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/workspace', { signal })),
  });
}
