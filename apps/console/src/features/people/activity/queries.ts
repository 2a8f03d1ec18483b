'use client';

import { answerOf } from '@dundun/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

const [PER_PAGE, REFRESH_MS] = [30, 10_000];

const stepOf = (next_cursor: string | undefined) => ({ limit: PER_PAGE, ...(next_cursor && { next_cursor }) });

const readEvents = (uid: string, next: string | undefined, signal: AbortSignal) =>
  answerOf(api.GET('/v1/users/{uid}/events', { params: { path: { uid }, query: stepOf(next) }, signal }));
/** Reads messages with what was done with them. */
async function readMessages(uid: string, next: string | undefined, signal: AbortSignal) {
  const page = await answerOf(api.GET('/v1/messages', { params: { query: { uid, ...stepOf(next) } }, signal }));
  const messages = page.data.map(({ id }) => id).join(',');
  if (messages === '') return { ...page, data: [] };
  const { data } = await answerOf(api.GET('/console/message-engagements', { params: { query: { messages } }, signal }));
  return {
    ...page,
    data: page.data.map((each) => ({ ...each, done: data.filter(({ message }) => message === each.id) })),
  };
}
const readConsents = (uid: string, next: string | undefined, signal: AbortSignal) =>
  answerOf(api.GET('/console/people/{uid}/consents', { params: { path: { uid }, query: stepOf(next) }, signal }));

export type PersonMessage = Awaited<ReturnType<typeof readMessages>>['data'][number];
export type PersonEvent = Awaited<ReturnType<typeof readEvents>>['data'][number];

interface Pages<Entry> {
  data: Entry[];
  next_cursor: string | null;
}

/** Reads pages, the latest first. They are read again by themselves only while there is one. */
function usePages<Entry>(
  key: string[],
  read: (next: string | undefined, signal: AbortSignal) => Promise<Pages<Entry>>,
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: ({ state }) => (state.error || (state.data?.pages.length ?? 0) > 1 ? false : REFRESH_MS),
  });
  return { query, entries: query.data?.pages.flatMap(({ data }) => data) ?? [], hasMore: query.hasNextPage };
}

export const usePersonEvents = (uid: string) =>
  usePages(['person', uid, 'events'], (next, signal) => readEvents(uid, next, signal));
export const usePersonMessages = (uid: string) =>
  usePages(['messages', 'person', uid], (next, signal) => readMessages(uid, next, signal));
export const usePersonConsents = (uid: string) =>
  usePages(['consents', uid, 'timeline'], (next, signal) => readConsents(uid, next, signal));
