'use client';

import { answerOf } from '@dundun/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { filledPage } from './filled-page';

const PER_PAGE = 30;
const REFRESH_MS = 10_000;
/** Conditions may look at many people. */
const FILTERED_MS = 60_000;
const COUNTING_MS = 2_000;

const keys = { all: ['people'] as const, one: (uid: string) => ['person', uid] as const };

export interface PeopleFilter {
  search?: string;
  list?: string;
  status?: 'subscribed' | 'pending' | 'unsubscribed';
  /** A tree of conditions as JSON text. */
  match?: string;
  next_cursor?: string;
  previous_cursor?: string;
}

const readPage = ({ next_cursor, previous_cursor, ...filter }: PeopleFilter, signal: AbortSignal) =>
  filledPage(PER_PAGE, { ...(next_cursor && { next_cursor }), ...(previous_cursor && { previous_cursor }) }, (step) =>
    answerOf(api.GET('/console/people', { params: { query: { ...filter, ...step } }, signal })),
  );
const readOne = (uid: string, signal: AbortSignal) =>
  answerOf(api.GET('/v1/users/{uid}', { params: { path: { uid } }, signal }));

export type PersonRow = Awaited<ReturnType<typeof readPage>>['data'][number];
export type Person = Awaited<ReturnType<typeof readOne>>;
export type PersonChange = NonNullable<Parameters<typeof change>[1]>;

export function usePeople(filter: PeopleFilter) {
  return useQuery({
    queryKey: [...keys.all, filter],
    queryFn: ({ signal }) => readPage(filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.error ? false : filter.match ? FILTERED_MS : REFRESH_MS),
  });
}

export function usePerson(uid: string) {
  return useQuery({
    queryKey: keys.one(uid),
    queryFn: ({ signal }) => readOne(uid, signal),
    refetchInterval: ({ state }) => (state.error ? false : REFRESH_MS),
  });
}

/** Looks again soon while people are counted for the first time. */
const reachAgain = (data: { counted_at: string | null; is_counting: boolean } | undefined) =>
  data?.counted_at === null ? COUNTING_MS : REFRESH_MS;

export function usePeopleReach() {
  return useQuery({
    queryKey: [...keys.all, 'reach'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/people/reach', { signal })),
    refetchInterval: ({ state }) => reachAgain(state.data),
  });
}

export function useListReach(id: string) {
  return useQuery({
    queryKey: ['members', id, 'reach'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/lists/{id}/reach', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => reachAgain(state.data),
  });
}

const change = (uid: string, body: { [name: string]: unknown }) =>
  answerOf(api.PUT('/v1/users/{uid}', { params: { path: { uid } }, body }));

/** Shows the answer of a change at once. */
function useTake(uid: string) {
  const client = useQueryClient();
  return (person: Person) => {
    client.setQueryData(keys.one(uid), person);
    void client.invalidateQueries({ queryKey: keys.all });
  };
}

export function useChangePerson(uid: string) {
  const onSuccess = useTake(uid);
  return useMutation({ mutationFn: (body: PersonChange) => change(uid, body), onSuccess });
}

export function useTrackingChoice(uid: string) {
  const client = useQueryClient();
  const onSuccess = useTake(uid);
  return useMutation({
    mutationFn: (refused: boolean) =>
      answerOf(api.PUT('/v1/users/{uid}/tracking', { params: { path: { uid } }, body: { refused } })),
    onSuccess: (person) => {
      onSuccess(person);
      void client.invalidateQueries({ queryKey: ['consents', uid] });
    },
  });
}

export function useRemoveAttribute(uid: string) {
  const onSuccess = useTake(uid);
  return useMutation({
    mutationFn: (name: string) =>
      answerOf(api.DELETE('/v1/users/{uid}/attributes/{name}', { params: { path: { uid, name } } })),
    onSuccess,
  });
}

export function useMerge(uid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (source: string) => answerOf(api.POST('/v1/users/merge', { body: { source, destination: uid } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useErase(uid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/users/{uid}', { params: { path: { uid } } })),
    onSuccess: () => {
      client.removeQueries({ queryKey: keys.one(uid) });
      return client.invalidateQueries({ queryKey: keys.all });
    },
  });
}
