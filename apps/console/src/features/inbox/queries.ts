'use client';

import { answerOf, type InboxMessageView } from '@dundun/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

const PER_PAGE = 30;
const REFRESH_MS = 2_000;
const KEEP_MESSAGE_MS = 5_000;

export interface InboxQuery {
  channel?: InboxMessageView['channel'];
  search?: string;
  next_cursor?: string;
  previous_cursor?: string;
}

export function useInbox(query: InboxQuery) {
  return useQuery({
    queryKey: ['inbox', query],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/console/inbox', { params: { query: { ...query, limit: PER_PAGE } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** A captured message never changes but may be megabytes in size, so it is not kept in memory for long. */
export function useMessage(id: string) {
  return useQuery({
    queryKey: ['inbox-message', id],
    queryFn: ({ signal }) => answerOf(api.GET('/console/inbox/{id}', { params: { path: { id } }, signal })),
    staleTime: Infinity,
    gcTime: KEEP_MESSAGE_MS,
  });
}
