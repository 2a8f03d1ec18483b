'use client';

import { answerOf, type MemberView, type SubscribeBody } from '@dundun/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRefreshLists } from '@/features/lists/queries';
import { api } from '@/lib/api';
import { showEarly, withChange } from '@/lib/optimistic';

const PER_PAGE = 30;
const REFRESH_MS = 5_000;
const NAMES_MS = 60_000;

const key = (id: string) => ['members', id] as const;

export interface MemberQuery {
  search?: string;
  status?: MemberView['status'];
  /** Names of attributes, separated by commas. */
  attributes?: string;
  next_cursor?: string;
  previous_cursor?: string;
}

export function useMembers(id: string, query: MemberQuery) {
  return useQuery({
    queryKey: [...key(id), query],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { ...query, limit: PER_PAGE } };
      return answerOf(api.GET('/console/lists/{id}/members', { params, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function useListCounts(id: string) {
  return useQuery({
    queryKey: [...key(id), 'counts'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/lists/{id}/counts', { params: { path: { id } }, signal })),
    refetchInterval: NAMES_MS,
  });
}

/** The names of attributes that can be columns. A name with a comma cannot be asked for. */
export function useAttributeNames() {
  return useQuery({
    queryKey: ['attributes'],
    queryFn: async ({ signal }) => {
      const attributes = await answerOf(api.GET('/v1/data/attributes', { signal }));
      return attributes.map(({ name }) => name).filter((name) => !name.includes(','));
    },
    staleTime: NAMES_MS,
  });
}

function useRefresh(id: string) {
  const client = useQueryClient();
  const refreshLists = useRefreshLists();
  return () => void Promise.all([client.invalidateQueries({ queryKey: key(id) }), refreshLists(id)]);
}

export function useSubscribe(id: string) {
  const onSuccess = useRefresh(id);
  return useMutation({
    mutationFn: (body: SubscribeBody) =>
      answerOf(api.POST('/v1/lists/{id}/subscribers', { params: { path: { id } }, body })),
    onSuccess,
  });
}

/** Returns whether the person is subscribed now; a pending one is not. The row shows it before the answer. */
export function useChangeSubscription(id: string) {
  const client = useQueryClient();
  const onSettled = useRefresh(id);
  return useMutation({
    mutationFn: ({ uid, subscribed }: { uid: string; subscribed: boolean }) =>
      answerOf(api.PUT('/v1/lists/{id}/subscribers/{uid}', { params: { path: { id, uid } }, body: { subscribed } })),
    onMutate: ({ uid, subscribed }) => {
      const change = withChange('uid', uid, { status: subscribed ? 'subscribed' : 'unsubscribed' });
      return showEarly(client, [{ queryKey: key(id), change }]);
    },
    onError: (_error, _change, takeBack) => takeBack?.(),
    onSettled,
  });
}

export function useRemoveMember(id: string) {
  const onSettled = useRefresh(id);
  return useMutation({
    mutationFn: (uid: string) =>
      answerOf(api.DELETE('/v1/lists/{id}/subscribers/{uid}', { params: { path: { id, uid } } })),
    onSettled,
  });
}
