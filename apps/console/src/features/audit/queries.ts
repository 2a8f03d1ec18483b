'use client';

import { answerOf } from '@dundun/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

const PER_PAGE = 30;
const REFRESH_MS = 10_000;

export interface AuditFilter {
  actor?: 'member' | 'key' | 'system';
  actor_id?: string;
  thing?: string;
  thing_id?: string;
  next_cursor?: string;
  previous_cursor?: string;
}

const read = (query: AuditFilter, signal: AbortSignal) =>
  answerOf(api.GET('/console/audit', { params: { query: { ...query, limit: PER_PAGE } }, signal }));

export type AuditEntry = Awaited<ReturnType<typeof read>>['data'][number];

export function useAudit(query: AuditFilter) {
  return useQuery({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => read(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
