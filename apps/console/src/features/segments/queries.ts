'use client';

import { answerOf, type components } from '@dundun/client';
import type { SegmentNode } from '@dundun/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { showEarly, withChange } from '@/lib/optimistic';

const PER_PAGE = 30;
const MOST_PAGES = 20;
const REFRESH_MS = 10_000;
const BUILDING_MS = 1_500;

const keys = { all: ['segments'] as const, one: (id: string) => ['segment', id] as const };

const readOne = (id: string, signal?: AbortSignal) =>
  answerOf(api.GET('/v1/segments/{id}', { params: { path: { id } }, signal }));
type NewSegment = components['schemas']['CreateSegmentBody'];

const create = (body: NewSegment) => answerOf(api.POST('/v1/segments', { body }));

export type Segment = Awaited<ReturnType<typeof readOne>>;
export type SegmentChange = { name?: string; labels?: string[]; announces?: boolean; match?: SegmentNode };

/** The wire knows a tree as any JSON object. */
export const asMatch = (tree: SegmentNode) => tree as unknown as Record<string, never>;

/** Every segment that is not archived, newest first; there are at most 500. */
export function useSegments() {
  return useQuery({
    queryKey: keys.all,
    queryFn: async ({ signal }) => {
      const found: Segment[] = [];
      let next_cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = { limit: PER_PAGE, next_cursor };
        const { data, next_cursor: next } = await answerOf(api.GET('/v1/segments', { params: { query }, signal }));
        found.push(...data);
        if (next === null) break;
        next_cursor = next;
      }
      return found;
    },
    refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'building') ? BUILDING_MS : REFRESH_MS),
  });
}

export function useSegment(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => readOne(id, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'building' ? BUILDING_MS : REFRESH_MS),
  });
}

/** Where a segment is used, and its members day by day. */
export function useSegmentOverview(id: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'overview'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/segments/{id}/overview', { params: { path: { id } }, signal })),
    refetchInterval: REFRESH_MS,
  });
}

export interface PageOfMembers {
  next_cursor?: string;
  previous_cursor?: string;
}

const readMembers = (id: string, query: PageOfMembers, signal?: AbortSignal) => {
  const params = { path: { id }, query: { ...query, limit: PER_PAGE } };
  return answerOf(api.GET('/v1/segments/{id}/people', { params, signal }));
};

export type Member = Awaited<ReturnType<typeof readMembers>>['data'][number];

export function useSegmentMembers(id: string, query: PageOfMembers) {
  return useQuery({
    queryKey: [...keys.one(id), 'members', query],
    queryFn: ({ signal }) => readMembers(id, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** Why a person is in a segment or not. */
export function useExplanation(id: string, uid: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'explain', uid],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/segments/{id}/explain/{uid}', { params: { path: { id, uid } }, signal })),
    refetchInterval: ({ state }) => (state.error ? false : REFRESH_MS),
  });
}

/** How many members can be reached by each channel. */
export function useReach(id: string, isReady: boolean) {
  return useQuery({
    queryKey: [...keys.one(id), 'reach'],
    queryFn: ({ signal }) =>
      answerOf(api.POST('/v1/segments/preview', { body: { match: asMatch({ segment: id }) }, signal })),
    enabled: isReady,
    refetchInterval: REFRESH_MS,
  });
}

function useTake() {
  const client = useQueryClient();
  return (segment: Segment) => {
    client.setQueryData(keys.one(segment.id), segment);
    void client.invalidateQueries({ queryKey: keys.all });
    void client.invalidateQueries({ queryKey: keys.one(segment.id) });
  };
}

export function useCreateSegment() {
  const onSuccess = useTake();
  return useMutation({ mutationFn: create, onSuccess });
}

/** A new name and new labels show before the answer. */
export function useChangeSegment(id: string) {
  const client = useQueryClient();
  const onSuccess = useTake();
  return useMutation({
    onMutate: ({ name, labels }: SegmentChange) => {
      const change = withChange('id', id, { name, labels });
      return showEarly(client, [
        { queryKey: keys.all, change },
        { queryKey: keys.one(id), change },
      ]);
    },
    onError: (_error, _change, takeBack) => takeBack?.(),
    mutationFn: ({ match, ...rest }: SegmentChange) =>
      answerOf(
        api.PUT('/v1/segments/{id}', {
          params: { path: { id } },
          body: { ...rest, ...(match && { match: asMatch(match) }) },
        }),
      ),
    onSuccess,
  });
}

export function useRefreshSegment(id: string) {
  const onSuccess = useTake();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/v1/segments/{id}/refresh', { params: { path: { id } } })),
    onSuccess,
  });
}

export function useArchiveSegment(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/segments/{id}', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useRestoreSegment(id: string) {
  const onSuccess = useTake();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/console/segments/{id}/restore', { params: { path: { id } } })),
    onSuccess,
  });
}

export function usePutPeople(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { add?: string[]; remove?: string[] }) =>
      answerOf(api.POST('/v1/segments/{id}/people', { params: { path: { id } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.one(id) }),
  });
}
