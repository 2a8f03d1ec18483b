'use client';

import { answerOf } from '@dundun/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 10_000;

const read = (signal: AbortSignal) => answerOf(api.GET('/console/profiles', { signal }));

export type ProfileView = Awaited<ReturnType<typeof read>>['data'][number];

export function useProfiles() {
  return useQuery({ queryKey: ['profiles'], queryFn: ({ signal }) => read(signal), refetchInterval: REFRESH_MS });
}
