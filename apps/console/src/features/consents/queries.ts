'use client';

import { answerOf } from '@dundun/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

const PER_PAGE = 20;
const REFRESH_MS = 10_000;

interface Cursor {
  next_cursor?: string;
  previous_cursor?: string;
}

const read = (uid: string, cursors: Cursor, signal: AbortSignal) => {
  const params = { path: { uid }, query: { ...cursors, limit: PER_PAGE } };
  return answerOf(api.GET('/console/people/{uid}/consents', { params, signal }));
};

type Step = Awaited<ReturnType<typeof read>>['data'][number];

/** One step of the consent ledger. `list` is null if the step is about all messages. */
export type ConsentView = Omit<Step, 'list'> & { list: Step['list'] | null; text_said?: string | null };

export function useConsents(uid: string, cursors: Cursor) {
  return useQuery({
    queryKey: ['consents', uid, cursors],
    queryFn: ({ signal }) => read(uid, cursors, signal),
    placeholderData: keepPreviousData,
    enabled: uid !== '',
    refetchInterval: (query) => (query.state.error ? false : REFRESH_MS),
  });
}
