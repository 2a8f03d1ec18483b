'use client';

import { answerOf } from '@dundun/client';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';
import type { Trial } from './use-trial';

const PER_PAGE = 20;
const VERSIONS = 10;
const REFRESH_MS = 10_000;
/** A preview can be large, and the next key press creates another. */
const KEEP_PREVIEW_MS = 5_000;

const keys = { all: ['templates'] as const, one: (id: string) => ['template', id] as const };

interface Cursor {
  next_cursor?: string;
  previous_cursor?: string;
}

interface Filter {
  q?: string;
  label?: string;
}

const readPage = (query: Cursor & Filter, signal: AbortSignal) =>
  answerOf(api.GET('/console/templates', { params: { query: { ...query, limit: PER_PAGE } }, signal }));
const readOne = (id: string, signal: AbortSignal) =>
  answerOf(api.GET('/console/templates/{id}', { params: { path: { id } }, signal }));
const readVersions = (id: string, before: number | undefined, signal: AbortSignal) => {
  const query = { limit: VERSIONS, ...(before === undefined ? {} : { before }) };
  return answerOf(api.GET('/console/templates/{id}/versions', { params: { path: { id }, query }, signal }));
};

export type TemplateSummary = Awaited<ReturnType<typeof readPage>>['data'][number];
export type TemplateDetail = Awaited<ReturnType<typeof readOne>>;
export type TemplateVersion = Awaited<ReturnType<typeof readVersions>>['data'][number];

export function useTemplates(cursors: Cursor & Filter) {
  return useQuery({
    queryKey: [...keys.all, cursors],
    queryFn: ({ signal }) => readPage(cursors, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function useTemplate(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => readOne(id, signal),
    refetchInterval: (query) => (query.state.error ? false : REFRESH_MS),
  });
}

export function useVersions(id: string) {
  return useInfiniteQuery({
    queryKey: [...keys.one(id), 'versions'],
    queryFn: ({ pageParam, signal }) => readVersions(id, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ data }) => (data.length === VERSIONS ? data.at(-1)?.version : undefined),
  });
}

/** A POST because of its variables; it changes nothing. */
export function usePreview(id: string, body: Trial & { version: number }) {
  return useQuery({
    queryKey: [...keys.one(id), 'preview', body],
    queryFn: ({ signal }) =>
      answerOf(api.POST('/console/templates/{id}/preview', { params: { path: { id } }, body, signal })),
    placeholderData: keepPreviousData,
    gcTime: KEEP_PREVIEW_MS,
  });
}

export function useRollback(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      answerOf(api.POST('/console/templates/{id}/rollback', { params: { path: { id } }, body: { version } })),
    onSuccess: (template) => client.setQueryData(keys.one(id), template),
    onSettled: () =>
      void Promise.all([keys.all, keys.one(id)].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export function useLabels() {
  return useQuery({
    queryKey: [...keys.all, 'labels'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/template-labels', { signal })),
  });
}

function useRefresh(id?: string) {
  const client = useQueryClient();
  return () =>
    void Promise.all(
      [keys.all, ...(id === undefined ? [] : [keys.one(id)])].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
}

export function useCreateTemplate() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: object) => answerOf(api.POST('/console/templates', { body: body as never })),
    onSettled: refresh,
  });
}

export function useChangeTemplate(id: string) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (body: { name?: string; labels?: string[] }) =>
      answerOf(api.PUT('/console/templates/{id}', { params: { path: { id } }, body })),
    onSettled: refresh,
  });
}

export function useDuplicate() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      answerOf(api.POST('/console/templates/{id}/duplicate', { params: { path: { id } }, body: {} })),
    onSettled: refresh,
  });
}

export function useRestore() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.POST('/console/templates/{id}/restore', { params: { path: { id } } })),
    onSettled: refresh,
  });
}

export function useArchive() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/console/templates/{id}', { params: { path: { id } } })),
    onSettled: refresh,
  });
}
